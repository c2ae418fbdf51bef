package import Domain
import FoundationEssentials

/// A session written down: its commands, and each answer it had over HTTP, as one readable file.
///
///     liner-recording 1
///     --set limit=3
///
///     @ tour.liner:1
///     > search vivaldi
///     GET https://itunes.apple.com/search?term=vivaldi&media=music
///     < 200
///     content-type: text/javascript; charset=utf-8
///     | {"resultCount":1,
///     |  "results":[]}
///
/// The first character of a line says what it is: `-` an option that the session was started with; `@` where the command
/// below it came from, and `>` the command; a capital letter the request, behind it `+` its body; `<` the status and
/// header fields that decide anything, or `!` why no answer came; behind it `|` the body line by line. What is not plain
/// text is in base64: `%` a command, `*` and `=` bodies. Blank lines and lines with `#` mean nothing. Credentials are
/// removed before writing.
package struct Recording: Sendable, Equatable {
  package var entries: [Entry]

  package enum Entry: Sendable, Equatable {
    /// As the program was given it, such as `--set limit=3`.
    case option(String)
    case command(Command)
    case exchange(Exchange)
  }

  /// A line of input, with all commands on it, and where it came from.
  package struct Command: Sendable, Equatable {
    package var text: String
    /// Such as `stdin` or a script's name; nil for the prompt.
    package var source: String?
    /// Counted from 1.
    package var line: Int

    package init(_ text: String, source: String?, line: Int) {
      self.text = text
      self.source = source
      self.line = line
    }
  }

  /// A request and what came of it.
  package struct Exchange: Sendable, Equatable {
    package let request: HTTPRequest
    package let result: Result<HTTPResponse, Failure>

    /// Nil where the result is none of the service's or the network's doing, such as cancellation.
    /// - Parameter secrets: told of those that the answer brings.
    init?(
      _ request: HTTPRequest, _ result: Result<HTTPResponse, CatalogError>,
      hiding secrets: KnownSecrets = KnownSecrets()
    ) {
      var shown = Secrets.removed(from: request)
      shown.headers = [:]
      shown.url = secrets.removed(from: shown.url)
      shown.body = secrets.removed(fromBytes: shown.body) ?? shown.body
      self.request = shown
      switch result {
      case .success(var response):
        response.headers = response.headers.filter { Self.keptHeaders.contains($0.key) }
        for secret in Secrets.values(inJSON: response.body) { secrets.add(secret) }
        let body = Secrets.removed(fromJSON: response.body)
        response.body = secrets.removed(fromBytes: body) ?? body
        self.result = .success(response)
      case .failure(let error):
        guard let failure = Failure(error) else { return nil }
        self.result = .failure(failure)
      }
    }

    init(request: HTTPRequest, result: Result<HTTPResponse, Failure>) {
      self.request = request
      self.result = result
    }

    static let keptHeaders: Set = ["content-type", "retry-after"]
  }

  /// The failures that come from below, without the host, which the request names.
  package enum Failure: Error, Sendable, Equatable {
    case offline
    case timedOut(after: Duration)
    case rateLimited(retryAfter: Duration?)
    case unreadable(what: String)
    case tooLarge(limit: Int)
    case untrusted(CertificateProblem)
    case offLimits(address: String)

    init?(_ error: CatalogError) {
      switch error {
      case .offline: self = .offline
      case .timedOut(_, let after): self = .timedOut(after: after)
      case .rateLimited(_, let retryAfter): self = .rateLimited(retryAfter: retryAfter)
      case .budgetSpent(_, let freeIn): self = .rateLimited(retryAfter: freeIn)
      case .unreadable(_, let what): self = .unreadable(what: what)
      case .tooLarge(_, let limit): self = .tooLarge(limit: limit)
      case .untrusted(_, let reason): self = .untrusted(reason)
      case .offLimits(_, let address): self = .offLimits(address: address)
      case .refused, .told, .notFound, .unknown, .partOf, .noCatalogueNumber, .server, .cancelled, .notRecorded,
        .credentialsMissing,
        .credentialsRejected, .credentialsNotKept, .libraryMissing:
        return nil
      }
    }

    func error(host: String) -> CatalogError {
      switch self {
      case .offline: .offline(host: host)
      case .timedOut(let after): .timedOut(host: host, after: after)
      case .rateLimited(let retryAfter): .rateLimited(host: host, retryAfter: retryAfter)
      case .unreadable(let what): .unreadable(host: host, what: what)
      case .tooLarge(let limit): .tooLarge(host: host, limit: limit)
      case .untrusted(let reason): .untrusted(host: host, reason: reason)
      case .offLimits(let address): .offLimits(host: host, address: address)
      }
    }
  }

  package init(entries: [Entry] = []) { self.entries = entries }

  package var commands: [Command] {
    entries.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }

  package var options: [String] {
    entries.compactMap { if case .option(let option) = $0 { option } else { nil } }
  }

  /// What every recording begins with.
  static let header = "liner-recording 1"
}

