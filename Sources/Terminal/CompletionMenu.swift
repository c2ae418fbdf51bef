package import Presentation

/// The effect of Tab.
package enum CompletionMenu: Sendable, Equatable {
  case nothing
  /// Replaces the last `replacing` characters before the cursor.
  case insert(String, replacing: Int)
  /// Shown below the line, which stays unchanged.
  case list([Completion])

  /// Inserts a single completion, or the common beginning of several; lists them if that adds nothing.
  /// - Parameter atEnd: whether the cursor is at the end of the line, where a space follows a complete word.
  package init(_ completions: [Completion], typed: String, atEnd: Bool) {
    guard let first = completions.first else {
      self = .nothing
      return
    }
    let (replaced, standing) = (first.replaced, typed.suffix(first.replaced))
    let common = completions.dropFirst().reduce(first.text[...]) { common, next in
      common.prefix(zip(common, next.text).prefix { $0 == $1 }.count)
    }
    if completions.count == 1 {
      // A path may continue after a slash.
      let space = atEnd && !first.text.hasSuffix("/") && !first.text.hasSuffix(" ")
      self = .insert(first.text + (space ? " " : ""), replacing: replaced)
    } else if completions.allSatisfy({ $0.replaced == replaced }), common.count >= replaced, common != standing,
      common.lowercased().hasPrefix(standing.lowercased())
    {
      self = .insert(String(common), replacing: replaced)
    } else {
      self = .list(completions)
    }
  }

  /// The completions as rows of at most `columns` columns: one row each if any has a summary, else in columns, read
  /// downwards. If they do not fit into `rows`, the last row says how many are missing.
  /// - Parameter isForReader: whether a screen reader is in use; each then has a row of its own, without alignment.
  package static func rows(
    of completions: [Completion], columns: Int, rows: Int, isForReader: Bool = false
  ) -> [String] {
    let texts = completions.map { StyledText.escapingControls($0.text) }
    let widths = texts.map { DisplayWidth.of($0) }
    let widest = widths.max() ?? 0
    var lines: [String]
    if isForReader || completions.contains(where: { !$0.summary.isEmpty }) {
      let margin = min(widest, max(8, columns / 2))
      lines = completions.indices.map { index in
        let summary = StyledText.escapingControls(completions[index].summary)
        let gap = isForReader ? ", " : String(repeating: " ", count: max(0, margin - widths[index]) + 2)
        return DisplayWidth.fitted(texts[index] + (summary.isEmpty ? "" : gap + summary), to: columns - 1)
      }
    } else {
      let across = max(1, columns / (widest + 2))
      let down = (texts.count + across - 1) / across
      lines = (0..<down).map { row in
        let line = stride(from: row, to: texts.count, by: down).map { index in
          let isLast = index + down >= texts.count
          return texts[index] + (isLast ? "" : String(repeating: " ", count: widest - widths[index] + 2))
        }
        return DisplayWidth.fitted(line.joined(), to: columns - 1)
      }
    }
    if lines.count > max(1, rows) {
      let shown = max(1, rows - 1)
      lines = lines.prefix(shown) + ["… and \(lines.count - shown) more rows"]
    }
    return lines
  }
}
