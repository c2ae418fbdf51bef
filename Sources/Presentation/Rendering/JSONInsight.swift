import Domain

extension ItemAction.Report {
  /// A value for one item, a list for several in the order of the selection.
  var json: JSONObject {
    let done = results.map(\.json)
    func values(_ key: String) -> JSONArray { JSONArray(values: done.filter { $0.key == key }.map(\.value)) }
    let began = values("began")
    let fields =
      isDownload
      ? ["got": values("got"), "began": began.values.isEmpty ? nil : began]
      : JSONObject(done.prefix(1).map { ($0.key, isForSeveral ? JSONArray(values: done.map(\.value)) : $0.value) })
    let wasStopped = results.contains {
      if case .played(_, _, let playback) = $0 { playback.wasStopped } else { false }
    }
    return fields + [
      "stopped": wasStopped || remaining > 0 ? true : nil, "left": remaining.positive, "lacking": unsuitable.nonEmpty,
      "failed": failures.nonEmpty?.map { failure in
        let row = failure.row
        return (row.number > 0 ? ["number": row.number] : ["id": row.id.description]) + failure.error.json
      },
    ]
  }
}

extension ItemAction.Result {
  fileprivate var json: (key: String, value: any JSONWritable) {
    func artwork(_ link: WebLink, _ rest: JSONObject = [:]) -> (String, any JSONWritable) {
      ("artwork", ["url": link.text] + rest)
    }
    return switch self {
    case .link(let link): ("link", link.text)
    case .opened(let link): ("opened", link.text)
    case .copied(let link, _): ("copied", link.text)
    case .played(let link, _, _): ("played", link.text)
    case .shown(let link), .cover(let link, _): artwork(link)
    case .saved(let link, let file, _): artwork(link, ["file": file])
    case .kept(let link, let file): artwork(link, ["file": file, "kept": true])
    case .downloaded(let row, .downloaded(let file, let bytes)):
      ("got", row.json + ["file": file, "bytes": bytes])
    case .downloaded(let row, .alreadyDownloaded(let file, let exists, _)):
      ("got", row.json + ["file": file, "had": true, "gone": exists ? nil : true])
    case .startedFollowing(let title, let since): ("began", ["title": title, "since": since] as JSONObject)
    }
  }
}

/// Values of several kinds.
private struct JSONArray: JSONWritable {
  let values: [any JSONWritable]

  func write(to writer: inout JSONWriter) { writer.array { writer in values.forEach { $0.write(to: &writer) } } }
}

extension Row {
  fileprivate var json: JSONObject { ["number": number.positive, "id": id.description] }
}

extension DownloadRecord {
  var json: JSONObject {
    ["title": title, "file": file, "bytes": bytes, "day": day, "gone": exists ? nil : true]
  }
}

extension RequestBudget {
  /// `fullIn` is in seconds. A replay has no budgets, so its output is always the same.
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
