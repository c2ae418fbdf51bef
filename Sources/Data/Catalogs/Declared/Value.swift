import Domain
import FoundationEssentials
import Wire

/// How to read a field from a row: the first of several forms with a value of the field's type.
struct Value: Sendable {
  let forms: [Form]

  /// What a field, a fact or a template accepts.
  enum Kind: Sendable {
    /// Text and numbers, except those in `nothing`.
    case text
    /// The same, but `nothing` does not apply: a film may be called "Unknown".
    case name
    case number
    case flag
    case date
    case address
    /// As `text`; `true` and `false` are `yes` and `no`.
    case fact
  }

  /// The result of reading a value.
  enum Result: Sendable, Equatable {
    /// Also for numbers, as digits.
    case text(String)
    case flag(Bool)
    case date(ReleaseDate)
    case address(WebLink)

    var text: String? { if case .text(let text) = self { text } else { nil } }
  }

  /// What the values of a declaration share: the texts that count as nothing, and the requested maps.
  struct Surroundings: Sendable {
    var nothing: Set<String> = []
    /// By index among the declaration's requested maps; an unavailable one is missing.
    var maps: [Int: [String: String]] = [:]

    func isNothing(_ text: String) -> Bool { !nothing.isEmpty && nothing.contains(text.trimmed.lowercased()) }
  }

  func result(in row: RowContext, as kind: Kind, with surroundings: Surroundings) -> Result? {
    for form in forms {
      if let result = form.result(in: row, as: kind, with: surroundings) { return result }
    }
    return nil
  }
}

/// One way to read a value, with its conversions in the order they apply.
struct Form: Sendable {
  /// Nil for a lone template or constant.
  var source: Source?
  var steps = Steps()
  /// Formats the result; `{value}` is the value so far.
  var template: Template?

  enum Source: Sendable {
    case at(ValuePointer)
    case each(Each)
    case count(ValuePointer)
  }

  struct Each: Sendable {
    var list: ValuePointer
    var conditions: [Condition] = []
    /// Within each element.
    var at = Pointer.whole
    var joint: Joint = .text(", ")

    enum Joint: Sendable {
      case text(String)
      /// Each is followed by the separator in the element itself.
      case inElement(Pointer)
      case first
    }
  }

  /// Converts a single value, or each element.
  struct Steps: Sendable {
    var strip: [String] = []
    var conversion: Conversion?
    var map: Map?
    var times: Decimal?
    var least: Decimal?

    enum Map: Sendable {
      case constant([String: Scalar])
      /// By index among the declaration's requested maps.
      case asked(Int)
    }
  }

  func result(in row: RowContext, as kind: Value.Kind, with surroundings: Value.Surroundings) -> Value.Result? {
    guard let template else { return source(in: row, as: kind, surroundings) }
    var value: String?
    if source != nil {
      guard let given = source(in: row, as: kind == .name ? .name : .text, surroundings)?.text else { return nil }
      value = given
    }
    guard let text = template.text(in: row, value: value, isName: kind == .name, with: surroundings) else { return nil }
    return Scalar.text(text).result(as: kind, with: surroundings)
  }

  private func source(
    in row: RowContext, as kind: Value.Kind, _ surroundings: Value.Surroundings
  ) -> Value.Result? {
    switch source {
    case nil: return nil
    case .at(let pointer)?:
      return pointer.value(in: row).flatMap { steps.result(of: $0, as: kind, with: surroundings) }
    case .count(let pointer)?:
      guard let list = pointer.value(in: row)?.array else { return nil }
      return steps.result(of: .number(String(list.count)), as: kind, with: surroundings)
    case .each(let each)?:
      return each.result(in: row, as: kind, steps, surroundings)
    }
  }
}

