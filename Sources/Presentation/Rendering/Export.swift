package import Domain

/// A screen's items in one output form.
package struct Export: Sendable, Equatable {
  package let form: OutputForm
  package let text: String
  package let count: Int
  /// How many items lack what the form needs.
  package let leftOut: Int
  /// The file it was written to; nil if it is the command's own output.
  package var path: String?

  /// - Parameters:
  ///   - known: the numbers of rows to leave out.
  ///   - columns: those of a list; nil means those that suit the items.
  ///   - tableColumns: those of CSV and TSV; nil means all, so that every screen has the same.
  package init(
    _ screen: Screen, favorites: Favorites, as form: OutputForm, hasHeader: Bool = true, besides known: Set<Int> = [],
    columns: [ItemField]? = nil, tableColumns: [ItemField]? = nil
  ) {
    let fields = tableColumns ?? ItemField.ofTables
    let table = ItemTable(of: screen, favorites: favorites, besides: known)
    let items = table.entries.map(\.item)
    self.form = form
    var isWritten = { (_: Item) in true }
    switch form {
    case .text: text = TextRenderer().render(screen, favorites: favorites).text
    case .json: text = JSONList.text(of: table)
    case .jsonl: text = JSONList.lines(of: table)
    case .csv: text = CSV.text(of: table, columns: fields, hasHeader: hasHeader)
    case .tsv: text = TSV.text(of: table, columns: fields, hasHeader: hasHeader)
    case .markdown: text = Markdown.text(of: table, on: screen, columns: columns)
    case .playlist:
      (text, isWritten) = (Playlist.text(of: items, title: screen.title), { $0.recording != nil })
    case .opml: (text, isWritten) = (OPML.text(of: items, title: screen.title), { $0.feed != nil })
    }
    count = items.count(where: isWritten)
    leftOut = items.count - count
  }

  /// A sentence about the written file; without a file, the text itself.
  package var summary: StyledText {
    guard let path else { return StyledText(data: text) }
    var summary = StyledText("\(count) \(count == 1 ? "item" : "items") written to \(path)")
    if let reason = leftOutReason { summary.append("; " + reason, .warning) }
    summary.breakLine()
    return summary
  }

  /// Why items are missing; nil if none are.
  package var leftOutReason: String? {
    guard leftOut > 0, let need = form.need else { return nil }
    return "\(leftOut) skipped: no \(need)"
  }
}
