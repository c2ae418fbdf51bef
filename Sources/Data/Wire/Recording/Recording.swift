import Domain
import FoundationEssentials

/// A recorded session: its commands and each answer it received over HTTP, as one readable file.
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
/// The first character of a line gives its kind: `-` an option of the session; `@` the origin of the following command,
/// and `>` the command; a capital letter the request, followed by `+` its body; `<` the status and the relevant header
/// fields, or `!` why there is no answer; then `|` the body line by line. Anything but plain text is in base64: `%` a
/// command, `*` and `=` bodies. Blank lines and lines with `#` are ignored. Credentials are removed before writing.
package struct Recording: Sendable, Equatable {
  package var entries: [Entry]

  package enum Entry: Sendable, Equatable {
    /// As given to the program, such as `--set limit=3`.
    case option(String)
    case command(Command)
    case exchange(Exchange)

    /// The entry's lines, each with its newline.
    var text: String {
      switch self {
      case .option(let option): return option.onOneLine + "\n"
      case .command(let command):
        let bytes = Array(command.text.utf8)
        let isPlain = !bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0.isUnprintable }
        let shown = isPlain ? "> \(command.text)" : "% \(FoundationEssentials.Data(bytes).base64EncodedString())"
        return "\n@ \(command.source.map { $0.onOneLine + ":" } ?? "")\(command.line)\n\(shown)\n"
      case .exchange(let exchange): return exchange.text
      }
    }
  }

  /// A line of input, with all its commands, and its origin.
  package struct Command: Sendable, Equatable {
    package var text: String
    /// Such as `stdin` or a script's name; nil for the prompt.
    package var source: String?
    /// Counted from 1.
    package var line: Int

    package init(_ text: String, source: String?, line: Int) {
      (self.text, self.source, self.line) = (text, source, line)
    }
  }

  /// A request and its outcome.
  package struct Exchange: Sendable, Equatable {
    package let request: HTTPRequest
    package let result: Result<HTTPResponse, Failure>

    private static let keptHeaders: Set = ["content-type", "retry-after"]
  }

  /// A failure of the network or the service, as a line: `timed-out 15000`. Its host is that of the request, unless it
  /// stands before it, with `+` for blanks: `@other.example.org offline`.
  package struct Failure: Error, Sendable, Equatable {
    let text: String
  }

  package var commands: [Command] { entries.compactMap { if case .command(let command) = $0 { command } else { nil } } }

  package var options: [String] { entries.compactMap { if case .option(let option) = $0 { option } else { nil } } }

  /// The first line of every recording.
  static let header = "liner-recording 1"
}

// MARK: Writing

extension Recording.Exchange {
  /// Nil if the result was not caused by the service, the network or the user.
  /// - Parameter secrets: receives those in the answer.
  init?(
    _ request: HTTPRequest, _ result: Result<HTTPResponse, CatalogError>,
    hiding secrets: KnownSecrets = KnownSecrets()
  ) {
    var shown = secrets.redacted(from: request)
    shown.headers = [:]
    self.request = shown
    switch result {
    case .success(var response):
      response.headers = response.headers.filter { Self.keptHeaders.contains($0.key) }
      for secret in Secrets.values(inJSON: response.body) { secrets.add(secret) }
      let body = Secrets.redacted(fromJSON: response.body)
      response.body = secrets.redacted(fromBytes: body) ?? body
      self.result = .success(response)
    case .failure(let error):
      guard let failure = Recording.Failure(error, of: request.host) else { return nil }
      self.result = .failure(failure)
    }
  }

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
    case .failure(let failure): lines.append("! \(failure.text)")
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
  /// Whether the byte would act on a terminal.
  fileprivate var isUnprintable: Bool { self < 0x20 && !isJSONBlank || self == 0x7F }
}

extension Recording.Failure {
  /// Nil if it was not caused by the service or the network.
  /// - Parameter asked: the host of the request.
  init?(_ error: CatalogError, of asked: String) {
    let (host, words): (String, String)
    switch error {
    case .offline(let at): (host, words) = (at, "offline")
    // By the user. A replay must stop where the session did.
    case .cancelled: (host, words) = (asked, "cancelled")
    case .timedOut(let at, let after): (host, words) = (at, "timed-out \(after.nanoseconds / 1_000_000)")
    case .rateLimited(let at, nil): (host, words) = (at, "rate-limited")
    case .rateLimited(let at, let after?): (host, words) = (at, "rate-limited \(after.nanoseconds / 1_000_000)")
    case .budgetSpent(let at, let after): (host, words) = (at, "budget-spent \(after.nanoseconds / 1_000_000)")
    case .unreadable(let at, let what): (host, words) = (at, "unreadable \(what.onOneLine)")
    case .tooLarge(let at, let limit): (host, words) = (at, "too-large \(limit)")
    case .untrusted(let at, let reason): (host, words) = (at, "untrusted \(reason.rawValue)")
    case .offLimits(let at, let address): (host, words) = (at, "off-limits \(address.onOneLine)")
    // By a proxy, or because of a redirect that may not be followed; a refusal by the service is an answer.
    case .refused(let at, let status, let reason?): (host, words) = (at, "refused \(status) \(reason.onOneLine)")
    case .refused, .reported, .notFound, .gone, .unknown, .noChart, .unusable, .notInSample, .unrecognized,
      .noRelation, .onlyInList, .notAnItemPage, .server, .notRecorded, .wrongFilter, .credentialsMissing,
      .credentialsNeeded, .addressMissing, .credentialsRejected, .credentialsNotKept, .libraryMissing,
      .libraryUnusable:
      return nil
    }
    text = host == asked ? words : "@\(host.onOneLine.replacing(" ", with: "+")) \(words)"
  }

  /// Nil for a text that liner did not write.
  /// - Parameter asked: the host of the request.
  func error(host asked: String) -> CatalogError? {
    let mark = text.first == "@" ? text.dropFirst().prefix { $0 != " " } : nil
    let host = mark.map { String($0).replacing("+", with: " ") } ?? asked
    let words = text.dropFirst(mark.map { $0.count + 2 } ?? 0).split(separator: " ", maxSplits: 1)
    let detail = words.count > 1 ? String(words[1]) : nil
    let number = detail.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    return switch (words.first, detail, number) {
    case ("offline", nil, _): .offline(host: host)
    case ("cancelled", nil, _): .cancelled
    case ("timed-out", _, let after?): .timedOut(host: host, after: .milliseconds(after))
    case ("rate-limited", nil, _): .rateLimited(host: host, retryAfter: nil)
    case ("rate-limited", _, let after?): .rateLimited(host: host, retryAfter: .milliseconds(after))
    case ("budget-spent", _, let after?): .budgetSpent(host: host, freeIn: .milliseconds(after))
    case ("unreadable", let what?, _): .unreadable(host: host, what: what)
    case ("too-large", _, let limit?): .tooLarge(host: host, limit: Int(limit))
    case ("untrusted", let reason?, _): CertificateProblem(rawValue: reason).map { .untrusted(host: host, reason: $0) }
    case ("refused", let detail?, _): Self.refusal(detail, by: host)
    case ("off-limits", let address?, _): .offLimits(host: host, address: address)
    default: nil
    }
  }

  private static func refusal(_ detail: String, by host: String) -> CatalogError? {
    let words = detail.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let status = Int(words[0]), (0..<600).contains(status) else { return nil }
    return .refused(host: host, status: status, reason: String(words[1]))
  }
}

extension String { fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") } }
