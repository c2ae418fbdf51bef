package import Domain

/// What a kept file is called: `SHOW/2026-11-20 Title.mp3`. Pure: an item in, names out.
package struct DownloadName: Sendable, Equatable {
  /// The folder's own name.
  package let folder: String
  private let stem: String

  /// In bytes, of each name with its ending.
  package static let most = 200

  package init(of item: Item) {
    folder = Self.plain(item.album ?? item.creator ?? item.id.catalog, most: Self.most, else: "untitled")
    let title = Self.plain(item.title, most: Self.most, else: "untitled")
    // A year alone says little of an episode, and much of nothing else.
    let day = item.released.map(\.day).flatMap { $0.utf8.count == 10 ? $0 + " " : nil } ?? ""
    stem = day + title
  }

  /// The file's name.
  /// - Parameters:
  ///   - ending: such as `mp3`; empty for none.
  ///   - number: from 2 where something else has the name without one.
  package func file(ending: String, number: Int = 1) -> String {
    let tail = (number > 1 ? " \(number)" : "") + (ending.isEmpty ? "" : "." + ending)
    return Self.fitted(stem, to: Self.most - tail.utf8.count) + tail
  }

  /// `text` as a name: without what separates folders, steers terminals or turns the direction of text, and not hidden.
  static func plain(_ text: String, most: Int, else standard: String) -> String {
    var name = ""
    for scalar in text.composed.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Those that join and part letters and pictures are of the text.
      case .format where "\u{200C}\u{200D}".unicodeScalars.contains(scalar): name.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: name.append(" ")
      case .format, .surrogate, .unassigned, .privateUse: continue
      default: name.unicodeScalars.append("/\\".unicodeScalars.contains(scalar) ? "-" : scalar)
      }
    }
    let words = name.split(separator: " ").joined(separator: " ")
    return fitted(String(words.drop { $0 == "." || $0 == " " }), to: most, else: standard)
  }

  /// Cut at a character; nothing that ends in a dot or a blank, which some file systems drop.
  private static func fitted(_ text: String, to most: Int, else standard: String = "untitled") -> String {
    var cut = text[...]
    while cut.utf8.count > most || cut.last == "." || cut.last == " " { cut.removeLast() }
    return cut.isEmpty ? standard : String(cut)
  }

  /// What a file's name ends in, by its address, else by its kind; empty where neither tells.
  package static func ending(of url: String, type: String? = nil) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }.drop { $0 != "/" }.dropFirst(2)
    if let name = path.split(separator: "/").dropFirst().last, let dot = name.lastIndex(of: ".") {
      let ending = name[name.index(after: dot)...].lowercased()
      let isEnding = (1...5).contains(ending.utf8.count) && ending.utf8.allSatisfy(\.isASCIIAlphanumeric)
      // What makes the page is no ending of what it sends.
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
