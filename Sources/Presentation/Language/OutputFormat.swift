import Domain

/// The formats in which liner writes results and a screen's items. The raw values are the extensions of files, which
/// are also the names for `export`.
package enum OutputFormat: String, Sendable, CaseIterable {
  /// No file has it.
  case text = ""
  case json
  /// One object per line.
  case jsonl
  case csv, tsv
  case markdown = "md"
  /// A playlist: episodes in full, and previews of other items.
  case playlist = "m3u8"
  /// A list of podcasts to subscribe to.
  case opml

  package var ending: String? { self == .text ? nil : rawValue }

  /// The field that every item needs in this format; nil if none.
  package var need: String? { self == .playlist ? "preview" : self == .opml ? "feed" : nil }

  /// The names that `--output` accepts.
  package static let options = ["text", "json", "csv", "tsv", "markdown"]
  /// The names that `export` accepts.
  package static let endings = allCases.compactMap(\.ending)

  /// The format with this name in `--output`.
  package init?(option: String) {
    guard Self.options.contains(option) else { return nil }
    self = option == "text" ? .text : Self(rawValue: option) ?? .markdown
  }

  /// The format that `typed` means, in full or by a unique prefix.
  /// - Throws: `usage`, with the possible forms.
  init(of option: String, typed: String) throws(CommandError) {
    // `resolve` returns only words from the list, and each is a format's.
    self = Self(rawValue: try WordList(Self.endings, titles: ["md": "markdown"]).resolve(typed, for: option))!
  }

  /// The format of a file's extension.
  package init?(ofFile path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name such as `.csv` has no extension.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "markdown" ? "md" : ending)
    if self == .text { return nil }
  }
}
