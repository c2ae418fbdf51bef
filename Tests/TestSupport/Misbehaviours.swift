import Domain
import Foundation

extension Misbehaviour {
  package static let all: [Misbehaviour] = [
    written, headsCut, encodings, slow, redirectsOfEachKind, redirects, endless, connections,
  ].flatMap(\.self)

  typealias Answer = StandInServer.Answer

  /// Answers as text. `\r\n` ends a line; `{body}` is a right answer and `{whole}` its only chunk, `{untrailed}` without the
  /// break that ends its trailers; `{20 x#}` is `x1x2` and so on.
  static let written: [Misbehaviour] =
    TextTable.rows("exactly these bytes, then the end of the connection") {
      Misbehaviour($0[0], .raw(text($0[1])), outcomes($0.rest(2)))
    }
    + TextTable.rows("a head with these fields, then a body, then the end of the connection") {
      Misbehaviour($0[0], .raw("HTTP/1.1 200 OK\r\n" + text($0[1]) + "\r\n\r\n" + text($0[2])), outcomes($0.rest(3)))
    }
    + TextTable.rows("a chunked body as it is, then the end of the connection") {
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      return Misbehaviour($0[0], .raw(head + text($0[1])), outcomes($0.rest(2)))
    }
    + TextTable.rows("a redirect to this address") {
      Misbehaviour($0[0], .redirect(to: text($0[1])), outcomes($0.rest(2)))
    }
    + TextTable.rows("a status with this field and this body") {
      let field = text($0[1]).components(separatedBy: ": ")
      let answer = Answer(
        status: Int($0[0].prefix(3))!, headers: field.count > 1 ? [field[0]: field[1]] : [:],
        body: Array(text($0[2]).utf8))
      return Misbehaviour("a " + $0[0], answer, outcomes($0.rest(3)))
    }

  private static func outcomes(_ words: [String]) -> [Outcome] {
    words.map { $0 == "answer" ? .answer : .failure(ErrorCode(rawValue: $0)!) }
  }

  private static func text(_ cell: String) -> String {
    let repeated = cell.replacing(#"\r"#, with: "\r").replacing(#"\n"#, with: "\n").replacing(/\{(\d+) ([^}]*)\}/) {
      match in
      let count = Int(match.1)!
      guard match.2.contains("#") else { return String(repeating: String(match.2), count: count) }
      return (1...count).map { match.2.replacing("#", with: "\($0)") }.joined()
    }
    return parts.reduce(repeated) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private static let parts: [String: String] = {
    let hex = String(body.utf8.count, radix: 16)
    let untrailed = "\(hex)\r\n\(body)\r\n0\r\n"
    return [
      "body": body, "length": "\(length)", "length+1": "\(length + 1)", "hex": hex, "HEX": hex.uppercased(),
      "untrailed": untrailed, "whole": untrailed + "\r\n", "elsewhere": elsewhere,
      "bytes": body.map { "1\r\n\($0)\r\n" }.joined(),
    ]
  }()

  /// A body that is said to be packed so.
  static func packed(_ name: String, _ encoding: String, _ body: [UInt8], _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, Answer(headers: ["content-encoding": encoding], body: body), right)
  }

  init(_ name: String, _ answer: StandInServer.Answer, _ right: [Outcome]) {
    self.name = name
    self.answer = answer
    self.right = Set(right)
  }

  static let length = body.utf8.count
  static let elsewhere = "/search?term=fine"

  // MARK: Heads

  /// A connection that ends within a head, at each kind of place in each kind of head.
  static var headsCut: [Misbehaviour] {
    let heads = [
      ("an answer", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"),
      ("an empty answer", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      ("a chunked answer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nServer: x\r\n\r\n"),
      ("an old answer", "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nServer: x\r\n\r\n"),
      ("a 404", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      ("a 500", "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
      ("a redirect", "HTTP/1.1 302 Found\r\nLocation: \(elsewhere)\r\nContent-Length: 0\r\n\r\n"),
    ]
    return heads.flatMap { what, head in
      places(in: head).map { place, count in
        let text = String(decoding: head.utf8.prefix(count), as: UTF8.self)
        return Misbehaviour("a head of \(what) cut \(place)", .raw(text), .offline)
      }
    }
  }

  /// By how many bytes are sent.
  static func places(in head: String) -> [(String, Int)] {
    let line = head.utf8.prefix { $0 != UInt8(ascii: "\r") }.count
    let end = head.utf8.count
    return [
      ("within the version", 3), ("within the status", 10), ("before the first line ends", line),
      ("within its first line break", line + 1), ("after the first line", line + 2), ("within a name", line + 6),
      ("within a value", end - 5), ("before its blank line", end - 2), ("within its blank line", end - 1),
    ]
  }

  // MARK: Encodings

  static let encodings: [Misbehaviour] = [
    packed("gzip", "gzip", GzipBytes.stored(body), .answer),
    packed("gzip by its old name", "x-gzip", GzipBytes.stored(body), .answer),
    packed("gzip twice over", "gzip, gzip", GzipBytes.stored(GzipBytes.stored(body)), .answer),
    packed("no encoding by name", "identity", Array(body.utf8), .answer),
    packed("gzip that is none", "gzip", Array(body.utf8), .unreadable),
    packed("gzip that is empty", "gzip", [], .unreadable),
    packed("gzip of nothing", "gzip", GzipBytes.stored(""), .unreadable),
    packed("gzip cut in its head", "gzip", Array(GzipBytes.stored(body).prefix(5)), .unreadable),
    packed("gzip cut in its body", "gzip", Array(GzipBytes.stored(body).prefix(40)), .unreadable),
    packed("gzip with a wrong checksum", "gzip", GzipBytes.stored(body, checksum: 1), .unreadable, .answer),
    packed("gzip with more behind it", "gzip", GzipBytes.stored(body) + Array("more".utf8), .answer, .unreadable),
    packed("gzip that unpacks to 64 MB", "gzip", GzipBytes.blanks(64 << 20), .tooLarge),
    packed("gzip in gzip that unpacks to 64 MB", "gzip, gzip", GzipBytes.stored(GzipBytes.blanks(64 << 20)), .tooLarge),
    Misbehaviour(
      "a 404 that unpacks to 64 MB",
      Answer(status: 404, headers: ["content-encoding": "gzip"], body: GzipBytes.blanks(64 << 20)), .tooLarge),
    packed("deflate that is none", "deflate", Array(body.utf8), .unreadable),
    packed("brotli that is none", "br", Array(body.utf8), .unreadable),
    packed("zstd that is none", "zstd", Array(body.utf8), .unreadable),
    packed("an encoding nobody knows", "foo", Array(body.utf8), .unreadable, .answer),
    packed(
      "fifty encodings", Array(repeating: "gzip", count: 50).joined(separator: ", "), GzipBytes.stored(body),
      .unreadable,
      .offline),
  ]
}
