package import Domain

/// The name of a kept file: `SHOW/2026-11-20 Title.mp3`. Pure: takes an item and returns names.
package struct DownloadName: Sendable, Equatable {
  /// The folder's own name.
  package let folder: String
  private let stem: String

  /// In bytes, for each name with its extension.
  package static let most = 200

  package init(of item: Item) {
    folder = Self.plain(item.album ?? item.creator ?? item.id.catalog, most: Self.most, else: "untitled")
    let title = Self.plain(item.title, most: Self.most, else: "untitled")
    // A year alone says little about an episode, and no more about other items.
    let day = item.released.map(\.day).flatMap { $0.utf8.count == 10 ? $0 + " " : nil } ?? ""
    stem = day + title
  }

  /// The file's name.
  /// - Parameters:
  ///   - ending: such as `mp3`; empty for none.
  ///   - number: from 2, if something else has the name without a number.
  package func file(ending: String, number: Int = 1) -> String {
    let tail = (number > 1 ? " \(number)" : "") + (ending.isEmpty ? "" : "." + ending)
    return Self.fitted(stem, to: Self.most - tail.utf8.count) + tail
  }

  /// `text` as a file name: not hidden, and free of characters that split paths, control terminals or reverse text.
  static func plain(_ text: String, most: Int, else standard: String) -> String {
    var name = ""
    for scalar in text.composed.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Joiners of letters and pictures are part of the text.
      case .format where "\u{200C}\u{200D}".unicodeScalars.contains(scalar): name.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: name.append(" ")
      case .format, .surrogate, .unassigned, .privateUse: continue
      default: name.unicodeScalars.append("/\\".unicodeScalars.contains(scalar) ? "-" : scalar)
      }
    }
    let words = name.split(separator: " ").joined(separator: " ")
    return fitted(String(words.drop { $0 == "." || $0 == " " }), to: most, else: standard)
  }

  /// Cuts at a character, never after a dot or a blank, which some file systems drop.
  private static func fitted(_ text: String, to most: Int, else standard: String = "untitled") -> String {
    var cut = text[...]
    while cut.utf8.count > most || cut.last == "." || cut.last == " " { cut.removeLast() }
    return cut.isEmpty ? standard : String(cut)
  }

  /// A file's extension by its address, else by its type; empty if neither gives one.
  package static func ending(of url: String, type: String? = nil) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }.drop { $0 != "/" }.dropFirst(2)
    if let name = path.split(separator: "/").dropFirst().last, let dot = name.lastIndex(of: ".") {
      let ending = name[name.index(after: dot)...].lowercased()
      let isEnding = (1...5).contains(ending.utf8.count) && ending.utf8.allSatisfy(\.isASCIIAlphanumeric)
      // The extension of a script does not describe the file it sends.
      if isEnding, !ending.utf8.allSatisfy(\.isASCIIDigit), !scripts.contains(ending) { return ending }
    }
    return type.flatMap { endings[$0.prefix { $0 != ";" }.lowercased().filter { $0 != " " }] } ?? ""
  }

  private static let scripts: Set = ["php", "asp", "aspx", "jsp", "cgi", "com", "org", "net", "fm"]

  private static let endings = [
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/m4a": "m4a",
    "audio/aac": "aac", "audio/ogg": "ogg", "audio/opus": "opus", "audio/flac": "flac", "audio/wav": "wav",
    "audio/x-wav": "wav", "video/mp4": "mp4", "video/x-m4v": "m4v", "video/quicktime": "mov", "video/webm": "webm",
    "video/ogg": "ogv", "application/ogg": "ogg", "text/plain": "txt", "text/html": "html",
    "application/epub+zip": "epub", "application/pdf": "pdf", "application/zip": "zip", "application/json": "json",
    "application/x-mobipocket-ebook": "mobi",
  ]
}
