import Domain

extension ItemAction.Report {
  /// For one item a value, for several a list in the order picked.
  var json: JSONObject {
    var fields = isDownload ? downloadsInJSON : [:]
    if let first = results.first, !isDownload {
      fields = isForSeveral ? JSONObject([(first.key, results.map(\.json))]) : JSONObject([(first.key, first.json)])
    }
    let wasStopped = results.contains { if case .played(_, let playback) = $0 { playback.wasStopped } else { false } }
    return fields + [
      "stopped": wasStopped || left > 0 ? true : nil, "left": left.positive, "lacking": unsuitable.nonEmpty,
      "failed": failures.nonEmpty?.map { ["number": $0.row.number] + $0.error.json },
    ]
  }

  private var downloadsInJSON: JSONObject {
    let begun = results.compactMap { result -> JSONObject? in
      if case .began(let title, let since) = result { ["title": title, "since": since] } else { nil }
    }
    let files = results.compactMap { result -> JSONObject? in
      switch result {
      case .got(let row, let file, let bytes): row.json + ["file": file, "bytes": bytes]
      case .had(let row, let file, let isThere, _):
        row.json + ["file": file, "had": true, "gone": isThere ? nil : true]
      default: nil
      }
    }
    return ["got": files, "began": begun.nonEmpty]
  }
}

extension Row {
  fileprivate var json: JSONObject { ["number": number.positive, "id": id.description] }
}

extension DownloadRecord {
  var json: JSONObject {
    ["title": title, "file": file, "bytes": bytes, "day": day, "gone": isThere ? nil : true]
  }
}

extension RequestBudget {
  /// `fullIn` is in seconds. A replay has no budgets, so that its output is the same each time.
  var json: JSONObject {
    let isBounded = capacity != nil
    return [
      "host": host, "available": isBounded ? available : nil, "capacity": capacity, "sent": sent,
      "sentByOthers": sentByOthers, "fullIn": isBounded ? fullIn.roundedUp : nil,
      "windows": windows.nonEmpty?.map(\.json), "shared": isShared ? nil : false,
    ]
  }
}

extension RequestBudget.Window {
  fileprivate var json: JSONObject {
    ["requests": requests, "seconds": ItemField.Value.duration(length), "available": available]
  }
}

extension Explanation {
  var json: JSONObject {
    [
      "requests": requests.map { $0.json(isCurl: isCurl) },
      "skipped": skipped.map { ["url": $0.place, "row": $0.row.row, "reason": $0.row.reason] as JSONObject },
    ]
  }
}

extension Explanation.Request {
  fileprivate func json(isCurl: Bool) -> JSONObject {
    let read = decoding?.rows != nil ? decoding : nil
    let timings = exchange.timings
    return [
      "method": exchange.method, "url": exchange.url, "source": exchange.source.rawValue, "status": exchange.status,
      "bytes": exchange.bytes, "attempts": exchange.attempts, "rows": decoding?.shown, "received": read?.rows,
      "empty": read?.emptyFields, "waitedMs": Milliseconds(exchange.waited),
      "transferredMs": Milliseconds(exchange.transferred), "decodedMs": Milliseconds(decoding?.took ?? .zero),
      "ms": Milliseconds(total), "redirects": exchange.redirects.positive,
      "nameMs": timings.map { Milliseconds($0.name) },
      "connectionMs": timings.map { Milliseconds($0.connection) }, "tlsMs": timings.map { Milliseconds($0.tls) },
      "firstByteMs": timings.map { Milliseconds($0.firstByte) }, "bodyMs": timings.map { Milliseconds($0.body) },
      "reused": timings?.isReused, "http": timings?.httpVersion, "error": exchange.error?.code.rawValue,
      "curl": isCurl ? Explanation.curl(exchange) : nil,
    ]
  }
}

private struct Milliseconds: JSONWritable {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  func write(to writer: inout JSONWriter) {
    writer.raw("\(duration.tenthsOfMilliseconds / 10).\(duration.tenthsOfMilliseconds % 10)")
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

  /// Nothing for downloads, which have keys of their own.
  fileprivate var json: ReportValue {
    func artwork(_ link: WebLink, _ rest: [ReportValue.Member] = []) -> ReportValue {
      .object([.init("url", .text(link.text))] + rest)
    }
    return switch self {
    case .link(let link), .opened(let link), .copied(let link, _), .played(let link, _): .text(link.text)
    case .shown(let link), .cover(let link, _): artwork(link)
    case .saved(let link, let file, _): artwork(link, [.init("file", .text(file))])
    case .kept(let link, let file): artwork(link, [.init("file", .text(file)), .init("kept", .flag(true))])
    case .got, .had, .began: .object([])
    }
  }
}
