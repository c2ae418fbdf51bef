import Domain
import FoundationEssentials

/// One way to read a value, with its conversions in the order they apply.
struct Form: Sendable {
  var source: Source
  /// For the field `count`: what it counts.
  var unit: CountUnit?
  /// Splits the text before any other conversion.
  var split: String?
  var steps = Steps()
  /// For `each` and `split`; nil joins with a comma.
  var joint: Joint?
  /// Formats the result, or each element of `each`; `{value}` is the value so far.
  var template: Template?

  enum Source: Sendable {
    case at(ValuePointer)
    case each(Each)
    case count(ValuePointer)
    /// A template or constant, which the steps then convert.
    case text(Template)
  }

  struct Each: Sendable {
    var list: ValuePointer
    var conditions: [Condition] = []
    /// The place within each element.
    var at = Pointer.whole

    /// The elements that meet the conditions; anything but a list counts as a list of one.
    func elements(of row: RowContext) -> [JSONValue] {
      let elements = list.elements(in: row)
      return conditions.isEmpty
        ? elements : elements.filter { element in conditions.allSatisfy { $0.holds(for: element) } }
    }
  }

  enum Joint: Sendable {
    case text(String)
    /// Each is followed by the separator in the element itself.
    case inElement(Pointer)
    case first
  }

  /// Converts a single value, or each element.
  struct Steps: Sendable {
    var after: String?
    var before: String?
    var strip: [String] = []
    var trim: String?
    var conversion: Conversion?
    var map: Map?
    var times: Decimal?
    var least: Decimal?

    var convertTexts: Bool { cutTexts || conversion != nil }
    fileprivate var cutTexts: Bool { after != nil || before != nil || !strip.isEmpty || trim != nil }

    enum Map: Sendable {
      case constant([String: Scalar])
      /// By index among the declaration's requested maps.
      case remote(Int)

      fileprivate func value(of key: String, with evaluation: Value.EvaluationContext) -> Scalar? {
        switch self {
        case .constant(let map): map[key]
        case .remote(let index): evaluation.maps[index]?[key].map(Scalar.text)
        }
      }
    }
  }

  func result(in row: RowContext, as kind: Value.Kind) -> ItemField.Value? {
    guard let template, !isEach else { return converted(row, as: kind) }
    guard let given = converted(row, as: kind.ofTexts)?.text,
      let text = template.text(in: row, value: given, as: kind.ofTexts)
    else { return nil }
    return Scalar.text(text).result(as: kind, in: row)
  }

  /// The pointers to what it reads, its source's first.
  var pointers: [ValuePointer] {
    let own: [ValuePointer] =
      switch source {
      case .at(let place), .count(let place): [place]
      case .each(let each): [each.list, ValuePointer(scope: .element, place: each.at)]
      case .text: []
      }
    return own + (text?.pointers ?? [])
  }

  /// Its template, before or after the conversions.
  var text: Template? { if case .text(let text) = source { text } else { template } }

  /// Nil if there is no value.
  func isNumber(in row: RowContext) -> Bool? {
    sources(in: row, as: .name).first.map { if template == nil, case .number = $0.scalar { true } else { false } }
  }

  var isEach: Bool { if case .each = source { true } else { false } }

  private func converted(_ row: RowContext, as kind: Value.Kind) -> ItemField.Value? {
    let joins = joint.map { if case .first = $0 { false } else { true } } ?? (isEach || split != nil)
    // Joined parts are text, whatever the field's type.
    let part = !joins || kind == .fact ? kind : kind.ofTexts
    var joined = ""
    var separator: String?
    for (scalar, element) in sources(in: row, as: kind.ofTexts) {
      for scalar in parts(of: scalar, in: row, as: kind.ofTexts) {
        guard let result = scalar.result(as: part, in: row) else { continue }
        if !joins { return result }
        joined += (separator ?? "") + (result.text ?? "")
        switch joint {
        case .inElement(let pointer)?:
          if case .string(let between)? = element.flatMap({ pointer.value(in: $0) }) { joined += between }
          separator = ""
        case .text(let text)?: separator = text
        case .first?, nil: separator = ", "
        }
      }
    }
    return Scalar.text(joined).result(as: kind, in: row)
  }

  /// The values of the form before its conversions, each with the element it is in.
  func sources(in row: RowContext, as kind: Value.Kind) -> [(scalar: Scalar, element: JSONValue?)] {
    switch source {
    case .at(let pointer): return pointer.values(in: row).compactMap { Scalar($0).map { ($0, nil) } }
    case .count(let pointer): return pointer.count(in: row).map { [(.number(String($0)), nil)] } ?? []
    case .text(let template): return template.text(in: row, value: nil, as: kind).map { [(.text($0), nil)] } ?? []
    case .each(let each):
      return each.elements(of: row).compactMap { element in
        let value = each.at.first(in: element, Scalar.init)
        guard let template, template.readsElement else { return value.map { ($0, element) } }
        let given = value?.result(as: kind, in: row)?.text
        return template.text(in: row.with(element: element), value: given, as: kind).map { (.text($0), element) }
      }
    }
  }