/// What is wrong with what a recording's file holds.
package enum RecordingError: Error, Sendable, Equatable {
  /// The first line is not that of a recording this version of liner reads.
  case notARecording
  /// - Parameter line: counted from 1.
  case malformed(line: Int, what: String)
}

// MARK: Writing

extension Recording.Entry {
  /// The entry's lines, each with its newline.
  var text: String {
    switch self {
    case .option(let option): option.onOneLine + "\n"
    case .command(let command): command.text(at: command.source.map { "\($0.onOneLine):" } ?? "")
    case .exchange(let exchange): exchange.text
    }
  }
}

extension Recording.Command {
  fileprivate func text(at place: String) -> String {
    let bytes = Array(text.utf8)
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0.isUnprintable }
    let shown = isPlain ? "> \(text)" : "% \(FoundationEssentials.Data(bytes).base64EncodedString())"
    return "\n@ \(place)\(line)\n\(shown)\n"
  }
}

extension Recording.Exchange {
  fileprivate var text: String {
    var lines = ["\(request.method) \(request.url.onOneLine)"]
    if !request.body.isEmpty { lines += Self.lines(of: request.body, mark: "+", binaryMark: "*") }
    switch result {
    case .success(let response):
      lines.append("< \(response.status)")
      for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) {
        lines.append("\(name): \(value.onOneLine)")
      }
      if !response.body.isEmpty { lines += Self.lines(of: response.body, mark: "|", binaryMark: "=") }
    case .failure(let failure):
      lines.append("! \(failure.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of body: [UInt8], mark: String, binaryMark: String) -> [String] {
    if let text = String(validating: body, as: UTF8.self), !body.contains(where: \.isUnprintable) {
      return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        mark + " " + String(decoding: $0, as: UTF8.self)
      }
    }
    let encoded = Array(FoundationEssentials.Data(body).base64EncodedString().utf8)
    return stride(from: 0, to: encoded.count, by: 76).map {
      binaryMark + " " + String(decoding: encoded[$0...].prefix(76), as: UTF8.self)
    }
  }
}

extension UInt8 {
  /// Such bytes would do harm when the file is shown on a terminal.
  fileprivate var isUnprintable: Bool { self < 0x20 && !Self.jsonWhitespace.contains(self) || self == 0x7F }
}

extension Recording.Failure {
  fileprivate var text: String {
    switch self {
    case .offline: "offline"
    case .timedOut(let after): "timed-out \(after.wholeMilliseconds)"
    case .rateLimited(nil): "rate-limited"
    case .rateLimited(let after?): "rate-limited \(after.wholeMilliseconds)"
    case .unreadable(let what): "unreadable \(what.onOneLine)"
    case .tooLarge(let limit): "too-large \(limit)"
    case .untrusted(let reason): "untrusted \(reason.text)"
    case .offLimits(let address): "off-limits \(address.onOneLine)"
    }
  }
}

extension CertificateProblem {
  /// In one word where there is one, and otherwise in the words that came.
  fileprivate var text: String {
    switch self {
    case .untrusted: "untrusted"
    case .expired: "expired"
    case .notYetValid: "not-yet-valid"
    case .wrongHost: "wrong-host"
    case .other(let words): words.onOneLine
    }
  }

  /// - Parameter text: as above.
  init(text: String) {
    let known: [CertificateProblem] = [.untrusted, .expired, .notYetValid, .wrongHost]
    self = known.first { $0.text == text } ?? .other(text)
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension String {
  fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
