import Domain

/// An explanation as text.
enum ExplanationText {
  /// - Parameter separator: what stands between facts in one line.
  static func render(_ explanation: Explanation, separator: String = " · ", width: Int?) -> StyledText {
    var text = StyledText()
    if explanation.requests.isEmpty, explanation.skippedElsewhere.isEmpty {
      text.append("The last command asked nothing", .faint)
      text.breakLine()
      return text
    }
    for request in explanation.requests {
      if explanation.isCurl {
        text.append(Explanation.curl(request.exchange))
        text.breakLine()
      } else {
        append(request, separator, width: width, to: &text)
      }
    }
    if explanation.isCurl { return text }
    for decoding in explanation.skippedElsewhere {
      text.append(StyledText.madeVisible(decoding.url), .emphasis)
      text.breakLine()
      append(decoding.skipped, width: width, to: &text)
    }
    appendTotal(of: explanation, separator, width: width, to: &text)
    return text
  }

  private static func append(
    _ request: Explanation.Request, _ separator: String, width: Int?, to text: inout StyledText
  ) {
    let exchange = request.exchange
    text.append(exchange.method + " ", .emphasis)
    text.append(exchange.url, .link)
    text.breakLine()
    var parts = [exchange.source.readable]
    if let status = exchange.status { parts.append("HTTP \(status)") }
    if exchange.status != nil { parts.append(exchange.bytes.readableSize) }
    if exchange.attempts > 1 { parts.append("\(exchange.attempts) attempts") }
    if exchange.redirects > 0 { parts.append(counted(exchange.redirects, "redirect")) }
    if exchange.waited >= .milliseconds(1) { parts.append("waited \(exchange.waited.readableMilliseconds)") }
    if exchange.transferred > .zero { parts.append("transferred in \(exchange.transferred.readableMilliseconds)") }
    if let decoding = request.decoding {
      let rows = decoding.rows.flatMap { $0 == decoding.shown ? nil : " of \($0)" } ?? ""
      parts.append(
        "\(decoding.shown)\(rows) row\(decoding.shown == 1 && rows.isEmpty ? "" : "s") decoded in \(decoding.took.readableMilliseconds)"
      )
    }
    text.append(wrapping: parts.joined(separator: separator), .faint, width: width, indent: 2)
    if let timings = exchange.timings {
      text.append(wrapping: timings.parts.joined(separator: separator), .faint, width: width, indent: 2)
    }
    if let error = exchange.error {
      text.append(wrapping: ErrorMessages.sentence(for: error), .error, width: width, indent: 2)
    }
    if let empty = request.decoding?.emptyFields, !empty.isEmpty {
      let names = empty.map { StyledText.madeVisible($0) }.joined(separator: ", ")
      text.append(wrapping: "empty in all rows: \(names)", .faint, width: width, indent: 2)
    }
    append(request.decoding?.skipped ?? [], width: width, to: &text)
  }

  private static func append(_ skipped: [SkippedRow], width: Int?, to text: inout StyledText) {
    for skipped in skipped {
      text.append(wrapping: "row \(skipped.row) skipped: \(skipped.reason)", .warning, width: width, indent: 2)
    }
  }

  private static func appendTotal(
    of explanation: Explanation, _ separator: String, width: Int?, to text: inout StyledText
  ) {
    let requests = explanation.requests
    let bytes = requests.reduce(0) { $0 + $1.exchange.bytes }
    let skipped = explanation.skipped.count
    var parts = [counted(requests.count, "request"), bytes.readableSize]
    if skipped > 0 { parts.append("\(counted(skipped, "row")) skipped") }
    // Requests run beside each other, so the longest tells more than the sum.
    parts.append("the longest took \(requests.map(\.total).max()?.readableMilliseconds ?? "0 ms")")
    text.append(wrapping: parts.joined(separator: separator), width: width)
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
  /// Each part that took place, in its order.
  fileprivate var parts: [String] {
    var parts = httpVersion.map { ["HTTP/\($0)"] } ?? []
    if isReused {
      parts.append("connection reused")
    } else {
      parts.append("name \(name.readableMilliseconds)")
      if connection > .zero { parts.append("connection \(connection.readableMilliseconds)") }
      if tls > .zero { parts.append("TLS \(tls.readableMilliseconds)") }
    }
    if firstByte > .zero { parts.append("first byte \(firstByte.readableMilliseconds)") }
    if firstByte > .zero { parts.append("body \(body.readableMilliseconds)") }
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