  /// The converted parts of a value, or of an element. A template that reads the element comes first; one that only has
  /// `{value}` comes last.
  private func parts(of scalar: Scalar, in row: RowContext, as kind: Value.Kind) -> [Scalar] {
    func isSomething(_ part: Scalar) -> Bool { kind == .name || !row.evaluation.isNothing(part.text) }
    // Only a map accepts a flag; the other conversions would show the word `true` or `false`.
    if case .flag = scalar, split != nil || steps.convertTexts { return [] }
    guard isSomething(scalar) else { return [] }
    let texts = split.map { Self.parts(of: scalar.text, at: $0).map(Scalar.text).filter(isSomething) } ?? [scalar]
    let parts = texts.compactMap { steps.converted($0, with: row.evaluation) }
    guard let template, isEach, !template.readsElement else { return parts }
    return parts.compactMap { part in
      guard let given = part.result(as: kind, in: row)?.text else { return nil }
      return template.text(in: row, value: given, as: kind).map { .text($0) }
    }
  }

  /// The parts of a text, without spaces around them and without blank ones.
  static func parts(of text: String, at separator: String) -> [String] {
    // By scalars: a separator may be half of what counts as one character, as in `\r\n`.
    text.unicodeScalars.split(separator: separator.unicodeScalars).map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}

extension ValuePointer {
  /// The number of elements in the list, or in all lists that `*` matches; nil if there is no list.
  fileprivate func count(in row: RowContext) -> Int? {
    guard let base = base(in: row), let found = place.found(in: base) else { return nil }
    if place.hasStar { return place.elements(in: base).count }
    switch found.first?.value {
    case .array(let elements)?: return elements.count
    case .object(let members)? where members.isElement: return 1
    case .string(let text)? where base.isElement: return text.isEmpty ? nil : 1
    default: return nil
    }
  }
}

extension Form.Steps {
  /// Nil if the value cannot be converted or has no meaning.
  func converted(_ scalar: Scalar, with evaluation: Value.EvaluationContext) -> Scalar? {
    guard var scalar = cut(scalar) else { return nil }
    if let conversion {
      guard let converted = conversion.converted(scalar) else { return nil }
      scalar = converted
    }
    if let map {
      guard let mapped = map.value(of: scalar.text, with: evaluation) else { return nil }
      scalar = mapped
    }
    if let times {
      guard let product = scalar.decimal.map({ $0 * times }), !product.isNaN else { return nil }
      scalar = .number(product.description)
    }
    if let least {
      guard let decimal = scalar.decimal, decimal >= least else { return nil }
    }
    return scalar
  }

  /// Why `converted` finds nothing in a value: `without " - "`; nil if it finds something.
  func fault(of scalar: Scalar, with evaluation: Value.EvaluationContext) -> String? {
    let marks = [after, before].compactMap(\.self)
    if let mark = marks.first(where: { scalar.text.unicodeScalars.firstRange(of: $0.unicodeScalars) == nil }) {
      return "without \"\(mark)\""
    }
    guard var scalar = cut(scalar) else { return "cut to nothing" }
    if let conversion {
      guard let converted = conversion.converted(scalar) else { return "not readable as \"\(conversion.rawValue)\"" }
      scalar = converted
    }
    if let map {
      guard let mapped = map.value(of: scalar.text, with: evaluation) else { return "not in its map" }
      scalar = mapped
    }
    guard let decimal = scalar.decimal else { return times == nil && least == nil ? nil : "no number" }
    return least.flatMap { decimal * (times ?? 1) < $0 ? "lower than \($0)" : nil }
  }

  /// The part of a text that `after`, `before`, `strip` and `trim` leave; nil if a mark is missing or nothing is left.
  func cut(_ scalar: Scalar) -> Scalar? {
    guard cutTexts else { return scalar }
    var text = scalar.text[...]
    if let after {
      guard let mark = text.unicodeScalars.firstRange(of: after.unicodeScalars) else { return nil }
      text = Substring(String(text[mark.upperBound...]).trimmed)
    }
    if let before {
      guard let mark = text.unicodeScalars.firstRange(of: before.unicodeScalars) else { return nil }
      text = Substring(String(text[..<mark.lowerBound]).trimmed)
    }
    if let prefix = strip.first(where: { text.hasPrefix($0) }) { text = text.dropFirst(prefix.count) }
    if let trim, text.hasSuffix(trim) { text = text.dropLast(trim.count) }
    if text.count == scalar.text.count { return scalar }
    return text.isEmpty ? nil : .text(String(text))
  }
}
