// What the table cannot say: when an answer comes, how long it is, and what becomes of the connection.

extension Misbehaviour {
  // MARK: Time

  static let slow: [Misbehaviour] = [
    Misbehaviour("silence", .silence, .timedOut),
    Misbehaviour(
      "silence within the head", Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nx: "), .hold])), .timedOut),
    Misbehaviour(
      "silence after the head",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .hold])),
      .timedOut),
    Misbehaviour(
      "silence within a chunk",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"), .hold])), .timedOut
    ),
    Misbehaviour(
      "a body in drops without end",
      .json(String(repeating: " ", count: 100_000)).delivered(.dripping(every: .milliseconds(20))),
      .timedOut),
    Misbehaviour("a body in drops", good.delivered(.dripping(every: .microseconds(500))), .answer),
    Misbehaviour(
      "a head in drops",
      Answer(delivery: .steps(inDrops("HTTP/1.1 200 OK\r\nX: y\r\n\r\n") + [.send(body)])), .answer),
    Misbehaviour(
      "a pause within the head",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nX"), .wait(.milliseconds(50)), .send(": y\r\n\r\n" + body)])),
      .answer),
  ]

  static func inDrops(_ text: String) -> [StandInServer.Answer.Step] {
    text.unicodeScalars.flatMap { [.send(String($0)), .wait(.milliseconds(1))] }
  }

  // MARK: Redirects

  static let redirectsOfEachKind: [Misbehaviour] = [301, 302, 303, 307, 308].map {
    Misbehaviour("a redirect of kind \($0)", .redirect(to: elsewhere, status: $0), .answer)
  }

  static func longRedirect(_ name: String, total: Int, announced: Bool) -> Misbehaviour {
    Misbehaviour(
      name,
      Answer(
        status: 302, headers: ["location": elsewhere], body: Array(repeating: 0x20, count: 65_536),
        delivery: .repeated(total: total, announced: announced)), .answer)
  }

  static let redirects: [Misbehaviour] = [
    Misbehaviour("a redirect that says not where", .status(302), .refused),
    Misbehaviour(
      "a redirect to a head cut", .redirect(to: "/search?term=a%20head%20of%20an%20answer%20cut%20within%20a%20name"),
      .offline),
    Misbehaviour("a redirect to a reset", .redirect(to: "/search?term=a%20reset"), .offline),
    Misbehaviour(
      "a redirect with a page",
      Answer(status: 302, headers: ["location": elsewhere], body: Array("<html></html>".utf8)), .answer),
    longRedirect("a redirect with 14 MB announced", total: 14 << 20, announced: true),
    longRedirect("a redirect with 14 MB not announced", total: 14 << 20, announced: false),
    longRedirect("a redirect with 400 MB announced", total: 400 << 20, announced: true),
    Misbehaviour(
      "a redirect that unpacks to 64 MB",
      Answer(
        status: 302, headers: ["location": elsewhere, "content-encoding": "gzip"], body: GzipBytes.blanks(64 << 20)),
      .answer),
  ]

  // MARK: Sizes and connections

  static let endless: [Misbehaviour] = [
    Misbehaviour(
      "a head without end",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\n"), .over("x: y\r\n", times: 200_000)])),
      .unreadable),
    Misbehaviour(
      "a line without end", Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nx: "), .over("y", times: 2_000_000)])),
      .unreadable, .offline),
    Misbehaviour("33 MB that were announced", .huge(bytes: 34 << 20), .tooLarge),
    Misbehaviour("33 MB that were not announced", .huge(bytes: 34 << 20, announced: false), .tooLarge),
  ]

  static let connections: [Misbehaviour] = [
    Misbehaviour(
      "a head cut by a reset",
      Answer(delivery: .steps([.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"), .reset])), .offline),
    Misbehaviour("a reset", .reset, .offline),
    Misbehaviour("a reset within the body", good.delivered(.reset(after: 20)), .offline),
    Misbehaviour("an end within the body", good.delivered(.truncated(after: 20)), .offline),
    Misbehaviour("an end before the body", good.delivered(.truncated(after: 0)), .offline),
    Misbehaviour(
      "a connection that is kept and then ended", Answer(delivery: .steps([.send(kept)])), .answer),
    Misbehaviour(
      "a connection that is kept and then reset",
      Answer(delivery: .steps([.send(kept), .wait(.milliseconds(20)), .reset])), .answer),
    Misbehaviour("more than was asked for", Answer(delivery: .steps([.send(kept + kept), .keep])), .answer),
    Misbehaviour("garbage behind the answer", Answer(delivery: .steps([.send(kept + "garbage"), .keep])), .answer),
    Misbehaviour(
      "a connection that is to be closed and is not",
      Answer(
        delivery: .steps([
          .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n" + body), .keep,
        ])), .answer),
    Misbehaviour(
      "an alternative service", Answer(headers: ["alt-svc": "h2=\"127.0.0.1:1\""], body: Array(body.utf8)), .answer),
    Misbehaviour(
      "an upgrade to HTTP/2", Answer(headers: ["upgrade": "h2c", "connection": "upgrade"], body: Array(body.utf8)),
      .answer),
    Misbehaviour(
      "a policy of https only", Answer(headers: ["strict-transport-security": "max-age=9"], body: Array(body.utf8)),
      .answer),
  ]

  static let kept = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + body
}