extension Form.Each {
  fileprivate func result(
    in row: RowContext, as kind: Value.Kind, _ steps: Form.Steps, _ surroundings: Value.Surroundings
  ) -> Value.Result? {
    let elements: [JSONValue] =
      switch list.value(in: row) {
      case nil, .null: []
      case .array(let elements)?: elements
      case let single?: [single]
      }
    let wanted = elements.lazy.filter { element in conditions.allSatisfy { $0.holds(for: element) } }
    func result(_ element: JSONValue, as kind: Value.Kind) -> Value.Result? {
      at.value(in: element).flatMap { steps.result(of: $0, as: kind, with: surroundings) }
    }
    // Joined parts are text, whatever the field's type.
    let part: Value.Kind = kind == .name || kind == .fact ? kind : .text
    let joined: String
    switch joint {
    case .first:
      for element in wanted {
        if let found = result(element, as: kind) { return found }
      }
      return nil
    case .text(let separator):
      joined = wanted.compactMap { result($0, as: part)?.text }.joined(separator: separator)
    case .inElement(let pointer):
      joined = wanted.compactMap { element in
        guard let text = result(element, as: part)?.text else { return nil }
        return if case .string(let separator)? = pointer.value(in: element) { text + separator } else { text }
      }.joined()
    }
    return Scalar.text(joined).result(as: kind, with: surroundings)
  }
}

extension Form.Steps {
  /// - Parameter json: any value at the pointer.
  fileprivate func result(
    of json: JSONValue, as kind: Value.Kind, with surroundings: Value.Surroundings
  ) -> Value.Result? {
    guard var scalar = Scalar(json), kind == .name || !surroundings.isNothing(scalar.text) else { return nil }
    if let prefix = strip.first(where: { scalar.text.hasPrefix($0) }) {
      scalar = .text(String(scalar.text.dropFirst(prefix.count)))
    }
    if let conversion {
      guard let converted = conversion.converted(scalar) else { return nil }
      scalar = converted
    }
    if let map {
      guard let mapped = map.value(of: scalar.text, with: surroundings) else { return nil }
      scalar = mapped
    }
    if let times {
      guard let product = scalar.decimal.map({ $0 * times }), !product.isNaN else { return nil }
      scalar = .number("\(product)")
    }
    if let least {
      guard let decimal = scalar.decimal, decimal >= least else { return nil }
    }
    return scalar.result(as: kind, with: surroundings)
  }
}

extension Form.Steps.Map {
  fileprivate func value(of key: String, with surroundings: Value.Surroundings) -> Scalar? {
    switch self {
    case .constant(let map): map[key]
    case .asked(let index): surroundings.maps[index]?[key].map(Scalar.text)
    }
  }
}

/// Selects rows or elements: those with one of these texts at the pointer.
struct Condition: Sendable {
  let pointer: Pointer
  let texts: Set<String>

  func holds(for row: JSONValue) -> Bool {
    guard let value = pointer.value(in: row) else { return false }
    // A service may write one value or a list in the same place, and mean the same.
    let values = value.array ?? [value]
    return values.contains { Scalar($0).map { texts.contains($0.text) } ?? false }
  }
}

/// Text with placeholders for values of the row: `Season {/number}`.
struct Template: Sendable {
  let parts: [Part]

  enum Part: Sendable {
    case literal(String)
    case pointer(ValuePointer)
    case value
  }

  /// Nil if a value is missing.
  fileprivate func text(
    in row: RowContext, value: String?, isName: Bool, with surroundings: Value.Surroundings
  ) -> String? {
    var isAddress = false
    if case .literal(let start)? = parts.first { isAddress = start.lowercased().hasPrefix("http") }
    var text = ""
    for part in parts {
      let filling: String?
      switch part {
      case .literal(let literal):
        text += literal
        continue
      case .value: filling = value
      case .pointer(let pointer):
        let found = pointer.value(in: row).flatMap(Scalar.init)
        filling = found?.result(as: isName ? .name : .text, with: surroundings)?.text
      }
      guard let filling else { return nil }
      text += isAddress ? PercentEncoding.encoded(filling, keeping: "/") : filling
    }
    return text
  }
}
