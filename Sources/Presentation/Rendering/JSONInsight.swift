import Domain

extension JSONRenderer {
  /// What was done for one item is its value; for several, a list in the order picked.
  static func write(_ report: DesktopErrand.Report, to writer: inout JSONWriter) {
    if report.isDownload { writeDownloads(report.deeds, to: &writer) }
    if let first = report.deeds.first, !report.isDownload {
      writer.key(first.key)
      if report.isForSeveral {
        writer.array { writer in report.deeds.forEach { write($0, to: &writer) } }
      } else {
        write(first, to: &writer)
      }
    }
    let wasStopped = report.deeds.contains {
      if case .played(_, let playback) = $0 { playback.wasStopped } else { false }
    }
    if wasStopped || report.left > 0 { writer.field("stopped", true) }
    if report.left > 0 { writer.field("left", report.left) }
    if !report.lacking.isEmpty {
      writer.key("lacking")
      writer.array { writer in report.lacking.forEach { writer.raw(String($0)) } }
    }
    if !report.failures.isEmpty {
      writer.key("failed")
      writer.array { writer in
        for failure in report.failures {
          writer.object { writer in
            writer.field("number", failure.row.number)
            writer.field("code", failure.error.code.rawValue)
            writer.field("message", ErrorMessages.sentence(for: failure.error))
          }
        }
      }
    }
  }

  private static func write(_ deed: DesktopErrand.Deed, to writer: inout JSONWriter) {
    func artwork(_ link: WebLink, file: String? = nil, isKept: Bool = false) {
      writer.object { writer in
        writer.field("url", link.text)
        writer.field("file", file)
        if isKept { writer.field("kept", true) }
      }
    }
    switch deed {
    case .link(let link), .opened(let link), .copied(let link, _), .played(let link, _): writer.value(link.text)
    case .shown(let link), .cover(let link, _): artwork(link)
    case .saved(let link, let file, _): artwork(link, file: file)
    case .kept(let link, let file): artwork(link, file: file, isKept: true)
    case .got, .had, .began: break  // Written by themselves.
    }
  }

  /// `fullIn` is in seconds. A replay has no budgets, so that it prints the same each time.
  static func write(_ budgets: [RequestBudget], to writer: inout JSONWriter) {
    writer.key("limits")
    writer.object { writer in
      writer.key("hosts")
      writer.array { writer in
        for budget in budgets {
          writer.object { writer in
            writer.field("host", budget.host)
            if budget.capacity != nil { writer.field("available", budget.available) }
            writer.field("capacity", budget.capacity)
            writer.field("sent", budget.sent)
            writer.field("sentByOthers", budget.sentByOthers)
            if budget.capacity != nil { writer.field("fullIn", budget.fullIn.roundedUp) }
            write(budget.windows, to: &writer)
            if !budget.isShared { writer.field("shared", false) }
          }
        }
      }
    }
  }

  private static func write(_ windows: [RequestBudget.Window], to writer: inout JSONWriter) {
    if windows.isEmpty { return }
    writer.key("windows")
    writer.array { writer in
      for window in windows {
        writer.object { writer in
          writer.field("requests", window.requests)
          writer.key("seconds")
          let seconds = window.length / .seconds(1)
          writer.raw(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)")
          writer.field("available", window.available)
        }
      }
    }
  }

  static func write(_ explanation: Explanation, to writer: inout JSONWriter) {
    writer.key("explain")
    writer.object { writer in
      writer.key("requests")
      writer.array { writer in
        for request in explanation.requests { write(request, isCurl: explanation.isCurl, to: &writer) }
      }
      writer.key("skipped")
      writer.array { writer in
        for (place, skipped) in explanation.skipped {
          writer.object { writer in
            writer.field("url", place)
            writer.field("row", skipped.row)
            writer.field("reason", skipped.reason)
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
      if let decoding = request.decoding, let received = decoding.rows {
        writer.field("received", received)
        writer.key("empty")
        writer.array(of: decoding.emptyFields)
      }
      for (key, duration) in [
        ("waitedMs", exchange.waited), ("transferredMs", exchange.transferred),
        ("decodedMs", request.decoding?.took ?? .zero), ("ms", request.total),
      ] as [(String, Duration)] {
        writer.key(key)
        writer.raw(duration.milliseconds)
      }
      if exchange.redirects > 0 { writer.field("redirects", exchange.redirects) }
      if let timings = exchange.timings { write(timings, to: &writer) }
      if let error = exchange.error { writer.field("error", error.code.rawValue) }
      if isCurl { writer.field("curl", Explanation.curl(exchange)) }
    }
  }

  private static func write(_ timings: Exchange.Timings, to writer: inout JSONWriter) {
    for (key, duration) in [
      ("nameMs", timings.name), ("connectionMs", timings.connection), ("tlsMs", timings.tls),
      ("firstByteMs", timings.firstByte), ("bodyMs", timings.body),
    ] as [(String, Duration)] {
      writer.key(key)
      writer.raw(duration.milliseconds)
    }
    writer.field("reused", timings.isReused)
    writer.field("http", timings.httpVersion)
  }
}

extension Duration {
  /// As a JSON number.
  fileprivate var milliseconds: String { "\(tenthsOfMilliseconds / 10).\(tenthsOfMilliseconds % 10)" }
}

extension DesktopErrand.Deed {
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
