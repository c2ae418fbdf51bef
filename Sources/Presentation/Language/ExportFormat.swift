/// The forms in which a screen's items leave liner.
package enum ExportFormat: String, Sendable, CaseIterable {
  case json, csv, tsv
  case markdown = "md"
  /// A playlist of the previews.
  case playlist = "m3u8"
  /// Podcasts to subscribe to.
  case opml

  /// Takes `md` and `markdown` alike, in any case.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let format = name == "markdown" ? .markdown : Self(rawValue: name) else { return nil }
    self = format
  }

  /// The format that the name of a file ends in.
  package init?(ofFile path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A name that is nothing but an ending has none.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(named: String(name[name.index(after: dot)...]))
  }
}
