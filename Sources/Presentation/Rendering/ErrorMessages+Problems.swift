package import Domain

extension ErrorMessages {
  /// - Parameter cause: why an address could not be read as a feed; nil if it is not an address or was not tried.
  static func unrecognized(_ reference: String, _ cause: CatalogError?) -> String {
    let search = AddressWords.suggested(by: reference).map { "search \($0.inQuotes)" }
    let failed = "No catalog recognizes \(reference.quoted)"
    guard let cause else { return failed + (search.map { ". Try: \($0)" } ?? "; catalog lists them") }
    return failed + ", and it could not be read as a feed (\(cause.code.rawValue)). Try: "
      + [search, "retry"].compactMap(\.self).joined(separator: ", or ")
  }

  static func sentence(for problem: CertificateProblem, of host: String) -> String {
    switch problem {
    case .untrusted:
      """
      The certificate of \(host) is signed by an unknown authority. To trust it, set SSL_CERT_FILE to its \
      certificate, then restart
      """
    case .expired: "The certificate of \(host) has expired. Check the clock of this machine, then: retry"
    case .notYetValid: "The certificate of \(host) is not yet valid. Check the clock of this machine, then: retry"
    case .wrongHost: "\(host) sent the certificate of another host. Check the address, then: retry"
    case .unreadableFile:
      """
      The certificate of \(host) was not verified: the file of trusted certificates cannot be read. Correct or unset \
      SSL_CERT_FILE, then restart
      """
    }
  }

  static func sentence(for problem: FileProblem, path: String) -> String {
    let path = path.isBlank ? path.quoted : path
    return switch problem {
    case .alreadyExists: "\(path) already exists; --force replaces it"
    // The received part of a download is saved, and another message says so.
    case .noSpace where !path.hasSuffix(".part"): "\(path): \(words(for: problem)); nothing was written"
    case .locked where path.hasSuffix(".part"): "\(path): another liner process is downloading it"
    case .malformed(let line, let what): "\(path):\(line): \(what)"
    default: "\(path): " + words(for: problem)
    }
  }

  /// The problem with a file, after the file's name.
  package static func words(for error: FileError) -> String { "\(error.path): \(words(for: error.problem))" }

  /// The problem with a file, without the file's name.
  package static func words(for problem: FileProblem) -> String {
    switch problem {
    case .notFound: "no such file or folder"
    case .isDirectory: "is a folder"
    case .notPermitted: "permission denied"
    case .alreadyExists: "already exists"
    case .noSpace: "no space left on the disk"
    case .notAFile: "not a regular file"
    case .locked: "locked by another program"
    case .tooLarge(let limit): "larger than \(limit / 1_048_576) MB"
    case .notAFolder: "not a folder"
    case .cancelled: "cancelled"
    case .malformed(let line, let what): "line \(line): \(what)"
    case .unknownFormat(let known): "unknown format; use \(known.listed("or"))"
    case .other(let reason): reason
    }
  }
}

/// The words in an address that are worth searching for.
enum AddressWords {
  /// The words of the last segment of a page's path: `abbey road` for `/film/abbey-road/` and `/x/abbey-road.html`. Nil
  /// if it has none, as with an id, or more than a title would have.
  static func suggested(by address: String) -> String? {
    guard let page = WebAddress(address), let last = page.path.split(separator: "/").last, last.utf8.count <= 500,
      // Names of Apple's player, and of pages whose item is in the query.
      !last.hasPrefix("umc."), page.query == nil || !pages.contains(last.lowercased())
    else { return nil }
    var name = PercentEncoding.decoded(String(last))
    if let dot = name.lastIndex(of: "."), endings.contains(name[name.index(after: dot)...].lowercased()) {
      name = String(name[..<dot])
    }
    let parts = name.split { !$0.isLetter && !$0.isNumber }
    // A part with letters and digits is an id, such as `tt0083658`; so is a long number.
    let words = parts.filter { part in part.allSatisfy(\.isLetter) || part.allSatisfy(\.isNumber) && part.count <= 4 }
    guard words.count * 2 >= parts.count, words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isLetter) }) else {
      return nil
    }
    return words.joined(separator: " ")
  }

  private static let pages: Set = ["watch", "index", "view", "item", "title", "video", "search"]

  private static let endings: Set = [
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "xml", "rss", "atom", "json", "txt", "md", "pdf", "jpg",
    "jpeg", "png", "gif", "webp", "svg", "mp3", "m4a", "mp4",
  ]
}

extension String {
  /// What was typed, in quotes, unless it was typed in quotes; shortened if it is very long.
  var quoted: String {
    let shown = DisplayWidth.fitted(self, to: 60)
    return shown.count > 1 && shown.hasPrefix("\"") && shown.hasSuffix("\"") ? shown : "\"\(shown)\""
  }
}

extension [String] {
  /// The words as they stand in a sentence: `a, b or c`. Of a long list, such as all storefronts, only the beginning,
  /// because it would hide the sentence, unless `inFull`.
  func listed(_ conjunction: String, inFull: Bool = false) -> String {
    if count > 24, !inFull { return prefix(20).joined(separator: ", ") + " … (\(count) in all)" }
    guard let last, count > 1 else { return joined() }
    // Titles with commas need another separator.
    let (comma, space) = contains { $0.contains(", ") } ? ("; ", "; ") : (", ", " ")
    return dropLast().joined(separator: comma) + space + "\(conjunction) \(last)"
  }
}
