package import Domain

extension ErrorMessages {
  /// - Parameter cause: why an address could not be read as a feed; nil if it is not an address or was not tried.
  static func unrecognized(_ reference: String, _ cause: CatalogError?) -> String {
    let search = AddressWords.suggested(by: reference).map { "search \($0.inQuotes)" }
    let failed = "No catalog recognizes \(quoted(reference))"
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
    case .other(let reason): "The certificate of \(host) failed verification: \(reason). Fix that, then: retry"
    }
  }

  static func sentence(for problem: FileProblem, path: String) -> String {
    let path = path.isBlank ? quoted(path) : path
    return switch problem {
    case .alreadyExists: "\(path) already exists; --force replaces it"
    // The received part of a download is saved, and another message says so.
    case .noSpace where !path.hasSuffix(".part"): "\(path): \(words(for: problem)); nothing was written"
    case .malformed(let line, let what): "\(path):\(line): \(what)"
    default: "\(path): " + words(for: problem)
    }
  }

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
    case .unknownFormat(let known): "unknown format; use \(list(known, "or"))"
    case .other(let reason): reason
    }
  }
}
