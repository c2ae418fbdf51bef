import Domain

extension TextRenderer {
  func render(_ explanation: Explanation) -> StyledText {
    var text = StyledText()
    if explanation.requests.isEmpty, explanation.skippedElsewhere.isEmpty {
      text.append(line: "The last command sent nothing", .faint)
      return text
    }
    if explanation.isCurl { return StyledText(lines: explanation.requests.map { Explanation.curl($0.exchange) }) }
    for request in explanation.requests { append(request, to: &text) }
    for decoding in explanation.skippedElsewhere {
      text.append(line: decoding.url, .emphasis)
      append(decoding.skipped, to: &text)
    }
    let requests = explanation.requests
    let bytes = requests.reduce(0) { $0 + $1.exchange.bytes }
    let skipped = explanation.skipped.count
    var parts = [Self.counted(requests.count, "request"), bytes.readableSize]
    if skipped > 0 { parts.append("\(Self.counted(skipped, "row")) skipped") }
    // Requests run concurrently, so the longest says more than the sum.
    parts.append("slowest \(requests.map(\.total).max()?.readableMilliseconds ?? "0 ms")")
    text.append(wrapping: parts.joined(separator: separator), width: width)
    return text
  }

  private func append(_ request: Explanation.Request, to text: inout StyledText) {
    let exchange = request.exchange
    text.append(exchange.method + " ", .emphasis)
    text.append(line: exchange.url, .link)
    var parts = [exchange.source.readable]
    if let status = exchange.status { parts.append("HTTP \(status)") }
    if exchange.status != nil { parts.append(exchange.bytes.readableSize) }
    if exchange.attempts > 1 { parts.append("\(exchange.attempts) attempts") }
    if exchange.redirects > 0 { parts.append(Self.counted(exchange.redirects, "redirect")) }
    if exchange.waited >= .milliseconds(1) { parts.append("waited \(exchange.waited.readableMilliseconds)") }
    if exchange.transferred > .zero { parts.append("transferred in \(exchange.transferred.readableMilliseconds)") }
    if let decoding = request.decoding {
      let rows = decoding.rows.flatMap { $0 == decoding.shown ? nil : " of \($0)" } ?? ""
      parts.append(
        "\(decoding.shown)\(rows) row\(decoding.shown == 1 && rows.isEmpty ? "" : "s") parsed in \(decoding.took.readableMilliseconds)"
      )
    }
    text.append(wrapping: parts.joined(separator: separator), .faint, width: width, indent: 2)
    if let timings = exchange.timings {
      text.append(wrapping: timings.parts.joined(separator: separator), .faint, width: width, indent: 2)
    }
    if let error = exchange.error {
      text.append(wrapping: ErrorMessages.sentence(for: error), .error, width: width, indent: 2)
    }
    if let decoding = request.decoding {
      let empty = decoding.emptyFields.filter { decoding.unfit[$0] == nil }
      if !empty.isEmpty {
        text.append(wrapping: "empty in all rows: \(empty.joined(separator: ", "))", .faint, width: width, indent: 2)
      }
      for field in decoding.emptyFields {
        guard let unfit = decoding.unfit[field] else { continue }
        text.append(
          wrapping:
            "\(field): \(unfit.count) of \(decoding.shown) are no \(unfit.type), such as \(unfit.sample)",
          .faint, width: width, indent: 2)
      }
    }
    append(request.decoding?.skipped ?? [], to: &text)
  }

  private func append(_ skipped: [SkippedRow], to text: inout StyledText) {
    // Rows skipped for one cause are one line, where the first of them stood.
    var causes: [String] = []
    var rows: [String: [Int]] = [:]
    for skipped in skipped {
      if rows[skipped.reason] == nil { causes.append(skipped.reason) }
      rows[skipped.reason, default: []].append(skipped.row)
    }
    for cause in causes {
      let numbers = rows[cause] ?? []
      let which =
        numbers.count == 1
        ? "row \(numbers[0])"
        : numbers.count <= 5
          ? "rows \(numbers.map(String.init).joined(separator: ", "))"
          : "\(numbers.count) rows, such as row \(numbers[0]),"
      text.append(wrapping: "\(which) skipped: \(cause)", .warning, width: width, indent: 2)
    }
  }

  private static func counted(_ number: Int, _ what: String) -> String {
    "\(number) \(what)" + (number == 1 ? "" : "s")
  }
}

extension Exchange.Source {
  fileprivate var readable: String {
    switch self {
    case .network: "network"
    case .cache: "cache"
    case .disk: "disk"
    case .sample: "sample"
    case .recording: "recording"
    case .shared: "shared with an identical request"
    }
  }
}

extension Exchange.Timings {
  /// The phases that took place, in order.
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
