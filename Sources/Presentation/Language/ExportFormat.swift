/// The forms in which a screen's items leave liner.
package enum ExportFormat: String, Sendable, CaseIterable {
  case json
  /// An object a line.
  case jsonl
  case csv, tsv
  case markdown = "md"
  /// A playlist of what there is to hear and see: whole episodes, previews of the rest.
  case playlist = "m3u8"
  /// Podcasts to subscribe to.
  case opml

  /// Takes `md` and `markdown` alike, in any case.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let format = name == "markdown" ? .markdown : Self(rawValue: name) else { return nil }
    self = format
  }

  /// The format that `typed` names, in full or by a prefix of its name alone.
  /// - Throws: `usage`, with the formats that it could be.
  init(of option: String, typed: String) throws(CommandError) {
    self = try .chosen(typed, for: option, titles: [Self.markdown.rawValue: "markdown"])
  }

  /// The format that the name of a file ends in.
  package init?(ofFile path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name that is nothing but an ending has none.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(named: String(name[name.index(after: dot)...]))
  }
}
