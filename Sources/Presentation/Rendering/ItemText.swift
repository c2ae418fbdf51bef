package import Domain
import FoundationEssentials

/// An item's values as people read them.
extension Item {
  /// The facts of an item screen, in reading order; what the service did not send is left out.
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

  /// What a list shows of it; nil where there is nothing to show.
  package func text(of field: ItemField) -> String? {
    // The service's own words, such as `feature-movie`, say nothing to people.
    (field.key == "kind" ? .text(id.category) : field.value(of: self))?.readable
  }

  /// The one fact that tells most about an item in a list.
  package var note: String? {
    if let duration { return duration.readable }
    if let count { return "\(count) \(count == 1 ? part : part + "s")" }
    if let price { return price.readable }
    return released?.year
  }

  /// What its parts are: an album's are tracks, a podcast's and a season's episodes.
  var part: String {
    switch id.category {
    case "album", "release", "playlist": "track"
    case "podcast", "season", "tv", "show", "anime": "episode"
    case "manga": "chapter"
    default: "part"
    }
  }

  private func fact(_ label: String) -> String? { facts.first { $0.label == label }?.value }

  /// The storefront that it was found in, as it is called, on screens of several.
  var placeName: String? { fact("Storefront") }
  /// What it costs in its storefront; else that it is there, or that it is not.
  var sale: String? { fact("Sale") ?? price?.readable ?? "no price given" }
  /// Where it came from in a chart: `▲3`, `▼2`, `=` or `new`; of what has left, the rank that it had. Nil where nobody knows.
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

  /// The favourite that a piece of news comes from.
  var star: String? { fact("Star") }
}

extension ItemField {
  /// Whether it holds numbers, whose ends line up.
  var isAlignedRight: Bool {
    switch type {
    case .number, .duration, .price: true
    case .text, .flag, .date, .link, .id: false
    }
  }
}

extension ItemField.Value {
  /// As people read it.
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
