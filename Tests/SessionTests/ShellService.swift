import Foundation
import Synchronization
import TestSupport
import Testing

/// What services on loopback answer, as lines of text; the first line that fits a request answers it, and nothing else is there.
///
///     /itunes/lookup?id=500 -> {"results":[]}      a path, and the parameters of the query, of the form or of the head that matter
///     /wd/* -> 500 then {"query":{}}               `*` stands for any text; a failure, and what is answered from then on
///     /song.mp3 -> 200 etag=v1 content-type=audio/mpeg bytes
///     /gone -> 404
///      http://host/* -> 404                     as a proxy; the first line, after a blank
///     /feed -> <rss>                               JSON, a page or XML, by how it begins; HOST is where the service is
///       <item/></rss>                              an answer goes on in lines that begin with a blank
///     /slow -> silence
///     /odd -> HTTP/1.1 200 OK\r\n\r\n{}         as it is, if no headers of the server's own fit
final class ShellService: Sendable {
  private struct Answer {
    let method: String?
    let path: String
    let parameters: [(name: String, value: String)]
    var answers: [String]

    init(_ line: String) throws {
      let parts = line.components(separatedBy: " -> ")
      try #require(parts.count > 1, "\(line)")
      let question = parts[0].split(separator: "?", maxSplits: 1)
      let pairs = question.dropFirst().flatMap { $0.split(separator: "&") }
      path = question[0].trimmingCharacters(in: .whitespaces)
      parameters = pairs.map { pair in
        let (name, value) = (pair.prefix { $0 != "=" }, pair.drop { $0 != "=" }.dropFirst())
        return (String(name), String(value))
      }
      method = parameters.first { $0.name == "method" }?.value
      answers = parts.dropFirst().joined(separator: " -> ").components(separatedBy: " then ")
    }

    func fits(_ request: StandInServer.Request) -> Bool {
      let given = request.query.merging(request.form) { $1 }.merging(request.headers) { $1 }
      return ShellService.fits(path, request.path)
        && parameters.allSatisfy { name, value in
          name == "method" ? request.method == value : ShellService.fits(value, given[name] ?? "")
        }
    }
  }

  private let answers: Mutex<[Answer]>

  init(_ lines: [String]) throws {
    let whole = lines.joined(separator: "\n").replacing("\n ", with: " ").split(separator: "\n")
    answers = Mutex(try whole.map { try Answer(String($0)) })
  }

  /// Adds a line that takes precedence over all others.
  func prefer(_ line: String) throws {
    let answer = try Answer(line)
    answers.withLock { $0.insert(answer, at: 0) }
  }

  func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    let text = answers.withLock { answers in
      guard let index = answers.firstIndex(where: { $0.fits(request) }) else { return "404" }
      return answers[index].answers.count > 1 ? answers[index].answers.removeFirst() : answers[index].answers[0]
    }
    return Self.answer(text.replacing("HOST", with: request.headers["host"] ?? ""))
  }

  private static func answer(_ text: String) -> StandInServer.Answer {
    if text == "silence" { return .silence }
    if text == "reset" { return .reset }
    if text.hasPrefix("HTTP/") { return .raw(text.replacing(#"\r\n"#, with: "\r\n")) }
    let isXML = text.hasPrefix("<")
    guard let parts = text.wholeMatch(of: /(\d{3})((?: [\w-]+=[^ ]+)*)(?: (.*))?/) else {
      let type = isXML ? (text.hasPrefix("<html") ? "text/html" : "text/xml") : "application/json"
      return StandInServer.Answer(headers: ["content-type": type], body: Array(text.utf8))
    }
    let body = answer(String(parts.3 ?? ""))
    let headers = parts.2.split(separator: " ").map { header in
      (String(header.prefix { $0 != "=" }), String(header.drop { $0 != "=" }.dropFirst()))
    }
    return StandInServer.Answer(
      status: Int(parts.1) ?? 200, headers: body.headers.merging(headers) { $1 }, body: body.body)
  }

  /// Whether a text consists of the pieces of a pattern, with other text only at its `*`.
  private static func fits(_ pattern: String, _ text: String) -> Bool {
    let pieces = pattern.components(separatedBy: "*")
    guard pieces.count > 1 else { return pattern == text }
    var rest = text[...]
    for piece in pieces.dropLast() {
      guard let range = piece.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: piece) else {
        return false
      }
      rest = rest[range.upperBound...]
    }
    return text.hasPrefix(pieces[0]) && rest.hasSuffix(pieces[pieces.count - 1])
  }
}
