import Domain

extension JSONRenderer {
  /// Writes the result of an errand for one item as a value, for several as a list in the order picked.
  static func write(_ report: ItemAction.Report, to writer: inout JSONWriter) {
    if report.isDownload { writeDownloads(report.results, to: &writer) }
    if let first = report.results.first, !report.isDownload {
      writer.key(first.key)
      if report.isForSeveral {
        writer.array { writer in report.results.forEach { write($0, to: &writer) } }
      } else {
        write(first, to: &writer)
      }
    }
    let wasStopped = report.results.contains {
      if case .played(_, let playback) = $0 { playback.wasStopped } else { false }
    }
    if wasStopped || report.left > 0 { writer.field("stopped", true) }
    if report.left > 0 { writer.field("left", report.left) }
    if !report.unsuitable.isEmpty {
      writer.key("lacking")
      writer.array { writer in report.unsuitable.forEach { writer.raw(String($0)) } }
    }
    if report.failures.isEmpty { return }
    writer.objects("failed", report.failures) { writer, failure in
      writer.field("number", failure.row.number)
      writer.field("code", failure.error.code.rawValue)
      writer.field("message", ErrorMessages.sentence(for: failure.error))
    }
  }

  private static func write(_ result: ItemAction.Result, to writer: inout JSONWriter) {
    func artwork(_ link: WebLink, file: String? = nil, isKept: Bool = false) {
      writer.object { writer in
        writer.field("url", link.text)
        writer.field("file", file)
        if isKept { writer.field("kept", true) }
      }
    }
    switch result {
    case .link(let link), .opened(let link), .copied(let link, _), .played(let link, _): writer.value(link.text)
    case .shown(let link), .cover(let link, _): artwork(link)
    case .saved(let link, let file, _): artwork(link, file: file)
    case .kept(let link, let file): artwork(link, file: file, isKept: true)
    case .got, .had, .began: break  // `writeDownloads` writes these.
    }
  }

  /// `fullIn` is in seconds. A replay has no budgets, so that its output is the same each time.
  static func write(_ budgets: [RequestBudget], to writer: inout JSONWriter) {
    writer.key("limits")
    writer.object { writer in
      writer.objects("hosts", budgets) { writer, budget in
        writer.field("host", budget.host)
        if budget.capacity != nil { writer.field("available", budget.available) }
        writer.field("capacity", budget.capacity)
        writer.field("sent", budget.sent)
        writer.field("sentByOthers", budget.sentByOthers)
        if budget.capacity != nil { writer.field("fullIn", budget.fullIn.roundedUp) }
        if !budget.windows.isEmpty { write(budget.windows, to: &writer) }
        if !budget.isShared { writer.field("shared", false) }
      }
    }
  }

  private static func write(_ windows: [RequestBudget.Window], to writer: inout JSONWriter) {
    writer.objects("windows", windows) { writer, window in
      writer.field("requests", window.requests)
      writer.key("seconds")
      let seconds = window.length / .seconds(1)
      writer.raw(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)")
      writer.field("available", window.available)
    }
  }

  static func write(_ explanation: Explanation, to writer: inout JSONWriter) {
    writer.key("explain")
    writer.object { writer in
      writer.objects("requests", explanation.requests) { writer, request in
        write(request, isCurl: explanation.isCurl, to: &writer)
      }
      writer.objects("skipped", explanation.skipped) { writer, skipped in
        writer.field("url", skipped.place)
        writer.field("row", skipped.row.row)
        writer.field("reason", skipped.row.reason)
      }
    }
  }

  private static func write(_ request: Explanation.Request, isCurl: Bool, to writer: inout JSONWriter) {
    let exchange = request.exchange
    writer.field("method", exchange.method)
    writer.field("url", exchange.url)
    writer.field("source", exchange.source.rawValue)
    writer.field("status", exchange.status)
    writer.field("bytes", exchange.bytes)
    writer.field("attempts", exchange.attempts)
    writer.field("rows", request.decoding?.shown)
    if let decoding = request.decoding, let received = decoding.rows {
      writer.field("received", received)
      writer.field("empty", decoding.emptyFields)
    }
    writer.field("waitedMs", exchange.waited)
    writer.field("transferredMs", exchange.transferred)
    writer.field("decodedMs", request.decoding?.took ?? .zero)
    writer.field("ms", request.total)
    if exchange.redirects > 0 { writer.field("redirects", exchange.redirects) }
    if let timings = exchange.timings {
      writer.field("nameMs", timings.name)
      writer.field("connectionMs", timings.connection)
      writer.field("tlsMs", timings.tls)
      writer.field("firstByteMs", timings.firstByte)
      writer.field("bodyMs", timings.body)
      writer.field("reused", timings.isReused)
      writer.field("http", timings.httpVersion)
    }
    if let error = exchange.error { writer.field("error", error.code.rawValue) }
    if isCurl { writer.field("curl", Explanation.curl(exchange)) }
  }
}

extension JSONWriter {
  mutating func field(_ name: String, _ values: [String]) {
    key(name)
    array(of: values)
  }

  /// Writes a list of objects, each with `body`.
  mutating func objects<Element>(_ key: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
    self.key(key)
    array { writer in
      for element in elements { writer.object { body(&$0, element) } }
    }
  }

  /// In milliseconds.
  fileprivate mutating func field(_ name: String, _ duration: Duration) {
    key(name)
    raw("\(duration.tenthsOfMilliseconds / 10).\(duration.tenthsOfMilliseconds % 10)")
  }
}

extension ItemAction.Result {
  fileprivate var key: String {
    switch self {
    case .link: "link"
    case .opened: "opened"
    case .copied: "copied"
    case .played: "played"
    case .shown, .saved, .kept, .cover: "artwork"
    case .got, .had, .began: "got"
    }
  }
}
