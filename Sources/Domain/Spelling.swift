/// Guesses which word a mistyped one was meant to be.
package enum Spelling {
  /// The candidate that is fewest edits away; nil if none is near enough to suggest.
  package static func nearest(to typed: String, among candidates: [String]) -> String? {
    // One edit is allowed in three letters, two in six; suggestions that are further away confuse.
    let tolerance = max(1, min(typed.count, 40) / 3)
    guard typed.count > 1, typed.count <= 40 else { return nil }
    let ranked = candidates.map { (distance: distance(Array(typed), Array($0)), candidate: $0) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= tolerance else { return nil }
    return best.candidate
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  package static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
