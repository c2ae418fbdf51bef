// The table: what is sent, and what is right to come of it. Here: the bytes of a single answer.

extension Misbehaviour {
  package static let all: [Misbehaviour] = [
    headsCut, otherHeadsCut, wrongHeads, oddHeads, lengths, chunks, encodings, slow, redirectsOfEachKind, redirects,
    statuses, connections,
  ].flatMap(\.self)

  typealias Answer = StandInServer.Answer

  /// Exactly these bytes, then the end of the connection.
  static func raw(_ name: String, _ text: String, _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, .raw(text), right)
  }

  /// A head with these fields, then a body, then the end of the connection.
  static func head(_ name: String, _ fields: String, _ body: String, _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, .raw("HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n" + body), right)
  }

  /// A chunked body as it stands, then the end of the connection.
  static func chunked(_ name: String, _ body: String, _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body), right)
  }

  /// A body that is said to be packed so.
  static func packed(_ name: String, _ encoding: String, _ body: [UInt8], _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, Answer(headers: ["content-encoding": encoding], body: body), right)
  }

  static func redirect(_ name: String, to target: String, _ right: Outcome...) -> Misbehaviour {
    Misbehaviour(name, .redirect(to: target), right)
  }

  static func longRedirect(_ name: String, total: Int, announced: Bool) -> Misbehaviour {
    Misbehaviour(
      name,
      Answer(
        status: 302, headers: ["location": elsewhere], body: Array(repeating: 0x20, count: 65_536),
        delivery: .repeated(total: total, announced: announced)), .answer)
  }

  static func status(
    _ status: Int, _ name: String, fields headers: [String: String] = [:], body: String = "", _ right: Outcome...
  ) -> Misbehaviour {
    Misbehaviour("a \(status) \(name)", Answer(status: status, headers: headers, body: Array(body.utf8)), right)
  }

  init(_ name: String, _ answer: StandInServer.Answer, _ right: [Outcome]) {
    self.name = name
    self.answer = answer
    self.right = Set(right)
  }

  static let length = body.utf8.count
  static let whole = "\(String(length, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
  /// `whole` without the line break that ends the trailers.
  static let untrailed = String(whole.dropLast())
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
        raw("a head of \(what) cut \(place)", String(decoding: head.utf8.prefix(count), as: UTF8.self), .offline)
      }
    }
  }

  static let otherHeadsCut: [Misbehaviour] = [
    raw("a head cut after an interim one", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Le", .offline),
    raw("an interim head and no other", "HTTP/1.1 100 Continue\r\n\r\n", .offline),
    raw("an interim head cut", "HTTP/1.1 100 Continue\r\n", .offline),
    Misbehaviour(
      "a head cut by a reset",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"), .reset])), .offline),
  ]

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

  static let wrongHeads: [Misbehaviour] = [
    raw("nothing at all", "", .offline),
    raw("a word", "garbage", .unreadable, .offline),
    raw("a word on a line", "garbage\r\n\r\n", .unreadable, .offline),
    raw("a page without a head", "<!DOCTYPE html><html></html>", .unreadable, .offline),
    raw("JSON without a head", body, .unreadable, .offline),
    raw("a version and no status", "HTTP/1.1\r\n\r\n", .unreadable, .offline),
    raw("invalid status", "HTTP/1.1 abc\r\n\r\n", .unreadable, .offline),
    raw("a status of two digits", "HTTP/1.1 99 OK\r\n\r\n{}", .unreadable, .offline),
    raw("a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n{}", .unreadable, .offline),
    raw("a status below nothing", "HTTP/1.1 -1 OK\r\n\r\n{}", .unreadable, .offline),
    raw("a version to come", "HTTP/9.9 200 OK\r\n\r\n{}", .unreadable, .offline),
    raw("a version long gone", "HTTP/0.9 200 OK\r\n\r\n{}", .unreadable, .offline),
    raw("another protocol's greeting", "SSH-2.0-OpenSSH_9.9\r\n", .unreadable, .offline),
    raw("a mail server's greeting", "220 mail.example ESMTP\r\n", .unreadable, .offline),
    raw("a radio's greeting", "ICY 200 OK\r\n\r\n" + body, .unreadable, .offline),
    raw("a TLS alert", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{46}", .unreadable, .offline),
    raw("zeroes", String(repeating: "\0", count: 10_000), .unreadable, .offline),
    head("a field without a colon", "no colon", "{}", .unreadable, .offline),
    head("a field without a name", ": x", "{}", .unreadable, .offline),
    head("a zero byte in a field", "x: \0", "{}", .unreadable, .offline),
    head("a field of 400 kB", "x: " + String(repeating: "y", count: 400_000), "{}", .unreadable, .offline),
    head(
      "50000 fields", (1...50_000).map { "x\($0): y" }.joined(separator: "\r\n"), "{}", .unreadable, .offline),
    head(
      "2000 empty fields", Array(repeating: "x:", count: 2000).joined(separator: "\r\n"), "{}", .unreadable, .offline),
    raw(
      "interim heads without end",
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000), .unreadable, .offline),
    raw(
      "a switch of protocols", "HTTP/1.1 101 Switch\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}", .offline,
      .unreadable),
    Misbehaviour(
      "a head without end",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\n"), .over("x: y\r\n", times: 200_000)])),
      .unreadable),
    Misbehaviour(
      "a line without end", Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nx: "), .over("y", times: 2_000_000)])),
      .unreadable, .offline),
  ]

  static let oddHeads: [Misbehaviour] = [
    raw("a head of an old version", "HTTP/1.0 200 OK\r\n\r\n" + body, .answer),
    raw("a status without words", "HTTP/1.1 200\r\nContent-Length: \(length)\r\n\r\n" + body, .answer),
    raw("an interim head first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + body, .answer),
    raw("an early hint first", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + body, .answer),
    raw("lines that end in LF alone", "HTTP/1.1 200 OK\nContent-Length: \(length)\n\n" + body, .answer),
    head("no fields but one", "X: y", body, .answer),
    head("a value on two lines", "X: y\r\n z", body, .answer),
    head("a field in Latin 1", "X: \u{E9}", body, .answer),
    head("a name in capitals", "CONTENT-LENGTH: \(length)", body, .answer),
    head("a value without a blank before it", "Content-Length:\(length)", body, .answer),
    head("a hundred cookies", (1...100).map { "Set-Cookie: a\($0)=b" }.joined(separator: "\r\n"), body, .answer),
    head("another type", "Content-Type: text/javascript; charset=utf-8", "\n\n\n" + body + "\n\n\n", .answer),
    head("HTML in place of JSON", "Content-Type: application/json", "<html></html>", .unreadable),
    head("an empty body", "Content-Type: application/json", "", .unreadable),
    head("a byte order mark and nothing else", "X: y", "\u{FEFF}", .unreadable),
    head("half of the JSON", "X: y", String(body.prefix(40)), .unreadable),
  ]

  // MARK: Lengths

  static let lengths: [Misbehaviour] = [
    head("a length below nothing", "Content-Length: -5", body, .offline, .unreadable),
    head("a length that is no number", "Content-Length: many", body, .offline, .unreadable, .answer),
    head("a length in sixteens", "Content-Length: 0x20", body, .offline, .unreadable, .answer),
    head("a length with a sign", "Content-Length: +\(length)", body, .offline, .unreadable, .answer),
    head("no length's digits", "Content-Length:", body, .offline, .unreadable, .answer),
    head(
      "a length twice", "Content-Length: \(length)\r\nContent-Length: \(length)", body, .answer, .offline, .unreadable),
    head("two lengths", "Content-Length: 5\r\nContent-Length: \(length)", body, .answer, .offline, .unreadable),
    head("two lengths in one", "Content-Length: \(length), \(length)", body, .answer, .offline, .unreadable),
    head("a length beyond the body", "Content-Length: \(length + 1)", body, .offline),
    head("a length far beyond the body", "Content-Length: 1000000", body, .offline),
    head("a length short of the body", "Content-Length: 20", body, .unreadable),
    head("no length but a body", "Content-Length: 0", body, .unreadable),
    head("a length and no body", "Content-Length: 20", "", .offline),
    head("a length of 33 MB", "Content-Length: 34603008", body, .tooLarge),
    head("a length of 2^31", "Content-Length: 2147483648", body, .tooLarge),
    head("a length of 2^63 - 2", "Content-Length: 9223372036854775806", body, .tooLarge),
    head("a length of 2^63 - 1", "Content-Length: 9223372036854775807", body, .tooLarge),
    head("a length of 2^63", "Content-Length: 9223372036854775808", body, .tooLarge, .answer),
    head("a length of 2^64", "Content-Length: 18446744073709551616", body, .tooLarge, .answer),
    head("a length of forty digits", "Content-Length: " + String(repeating: "9", count: 40), body, .tooLarge, .answer),
    head("a length beside chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked", whole, .answer),
    Misbehaviour("33 MB that were announced", .huge(bytes: 34 << 20), .tooLarge),
    Misbehaviour("33 MB that were not announced", .huge(bytes: 34 << 20, announced: false), .tooLarge),
  ]

  // MARK: Chunks

  static let chunks: [Misbehaviour] = [
    chunked("a chunk", whole, .answer),
    chunked("chunks of a byte", body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n", .answer),
    chunked("a chunk and a trailer", untrailed + "X-Checksum: abc\r\n\r\n", .answer),
    chunked("a chunk and a hundred trailers", untrailed + trailers(100), .answer),
    chunked("a chunk and 5000 trailers", untrailed + trailers(5000), .unreadable, .offline),
    chunked("a trailer that looks like a head", untrailed + "HTTP/1.1 404 Not Found\r\n\r\n", .answer, .offline),
    chunked("a trailer that names a length", untrailed + "Content-Length: 9999999999\r\n\r\n", .answer),
    chunked("a trailer without a colon", untrailed + "trailer\r\n\r\n", .answer, .offline, .unreadable),
    chunked("a trailer cut", untrailed + "X-Chec", .offline),
    chunked("a chunk with extensions", "\(hex);a=b;c\r\n\(body)\r\n0;d\r\n\r\n", .answer),
    chunked("a chunk of a size in capitals", "\(hex.uppercased())\r\n\(body)\r\n0\r\n\r\n", .answer),
    chunked("a chunk of a size with zeroes before", "000\(hex)\r\n\(body)\r\n000\r\n\r\n", .answer),
    chunked("chunks that end in LF alone", "\(hex)\n\(body)\n0\n\n", .answer, .offline),
    chunked("a chunk of no number", "zz\r\n\(body)\r\n0\r\n\r\n", .offline, .unreadable),
    chunked("a chunk below nothing", "-5\r\n\(body)\r\n0\r\n\r\n", .offline, .unreadable),
    chunked("a chunk of 2^63 bytes", "8000000000000000\r\n\(body)\r\n0\r\n\r\n", .offline, .unreadable),
    chunked("a chunk of 2^64 - 1 bytes", "FFFFFFFFFFFFFFFF\r\n\(body)\r\n0\r\n\r\n", .offline, .unreadable),
    chunked("a chunk of too many digits", String(repeating: "F", count: 40) + "\r\n\(body)", .offline, .unreadable),
    chunked("a size line of 100 kB", "5;" + String(repeating: "x", count: 100_000) + "\r\n", .offline, .unreadable),
    chunked("a chunk longer than it says", "5\r\n\(body)\r\n0\r\n\r\n", .offline, .unreadable),
    chunked("no chunk", "0\r\n\r\n", .unreadable),
    chunked("a chunk that breaks off", "\(hex)\r\n\(body.prefix(10))", .offline),
    chunked("a size that breaks off", String(hex.prefix(1)), .offline),
    chunked("chunks without their end", "\(hex)\r\n\(body)\r\n", .offline),
    chunked("chunks that break off in their end", "\(hex)\r\n\(body)\r\n0\r\n", .offline),
    chunked("no chunks where some were said to be", body, .offline, .unreadable),
    head("a transfer encoding nobody knows", "Transfer-Encoding: foo", body, .answer, .offline, .unreadable),
    head("chunks within chunks", "Transfer-Encoding: chunked, chunked", whole, .answer, .offline, .unreadable),
    head("chunks of an identity", "Transfer-Encoding: identity", body, .answer, .offline, .unreadable),
  ]

  static let hex = String(length, radix: 16)
  static func trailers(_ count: Int) -> String { (1...count).map { "X-\($0): y\r\n" }.joined() + "\r\n" }

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
