import Domain

extension Printer {
  mutating func print(_ explanation: Explanation) {
    if explanation.requests.isEmpty, explanation.skippedElsewhere.isEmpty {
      return line("The last command sent nothing", .faint)
    }
    if explanation.isCurl { return explanation.requests.forEach { line(Explanation.curl($0.exchange)) } }
    explanation.requests.forEach { print($0) }
    for decoding in explanation.skippedElsewhere {
      line(decoding.url, .emphasis)
      print(decoding.skipped)
    }
    let requests = explanation.requests
    let bytes = requests.reduce(0) { $0 + $1.exchange.bytes }
    let skipped = explanation.skipped.count
    var parts = [requests.count.counted("request"), bytes.readableSize]
    if skipped > 0 { parts.append("\(skipped.counted("row")) skipped") }
    // Requests run concurrently, so the longest says more than the sum.
    parts.append("slowest \(requests.map(\.total).max()?.readableMilliseconds ?? "0 ms")")
    note(parts.joined(separator: separator), .plain)
  }

  private mutating func print(_ request: Explanation.Request) {
    let exchange = request.exchange
    text.append(exchange.method + " ", .emphasis)
    line(exchange.url, .link)
    var parts = [
      exchange.source == .shared
        ? "shared with an identical request"
        : exchange.source == .network && exchange.attempts == 0 ? "not sent" : exchange.source.rawValue
    ]
    if let status = exchange.status { parts.append("HTTP \(status)") }
    if exchange.status != nil { parts.append(exchange.bytes.readableSize) }
    if exchange.attempts > 1 { parts.append("\(exchange.attempts) attempts") }
    if exchange.redirects > 0 { parts.append(exchange.redirects.counted("redirect")) }
    if exchange.waited >= .milliseconds(1) { parts.append("waited \(exchange.waited.readableMilliseconds)") }
    if exchange.transferred > .zero { parts.append("transferred in \(exchange.transferred.readableMilliseconds)") }
    if let decoding = request.decoding {
      let rows = decoding.rows.flatMap { $0 == decoding.shown ? nil : " of \($0.grouped)" } ?? ""
      parts.append(
        "\(decoding.shown.grouped)\(rows) row\(decoding.shown == 1 && rows.isEmpty ? "" : "s") parsed in \(decoding.took.readableMilliseconds)"
      )
    }
    note(parts.joined(separator: separator), indent: 2)
    if let timings = exchange.timings { note(timings.parts.joined(separator: separator), indent: 2) }
    if let error = exchange.error { note(ErrorMessages.sentence(for: error, isExplained: true), .error, indent: 2) }
    if let decoding = request.decoding {
      let empty = decoding.emptyFields.filter { decoding.why[$0] == nil }
      if !empty.isEmpty { note("empty in all rows: \(empty.joined(separator: ", "))", indent: 2) }
      for (field, reason) in decoding.reasons { note("\(field): \(reason)", indent: 2) }
    }
    print(request.decoding?.skipped ?? [])
  }

  private mutating func print(_ skipped: [SkippedRow]) {
    for line in skipped.inWords { note(line, .warning, indent: 2) }
  }
}

extension Decoding {
  /// The reasons in the order of the fields.
  var reasons: [(field: String, reason: String)] { emptyFields.compactMap { field in why[field].map { (field, $0) } } }
}

extension Exchange.Timings {
  /// The phases of the request, in order.
  fileprivate var parts: [String] {
    var parts = httpVersion.map { ["HTTP/\($0)"] } ?? []
    if isReused {
      parts.append("connection reused")
    } else {
      parts.append("DNS \(name.readableMilliseconds)")
      if connection > .zero { parts.append("connect \(connection.readableMilliseconds)") }
      if tls > .zero { parts.append("TLS \(tls.readableMilliseconds)") }
    }
    if firstByte > .zero {
      parts += ["first byte \(firstByte.readableMilliseconds)", "body \(body.readableMilliseconds)"]
    }
    return parts
  }
}

extension Duration {
  /// In tenths of a millisecond.
  var tenthsOfMilliseconds: Int { Int((self / .microseconds(100)).rounded()) }

  fileprivate var readableMilliseconds: String {
    let tenths = tenthsOfMilliseconds
    return tenths >= 100 ? "\((tenths + 5) / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }
}
