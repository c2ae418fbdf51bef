package import Domain
import FoundationEssentials

/// An item's values in readable form.
extension Item {
  /// The facts of an item screen, in reading order; missing ones are omitted.
  package var readableFacts: [Fact] {
    let shared = SharedItem(self)
    let known = ItemField.facts.compactMap { field -> Fact? in
      guard let value = field.value(of: shared), value != .flag(false) else { return nil }
      let label = label(of: field)
      // Titles of seasons and chapters have their numbers; of an episode the service's own words win: `3 of 25`.
      let isNumber = ["season", "episode"].contains(field.key)
      if isNumber, !isDated || facts.contains(where: { $0.label == label }) { return nil }
      // A service's rating may say the same.
      if field.key == "explicit", rating?.lowercased() == "explicit" { return nil }
      return Fact(label, field.key == "count" ? count?.grouped ?? "" : value.readable)
    }
    return known + facts
  }

  private func label(of field: ItemField) -> String {
    switch field.key {
    case "count": countWord(2).map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? field.title
    // A podcast's length is that of its latest episode.
    case "duration" where kind == .podcast: "Latest episode"
    default: field.title
    }
  }

  /// The text of a field in a list; nil if the item has no value for it.
  package func text(of field: ItemField) -> String? {
    switch field.key {
    // The service's own word for a kind, such as `feature-movie`, means little to people.
    case "kind": id.category
    case "count": counted ?? count?.counted("part")
    case "explicit": isExplicit == true ? field.title.lowercased() : nil
    default: field.value(of: self)?.readable
    }
  }

  /// The most useful fact about an item in a list, besides its date.
  package var note: String? {
    let kind = kind
    let isWhole = [.podcast, .series, .season, .album].contains(kind)
    if isWhole || countUnit != nil, let counted { return counted }
    // The length of a series is that of one episode.
    if let duration, ![.podcast, .series].contains(kind) { return duration.readable }
    return counted ?? price?.readable
  }

  private var kind: WorkKind { WorkKind(ofCategory: id.category) }

  /// Whether its exact day matters in any list, as with an episode.
  var isDated: Bool { [.episode, .podcastEpisode].contains(kind) }

  /// How many parts it has, with their noun: `5 episodes`; nil if either is unknown.
  var counted: String? {
    guard let count, let noun = countWord(count) else { return nil }
    return "\(count.grouped) \(noun)"
  }

  /// The noun for that many of its parts; nil if unknown.
  private func countWord(_ count: Int) -> String? {
    if let countUnit { return count == 1 ? countUnit.singular : countUnit.plural }
    return kind.part.map { count == 1 ? $0 : $0 + "s" }
  }

  /// Its price in its storefront, or whether it is sold there.
  var sale: String? { fact("Sale") ?? price?.readable ?? "no price" }
  /// Its move in a chart: `▲3`, `▼2`, `=` or `new`; for an item that dropped out, its former rank. Nil if unknown.
  var movement: String? {
    if isNew == true { return "new" }
    guard let previous else { return nil }
    if rank == nil { return "was \(previous)" }
    guard let moved, moved != 0 else { return "=" }
    return moved > 0 ? "▲\(moved)" : "▼\(-moved)"
  }

  /// Its place in a compared chart, after its previous one: `15 → 2`.
  var ranks: String? {
    guard let rank else { return nil }
    return previous.map { "\($0) → \(rank)" } ?? "rank \(rank)"
  }

  /// The same in words.
  var spokenRanks: String? { rank.map { rank in previous.map { "from rank \($0) to \(rank)" } ?? "rank \(rank)" } }

  /// The movement in words.
  var spokenMovement: String? {
    movement?.replacing("▲", with: "up ").replacing("▼", with: "down ").replacing("=", with: "unchanged")
  }
}

extension Match {
  /// How a row of `elsewhere` is known.
  var words: String? {
    switch self {
    case .id: "by id"
    case .isbn: "by ISBN"
    case .barcode: "by barcode"
    case .isrc: "by ISRC"
    case .wikidata: "by Wikidata"
    case .likely: "likely"
    case .none: nil
    }
  }
}

extension ItemField {
  /// Whether its values are numbers, which are aligned right.
  var isAlignedRight: Bool { type == .number || type == .duration || type == .price }
}

extension ItemField.Value {
  /// The value in readable form.
  package var readable: String {
    switch self {
    case .duration(let duration): duration.readable
    case .price(let price): price.readable
    case .date(let date): date.readable
    case .flag(let flag): flag ? "yes" : "no"
    case .text, .number, .link, .id: plain
    }
  }
}

extension Duration {
  /// `3:32` or `1:02:03`, to the nearest second.
  package var readable: String {
    if self < .zero { return "-" + (.zero - self).readable }
    let seconds = components.seconds + (components.attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
    let tail = (seconds % 60).zeroPadded(to: 2)
    guard seconds >= 3600 else { return "\(seconds / 60):\(tail)" }
    return "\(seconds / 3600):\((seconds / 60 % 60).zeroPadded(to: 2)):\(tail)"
  }
}

extension Price {
  package var readable: String { amount == 0 ? "free" : text }
}
