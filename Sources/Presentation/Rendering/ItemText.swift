package import Domain
import FoundationEssentials

/// An item's values as people read them.
extension Item {
  /// The facts of an item screen, in reading order; missing ones are left out.
  package var readableFacts: [Fact] {
    let known: [(String, String?)] = [
      ("Duration", duration?.readable),
      (part.prefix(1).uppercased() + part.dropFirst() + "s", count.map(String.init)),
      ("Released", released?.day),
      ("Genre", genre),
      ("Rating", rating),
      ("Explicit", isExplicit == true ? "yes" : nil),
      ("Price", price?.readable),
    ]
    return known.compactMap { label, value in value.map { Fact(label, $0) } } + facts
  }

  /// The text of a field in a list; nil if the item has no value for it.
  package func text(of field: ItemField) -> String? {
    // The service's own word for a kind, such as `feature-movie`, means little to people.
    (field.key == "kind" ? .text(id.category) : field.value(of: self))?.readable
  }

  /// The most telling fact about an item in a list.
  package var note: String? {
    if let duration { return duration.readable }
    if let count { return "\(count) \(count == 1 ? part : part + "s")" }
    if let price { return price.readable }
    return released?.year
  }

  /// The word for its parts: tracks of an album, episodes of a podcast or a season.
  var part: String {
    switch id.category {
    case "album", "release", "playlist": "track"
    case "podcast", "season", "tv", "show", "anime": "episode"
    case "manga": "chapter"
    default: "part"
    }
  }

  private func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }

  /// The name of its storefront, on screens of several storefronts.
  var placeName: String? { fact("Storefront") }
  /// Its price in its storefront, or whether it is sold there.
  var sale: String? { fact("Sale") ?? price?.readable ?? "no price given" }
  /// Its move in a chart: `▲3`, `▼2`, `=` or `new`; for an item that left, its former rank. Nil if unknown.
  var movement: String? {
    if isNew == true { return "new" }
    guard let previous else { return nil }
    if rank == nil { return "was \(previous)" }
    guard let moved, moved != 0 else { return "=" }
    return moved > 0 ? "▲\(moved)" : "▼\(-moved)"
  }

  /// The same in words.
  var spokenMovement: String? {
    movement?.replacing("▲", with: "up ").replacing("▼", with: "down ").replacing("=", with: "at the same place")
  }
}

extension ItemField {
  /// Whether it holds numbers, which are aligned right.
  var isAlignedRight: Bool {
    switch type {
    case .number, .duration, .price: true
    case .text, .flag, .date, .link, .id: false
    }
  }
}

extension ItemField.Value {
  /// The value as people read it.
  package var readable: String {
    switch self {
    case .duration(let duration): duration.readable
    case .price(let price): price.readable
    case .date(let date): date.day
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
  package var readable: String { amount == 0 ? "free" : "\(digits) \(currency)" }
}
