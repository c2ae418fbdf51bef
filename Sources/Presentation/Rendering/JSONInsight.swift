import Domain

extension ItemAction.Report {
  /// A value for one item, a list for several in the order of the selection.
  var json: JSONObject {
    func values(_ key: String) -> JSONArray { JSONArray(values: results.filter { $0.key == key }.map(\.value)) }
    let began = values("began")
    let fields =
      isDownload
      ? ["got": values("got"), "began": began.values.isEmpty ? nil : began]
      : JSONObject(
        results.prefix(1).map { ($0.key, isForSeveral ? JSONArray(values: results.map(\.value)) : $0.value) })
    return fields + [
      "stopped": results.contains(where: \.wasStopped) || remaining > 0 ? true : nil, "left": remaining.positive,
      "lacking": unsuitable.map(\.number).nonEmpty,
      "failed": failures.nonEmpty?.map { failure in
        let row = failure.row
        return (row.number > 0 ? ["number": row.number] : ["id": row.id.description]) + failure.error.json
      },
    ]
  }
}

/// Values of several kinds.
private struct JSONArray: JSONWritable {
  let values: [any JSONWritable]

  func write(to writer: inout JSONWriter) { writer.array { writer in values.forEach { $0.write(to: &writer) } } }
}

extension Row {
  var json: JSONObject { ["number": number.positive, "id": id.description] }
}

extension DownloadRecord {
  var json: JSONObject { ["title": title, "file": file, "bytes": bytes, "day": day, "gone": exists ? nil : true] }
}

extension RequestBudget {
  /// `nextIn` and `fullIn` are in seconds. A replay has no budgets, so its output is always the same.
  var json: JSONObject {
    let isBounded = capacity != nil
    return [
      "host": host, "available": isBounded ? available : nil, "capacity": capacity, "sent": sent,
      "sentByOthers": sentByOthers, "nextIn": nextIn.roundedUp.positive, "fullIn": isBounded ? fullIn.roundedUp : nil,
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
      "empty": read?.emptyFields, "why": decoding?.reasons.nonEmpty.map { JSONObject($0.map { ($0, $1) }) },
      "waitedMs": exchange.waited.json,
      "transferredMs": exchange.transferred.json, "decodedMs": (decoding?.took ?? .zero).json,
      "ms": total.json, "redirects": exchange.redirects.positive,
      "nameMs": timings?.name.json,
      "connectionMs": timings?.connection.json, "tlsMs": timings?.tls.json,
      "firstByteMs": timings?.firstByte.json, "bodyMs": timings?.body.json,
      "reused": timings?.isReused, "http": timings?.httpVersion, "error": exchange.error?.code.rawValue,
      "curl": isCurl ? Explanation.curl(exchange) : nil,
    ]
  }
}

extension Duration {
  /// In milliseconds.
  fileprivate var json: JSONValue { .number("\(tenthsOfMilliseconds / 10).\(tenthsOfMilliseconds % 10)") }
}
