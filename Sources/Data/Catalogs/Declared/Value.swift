import Domain

/// How to read a field from a row: the first of several forms with a value of the field's type.
struct Value: Sendable {
  let forms: [Form]
  /// For facts: the name of each element of `each`.
  var label: [Form] = []

  /// Whether a row cannot have several values for it.
  var isSingle: Bool {
    guard forms.count == 1, forms[0].split == nil, case .at(let pointer) = forms[0].source else { return false }
    return !pointer.place.hasStar
  }

  /// What a field, a fact or a template accepts, by its name for people.
  enum Kind: String, Sendable {
    /// Text and numbers, except those in `nothing`.
    case text = "usable text"
    /// The same, but `nothing` does not apply: a film may be called "Unknown".
    case name
    /// Of a price: as text, because no digit may be lost.
    case number
    case whole = "whole number"
    /// A duration: not negative, and less than a billion.
    case seconds = "duration"
    case flag = "true or false"
    case date
    case address
    /// Like `text`; `true` and `false` become `yes` and `no`.
    case fact

    /// What the texts must be that make up a value of this kind.
    var ofTexts: Kind { self == .name ? .name : .text }
  }

  /// What the values of a declaration share: the texts that count as missing, and the requested maps. A class, because
  /// it is passed on for every value.
  final class EvaluationContext: Sendable {
    let nothing: Set<String>
    /// By index among the declaration's requested maps; an unavailable one is missing.
    let maps: [Int: [String: String]]
    /// The service's address; nil in tests of values alone.
    let base: DeclaredBase?

    static let empty = EvaluationContext()

    init(nothing: Set<String> = [], maps: [Int: [String: String]] = [:], base: DeclaredBase? = nil) {
      (self.nothing, self.maps, self.base) = (nothing, maps, base)
    }

    func isNothing(_ text: String) -> Bool { nothing.mean(text) }

    /// An item's address: one that begins with `/`, `./` or `../` is relative to the request, and one on a replaced
    /// base moves to the replacement.
    func address(_ text: String, after request: String?) -> WebLink? {
      if let request, ["/", "./", "../"].contains(where: { text.hasPrefix($0) }) {
        return base?.resolved(text.replacing(" ", with: "%20"), after: request).flatMap(WebLink.init)
      }
      let moved = base?.moved(text) ?? text
      if let link = WebLink(moved) { return link }
      // Only now, because looking for blanks in each address would be slow.
      let filled = moved.replacing(" ", with: "%20")
      return WebAddress(filled) == nil ? nil : WebLink(filled)
    }
  }

  /// Whether it reads a number, rather than a text that is one.
  func isNumber(in row: RowContext) -> Bool { forms.lazy.compactMap { $0.isNumber(in: row) }.first ?? false }

  /// The facts of a value whose elements have their own labels.
  func labelled(in row: RowContext) -> [Fact] {
    guard !label.isEmpty, let form = forms.first, case .each(let each) = form.source else { return [] }
    var single = form
    single.source = .each(Form.Each(list: ValuePointer(scope: .element, place: .whole), at: each.at))
    return each.elements(of: row).compactMap { element in
      let inner = RowContext(
        value: element, around: row.value, url: row.url, element: element, evaluation: row.evaluation)
      let name = label.lazy.compactMap { $0.result(in: inner, as: .name)?.text }.first
      guard let name, let text = single.result(in: row.with(element: element), as: .fact)?.text else { return nil }
      return Fact(name, text)
    }
  }

  /// For the field `count`: what its number counts.
  func unit(in row: RowContext) -> CountUnit? {
    let form = forms.first { $0.result(in: row, as: .whole) != nil }
    return form?.unit ?? forms.lazy.compactMap(\.unit).first
  }

  func result(in row: RowContext, as kind: Kind) -> ItemField.Value? {
    for form in forms { if let result = form.result(in: row, as: kind) { return result } }
    return nil
  }
}

/// Selects rows or elements that have one of these texts at the pointer; nil means nothing there.
struct Condition: Sendable {
  let pointer: Pointer
  let texts: Set<String?>

  func holds(for row: JSONValue) -> Bool {
    // A service may write one value or a list in the same place.
    let values = pointer.elements(in: row)
    if texts.contains(nil), !values.contains(where: \.isSomething) { return true }
    return values.contains { value in
      // Blank text is a text to compare with.
      let text = if case .string(let text) = value { text } else { Scalar(value)?.text }
      return text.map(texts.contains) ?? false
    }
  }
}

/// Text with placeholders for values of the row: `Season {/number}`.
struct Template: Sendable {
  /// The first complete one is used.
  let alternatives: [TextTemplate<Name>]

  enum Name: Sendable {
    case pointer(ValuePointer)
    case value
    case base
  }

  /// Whether it reads the elements of `each`.
  var readsElement: Bool { pointers.contains { $0.scope == .element } }

  var pointers: [ValuePointer] { names.compactMap { if case .pointer(let pointer) = $0 { pointer } else { nil } } }

  /// Whether it is the same for all elements of `each`.
  var isOfRow: Bool { !readsElement && !names.contains { if case .value = $0 { true } else { false } } }

  private var names: [Name] { alternatives.flatMap(\.names) }

  /// Nil if a value is missing.
  func text(in row: RowContext, value: String?, as kind: Value.Kind) -> String? {
    alternatives.lazy.compactMap { template in
      let isAddress =
        switch template.parts.first {
        case .literal(let start)?: start.lowercased().hasPrefix("http")
        case .name(.base)?: true
        default: false
        }
      return template.filled { name in
        let filling: String? =
          switch name {
          case .base: row.evaluation.base?.asked
          case .value: value
          case .pointer(let pointer): pointer.first(in: row) { Scalar($0)?.result(as: kind, in: row)?.text }
          }
        if !isAddress { return filling }
        if case .base = name { return filling }
        return filling.map { PercentEncoding.encoded($0, keeping: "/") }
      }
    }.first
  }
}

extension Set<String> {
  /// Whether a declaration's words for nothing include this text.
  func mean(_ text: String) -> Bool { !isEmpty && contains(text.trimmed.lowercased()) }
}
