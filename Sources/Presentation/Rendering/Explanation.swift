package import Domain

/// What a command asked of services, and how that went.
package struct Explanation: Sendable, Equatable {
  package var requests: [Request]
  /// Rows that were skipped although no answer was read for them: what stands in an item's own row, what links name.
  package var skippedElsewhere: [Decoding]
  package var isCurl: Bool

  /// A request and what became of its answer.
  package struct Request: Sendable, Equatable {
    package var exchange: Exchange
    /// Nil where the answer was not read as rows.
    package var decoding: Decoding?

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
    skippedElsewhere = decodings.filter { !$0.skipped.isEmpty }
  }

  /// Every row that was skipped, with what it stood in.
  package var skipped: [(place: String, row: SkippedRow)] {
    let decodings = requests.compactMap(\.decoding) + skippedElsewhere
    return decodings.flatMap { decoding in decoding.skipped.map { (decoding.url, $0) } }
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
    let isPlain = word.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
