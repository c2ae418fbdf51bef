package import Domain

extension ItemField.Value {
  /// The value as tables write it. JSON writes the same, but adds a price's currency.
  package var plain: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .duration(let duration): duration.seconds
    case .price(let price): price.digits
    case .flag(let flag): flag ? "true" : "false"
    case .date(let date): date.text
    case .link(let link): link.text
    case .id(let id): id.description
    }
  }
}

extension Duration {
  /// In seconds, with at most three decimals and no trailing zeros: `212.34`.
  var seconds: String {
    let (seconds, attoseconds) = components
    let fraction = Int(attoseconds / 1_000_000_000_000_000)
    guard fraction != 0 else { return String(seconds) }
    var decimals = String(String(1000 + abs(fraction)).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return (fraction < 0 && seconds == 0 ? "-" : "") + "\(seconds).\(decimals)"
  }
}
