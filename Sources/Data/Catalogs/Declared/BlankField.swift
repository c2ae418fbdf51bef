import Domain

/// Why a field is blank in every row, for `explain` and `catalog try`.
extension DeclaredClient {
  /// - Parameter suggesting: whether a place that the rows lack is compared with those they have, which takes time.
  /// - Returns: `isThere` is true if rows have an unusable value for it; nil if no reason is known.
  func blank(
    _ field: DeclaredCategory.Reading, in rows: [RowContext], suggesting: Bool = false
  ) -> (isThere: Bool, text: String)? {
    if rows.contains(where: { field.value.result(in: $0, as: field.kind) != nil }) {
      if !field.value.label.isEmpty { return (true, "its elements have no label") }
      return ["price": "currency", "currency": "price"][field.name].map { (true, "it needs \"\($0)\" too") }
    }
    let reasons = field.value.forms.compactMap { blank($0, as: field.kind, in: rows, suggesting) }
    return reasons.first(where: \.isThere) ?? reasons.first
  }

  private func blank(
    _ form: Form, as kind: Value.Kind, in rows: [RowContext], _ suggesting: Bool
  ) -> (isThere: Bool, text: String)? {
    guard let evaluation = rows.first?.evaluation else { return nil }
    let found = rows.flatMap { form.sources(in: $0, as: kind.ofTexts).prefix(form.isEach ? .max : 1).map(\.scalar) }
    var (rows, place) = (rows, "")
    let all = form.pointers.filter { !$0.place.isWhole || $0.scope == .around }
    var pointers = all.filter { $0.scope != .element }
    func isThere(_ pointer: ValuePointer) -> Bool {
      rows.contains { row in pointer.first(in: row) { Scalar($0)?.result(as: kind.ofTexts, in: row) } != nil }
    }
    // A template needs them all.
    func lacking(_ pointers: [ValuePointer]) -> [ValuePointer] {
      form.text == nil ? [] : pointers.filter { !isThere($0) }
    }
    var missing = lacking(pointers.filter { !form.isEach || $0 != form.pointers[0] })
    if case .each(let each) = form.source, missing.isEmpty {
      let elements = rows.flatMap { row in each.list.elements(in: row).map { row.with(value: $0, element: $0) } }
      if !elements.isEmpty {
        rows = elements.filter { element in each.conditions.allSatisfy { $0.holds(for: element.value) } }
        place = "elements of \(each.list.text)"
        if rows.isEmpty { return (true, "none of the \(place) meets \"where\"") }
        pointers = all.filter { $0.scope == .element }
        if pointers.isEmpty { pointers = [.whole] }
        missing = lacking(pointers)
      }
    }
    if form.template == nil || missing.isEmpty,
      let sample = found.first(where: { !evaluation.isNothing($0.text) }) ?? found.first
    {
      let what = "\(found.count) of \(rows.count)\(place.isEmpty ? "" : " " + place)"
      let fault = form.fault(of: sample, as: kind, evaluation)
      var text = "\(what) are \(fault), such as \(DeclaredTrial.short(sample.text))"
      if case .remote(let index)? = form.steps.map, evaluation.maps[index]?.isEmpty != false {
        text += lackOfMap(index)
      }
      return (true, text)
    }
    if form.text != nil, missing.isEmpty, pointers.allSatisfy(isThere) { return (true, "no row has all of its parts") }
    place = place.isEmpty ? "rows" : place
    for pointer in missing.isEmpty ? pointers : missing {
      guard let inner = rows.lazy.compactMap({ row in pointer.first(in: row) { $0 } }).first else { continue }
      let isSomething = inner.isSomething || inner == false
      let isNothing = Scalar(inner).map { evaluation.isNothing($0.text) } ?? false
      let what = pointer.place.isWhole ? "the first of the \(place)" : pointer.text
      let wanted = if case .count = form.source { "a list" } else { "text or a number" }
      let words = inner == .null ? "null" : isNothing ? Form.isNothing : isSomething ? "not \(wanted)" : "empty"
      return (isSomething, "\(what) is \(words)")
    }
    guard let first = missing.first ?? pointers.first else { return nil }
    let isAround = first.scope == .around
    var text = "no \(first.text) \(isAround ? "around the rows" : "in the \(place)")"
    if suggesting {
      let known = rows.compactMap { isAround ? $0.around : $0.value }.flatMap { DeclaredTrial.leaves(of: $0) }
        .map { (isAround ? "^" : "") + $0.pointer }
      let near = Spelling.nearest(to: first.text, among: known.unique.sorted())
      text += near.map { "; did you mean \($0)?" } ?? ""
    }
    // That the rows lack a place is worth reporting only for part of a template.
    return (!missing.isEmpty && missing.count < all.count, text)
  }

  private func lackOfMap(_ index: Int) -> String {
    guard case .literal(let path)? = declaration.maps[index].request.path.parts.first,
      let exchange = RequestContext.current.log?.exchanges.last(where: { $0.url.contains(path) })
    else { return "; the map was not requested" }
    if exchange.status == 200 { return "; the map's answer has \(declaration.maps[index].lack)" }
    return "; the map could not be fetched" + (exchange.status.map { ": HTTP \($0)" } ?? "")
  }
}

extension Form {
  fileprivate static let isNothing = "listed in \"nothing\""

  /// What is wrong with an unusable value that the form reads.
  fileprivate func fault(of scalar: Scalar, as kind: Value.Kind, _ evaluation: Value.EvaluationContext) -> String {
    if kind != .name, evaluation.isNothing(scalar.text) { return Self.isNothing }
    let part = split.flatMap { Self.parts(of: scalar.text, at: $0).first.map(Scalar.text) } ?? scalar
    if kind == .flag { return "neither true nor false" }
    if kind == .whole, let number = Int(part.text), number < 0 { return "lower than 0" }
    return steps.fault(of: part, with: evaluation) ?? "no \((kind == .fact ? .text : kind).rawValue)"
  }
}
