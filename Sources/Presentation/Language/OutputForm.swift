import Domain

/// The forms in which results and a screen's items leave liner.
package enum OutputForm: Sendable, CaseIterable {
  case text, json
  /// An object a line.
  case jsonl
  case csv, tsv, markdown
  /// A playlist of what there is to hear and see: whole episodes, previews of the rest.
  case playlist
  /// Podcasts to subscribe to.
  case opml

  private struct Traits {
    /// What `--output` calls it; nil where a session is not printed in it.
    var option: String?
    /// What the names of its files end in, which is what `export` calls it; nil where there are none.
    var ending: String?
    /// What an item must have to be written in it; nil where every item will do.
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

  package var ending: String? { traits.ending }
  package var need: String? { traits.need }

  /// Those of `--output`, by their names there.
  package static let options = allCases.compactMap(\.traits.option)
  /// What `export` calls its forms.
  package static let endings = allCases.compactMap(\.traits.ending)

  /// The form that `--output` calls so.
  package init?(option: String) {
    guard let form = Self.allCases.first(where: { $0.traits.option == option }) else { return nil }
    self = form
  }

  private init?(ending: String) {
    let ending = ending == "markdown" ? "md" : ending
    guard let form = Self.allCases.first(where: { $0.traits.ending == ending }) else { return nil }
    self = form
  }

  /// The form that `typed` names, in full or by a prefix of its name alone.
  /// - Throws: `usage`, with the forms that it could be.
  init(of option: String, typed: String) throws(CommandError) {
    let ending = try Choice(Self.endings, titles: ["md": "markdown"]).chosen(typed, for: option)
    // A choice is one of its words, each of which is a form's.
    self = Self(ending: ending)!
  }

  /// The form that the name of a file ends in.
  package init?(ofFile path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name that is nothing but an ending has none.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(ending: name[name.index(after: dot)...].lowercased())
  }
}
