package import Domain

/// What a command asked of services, and how that went.
package struct Explanation: Sendable, Equatable {
  package var requests: [Request]
  /// Whether it is told as commands that ask the same.
  package var isCurl: Bool

  /// A request and what became of its answer.
  package struct Request: Sendable, Equatable {
    package var exchange: Exchange
    /// Nil where the answer was not read as rows.
    package var decoding: Decoding?

    /// All the time it took.
    package var total: Duration { exchange.waited + exchange.transferred + (decoding?.took ?? .zero) }
  }

  /// - Parameter log: nil where nothing was asked.
  package init(of log: ExchangeLog?, asCurl: Bool) {
    isCurl = asCurl
    var decodings = log?.decodings ?? []
    requests = (log?.exchanges ?? []).map { exchange in
      let index = decodings.firstIndex { $0.url == exchange.url }
      return Request(exchange: exchange, decoding: index.map { decodings.remove(at: $0) })
    }
  }

  /// A command line for a POSIX shell that asks what the request asked; secrets are not in it.
  package static func curl(_ exchange: Exchange) -> String {
    // Without globbing, so that brackets in a URL are no ranges.
    var words = ["curl", "--silent", "--show-error", "--globoff"]
    if exchange.method != "GET" { words += ["--request", quoted(exchange.method)] }
    for name in exchange.headers.keys.sorted() {
      words += ["--header", quoted("\(name): \(exchange.headers[name] ?? "")")]
    }
    return (words + [quoted(exchange.url)]).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
      default: false
      }
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

/// An explanation as text.
enum ExplanationText {
  static func render(_ explanation: Explanation) -> StyledText {
    var text = StyledText()
    if explanation.requests.isEmpty {
      text.append("The last command asked nothing", .faint)
      text.breakLine()
      return text
    }
    for request in explanation.requests {
      if explanation.isCurl {
        text.append(Explanation.curl(request.exchange))
        text.breakLine()
      } else {
        append(request, to: &text)
      }
    }
    if !explanation.isCurl { appendTotal(of: explanation.requests, to: &text) }
    return text
  }

  private static func append(_ request: Explanation.Request, to text: inout StyledText) {
    let exchange = request.exchange
    text.append(exchange.method + " ", .emphasis)
    text.append(exchange.url, .link)
    text.breakLine()
    var parts = [exchange.source.readable]
    if let status = exchange.status { parts.append("HTTP \(status)") }
    if exchange.status != nil { parts.append(exchange.bytes.readableSize) }
    if exchange.attempts > 1 { parts.append("\(exchange.attempts) attempts") }
    if exchange.waited >= .milliseconds(1) { parts.append("waited \(exchange.waited.readableMilliseconds)") }
    if exchange.transferred > .zero { parts.append("transferred in \(exchange.transferred.readableMilliseconds)") }
    if let decoding = request.decoding {
      parts.append("\(counted(decoding.shown, "row")) decoded in \(decoding.took.readableMilliseconds)")
    }
    text.append("  " + parts.joined(separator: " · "), .faint)
    text.breakLine()
    if let error = exchange.error {
      text.append("  " + ErrorMessages.sentence(for: error), .error)
      text.breakLine()
    }
    for skipped in request.decoding?.skipped ?? [] {
      text.append("  row \(skipped.row) skipped: \(skipped.reason)", .warning)
      text.breakLine()
    }
  }

  private static func appendTotal(of requests: [Explanation.Request], to text: inout StyledText) {
    let bytes = requests.reduce(0) { $0 + $1.exchange.bytes }
    let skipped = requests.reduce(0) { $0 + ($1.decoding?.skipped.count ?? 0) }
    var parts = [counted(requests.count, "request"), bytes.readableSize]
    if skipped > 0 { parts.append("\(counted(skipped, "row")) skipped") }
    // Requests run beside each other, so the longest tells more than the sum.
    parts.append("the longest took \(requests.map(\.total).max()?.readableMilliseconds ?? "0 ms")")
    text.append(parts.joined(separator: " · "))
    text.breakLine()
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
    case .sample: "sample"
    case .recording: "recording"
    case .shared: "shared with an identical request"
    }
  }
}

extension Duration {
  /// In tenths of a millisecond.
  fileprivate var tenthsOfMilliseconds: Int { Int((self / .microseconds(100)).rounded()) }

  fileprivate var readableMilliseconds: String {
    let tenths = tenthsOfMilliseconds
    return tenths >= 100 ? "\((tenths + 5) / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }

  /// As a JSON number.
  fileprivate var milliseconds: String { "\(tenthsOfMilliseconds / 10).\(tenthsOfMilliseconds % 10)" }
}

extension JSONRenderer {
  static func write(_ explanation: Explanation, to writer: inout JSONWriter) {
    writer.key("explain")
    writer.object { writer in
      writer.key("requests")
      writer.array { writer in
        for request in explanation.requests { write(request, isCurl: explanation.isCurl, to: &writer) }
      }
      writer.key("skipped")
      writer.array { writer in
        for request in explanation.requests {
          for skipped in request.decoding?.skipped ?? [] {
            writer.object { writer in
              writer.field("url", request.exchange.url)
              writer.field("row", skipped.row)
              writer.field("reason", skipped.reason)
            }
          }
        }
      }
    }
  }

  private static func write(_ request: Explanation.Request, isCurl: Bool, to writer: inout JSONWriter) {
    let exchange = request.exchange
    writer.object { writer in
      writer.field("method", exchange.method)
      writer.field("url", exchange.url)
      writer.field("source", exchange.source.rawValue)
      writer.field("status", exchange.status)
      writer.field("bytes", exchange.bytes)
      writer.field("attempts", exchange.attempts)
      writer.field("rows", request.decoding?.shown)
      for (key, duration) in [
        ("waitedMs", exchange.waited), ("transferredMs", exchange.transferred),
        ("decodedMs", request.decoding?.took ?? .zero), ("ms", request.total),
      ] as [(StaticString, Duration)] {
        writer.key(key)
        writer.raw(duration.milliseconds)
      }
      if let error = exchange.error { writer.field("error", error.code.rawValue) }
      if isCurl { writer.field("curl", Explanation.curl(exchange)) }
    }
  }
}
