import Domain

/// The formats in which liner writes results and a screen's items.
package enum OutputForm: Sendable, CaseIterable {
  case text, json
  /// One object per line.
  case jsonl
  case csv, tsv, markdown
  /// A playlist: episodes in full, and previews of other items.
  case playlist
  /// A list of podcasts to subscribe to.
  case opml

  private struct Traits {
    /// Its name for `--output`; nil if a session cannot print it.
    var option: String?
    /// Its file extension, which is also its name for `export`; nil if it has none.
    var ending: String?
    /// The field that every item needs in this format; nil if none.
    var need: String?
  }

  private var traits: Traits {
    switch self {
    case .text: Traits(option: "text")
    case .json: Traits(option: "json", ending: "json")
    case .jsonl: Traits(ending: "jsonl")
    case .csv: Traits(option: "csv", ending: "csv")
    case .tsv: Traits(option: "tsv", ending: "tsv")
    case .markdown: Traits(option: "markdown", ending: "md")
    case .playlist: Traits(ending: "m3u8", need: "preview")
    case .opml: Traits(ending: "opml", need: "feed")
    }
  }

  package var option: String? { traits.option }
  package var ending: String? { traits.ending }
  package var need: String? { traits.need }

  /// The names that `--output` accepts.
  package static let options = allCases.compactMap(\.traits.option)
  /// The names that `export` accepts.
  package static let endings = allCases.compactMap(\.traits.ending)

  /// The format with this name in `--output`.
  package init?(option: String) {
    guard let form = Self.allCases.first(where: { $0.traits.option == option }) else { return nil }
    self = form
  }

  private init?(ending: String) {
    let ending = ending == "markdown" ? "md" : ending
    guard let form = Self.allCases.first(where: { $0.traits.ending == ending }) else { return nil }
    self = form
  }

  /// The format that `typed` means, in full or by a unique prefix.
  /// - Throws: `usage`, with the possible forms.
  init(of option: String, typed: String) throws(CommandError) {
    let ending = try WordList(Self.endings, titles: ["md": "markdown"]).resolve(typed, for: option)
    // `resolve` returns only words from the list, and each is a format's.
    self = Self(ending: ending)!
  }

  /// The format of a file's extension.
  package init?(ofFile path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name such as `.csv` has no extension.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }
}
