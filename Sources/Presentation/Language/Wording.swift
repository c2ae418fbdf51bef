import Domain

extension String {
  /// What was typed, in quotes, unless it was typed in quotes; shortened if it is very long.
  package var quoted: String {
    let shown = DisplayWidth.fitted(self, to: 60)
    return shown.count > 1 && shown.hasPrefix("\"") && shown.hasSuffix("\"") ? shown : "\"\(shown)\""
  }
}

extension [String] {
  /// The words as they stand in a sentence: `a, b or c`. Of a long list, such as all storefronts, only the beginning,
  /// because it would hide the sentence, unless `inFull`.
  func listed(_ conjunction: String, inFull: Bool = false) -> String {
    if count > 24, !inFull { return prefix(20).joined(separator: ", ") + " … (\(count) in all)" }
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension Int {
  /// `1 item`, `3 items`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)" + (self == 1 ? "" : "s") }
}

extension Extent {
  /// Why there is no more to fetch; nil if there is.
  var end: String? {
    switch self {
    case .all: "these are all the items"
    case .limit(let limit, largest: _): "the service returns only these \(limit)"
    case .ended(let came, let total): "\(came)\(total.map { " of \($0)" } ?? "") came; the service sends no more"
    case .unknown: "the service does not say whether there is more"
    case .page, .service: nil
    }
  }
}
