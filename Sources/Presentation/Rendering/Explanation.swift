package import Domain

/// The requests of a command and their outcomes.
package struct Explanation: Sendable, Equatable {
  package var requests: [Request]
  /// Skipped rows outside of answers: those within an item's own row, and those that links lead to.
  package var skippedElsewhere: [Decoding]
  package var isCurl: Bool

  /// A request and how its answer was parsed.
  package struct Request: Sendable, Equatable {
    package var exchange: Exchange
    /// Nil if the answer was not parsed into rows.
    package var decoding: Decoding?

    package var total: Duration { exchange.waited + exchange.transferred + (decoding?.took ?? .zero) }
  }

  /// - Parameter log: nil if no request was sent.
  package init(of log: ExchangeLog?, asCurl: Bool) {
    isCurl = asCurl
    var decodings = log?.decodings ?? []
    requests = (log?.exchanges ?? []).map { exchange in
      // An answer that was refused, and requested again, has no rows.
      let index =
        exchange.error != nil
        ? nil : decodings.firstIndex { $0.url == exchange.url && ($0.body.isEmpty || $0.body == exchange.body) }
      return Request(exchange: exchange, decoding: index.map { decodings.remove(at: $0) })
    }
    skippedElsewhere = decodings.filter { !$0.skipped.isEmpty }
  }

  /// Every skipped row, with the answer or item that it belongs to.
  package var skipped: [(place: String, row: SkippedRow)] {
    let decodings = requests.compactMap(\.decoding) + skippedElsewhere
    return decodings.flatMap { decoding in decoding.skipped.map { (decoding.url, $0) } }
  }

  /// A command line for a POSIX shell that sends the same request, without secrets.
  package static func curl(_ exchange: Exchange) -> String {
    // `--globoff`, so that brackets in a URL are not read as ranges.
    var words = ["curl", "--silent", "--show-error", "--globoff"]
    if exchange.method != "GET" { words += ["--request", quoted(exchange.method)] }
    for name in exchange.headers.keys.sorted() {
      words += ["--header", quoted("\(name): \(exchange.headers[name] ?? "")")]
    }
    for (name, text) in (exchange.secrets?.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
      words += ["--header", "\"\(name): \(text)\""]
    }
    // The shell replaces variables, and curl encodes their values. Only later versions of curl have `--url-query`.
    let toQuery = exchange.method == "GET" ? ["--get", "--data-urlencode"] : ["--url-query"]
    for pair in exchange.secrets?.query ?? [] { words += toQuery + ["\"\(pair)\""] }
    if !exchange.curlBody.isEmpty {
      words += exchange.curlBody
    } else if let body = exchange.body, !body.isEmpty {
      words += ["--data-raw", quoted(body)]
    }
    return (words + [quoted(exchange.url)]).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
