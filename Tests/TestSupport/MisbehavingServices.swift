// The table's second half: when and where answers come from, what they say, and what becomes of the connection.

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

  static let redirects: [Misbehaviour] = [
    redirect("a redirect to itself", to: "/search?term=a%20redirect%20to%20itself", .unreadable),
    redirect("a redirect without a path", to: "?term=fine", .answer),
    redirect("a redirect to a fragment of another", to: elsewhere + "#part", .answer),
    redirect("a redirect with blanks", to: "/search?term=x y z", .answer),
    redirect("a redirect beyond ASCII", to: "/search?term=\u{E9}", .answer),
    redirect("a redirect with a percent sign", to: "/search?term=%", .answer),
    redirect("a redirect with percent signs that mean nothing", to: "/search?term=%zz&a=%00", .answer),
    redirect("a redirect up and down", to: "/a/../b/./search?term=fine", .answer),
    redirect("a redirect of 20 kB", to: elsewhere + String(repeating: "x", count: 20_000), .answer),
    redirect(
      "a redirect of 90 kB", to: elsewhere + String(repeating: "x", count: 90_000), .answer, .unreadable, .offline),
    redirect("a redirect to a file", to: "file:///etc/hostname", .unreadable),
    redirect("a redirect to ftp", to: "ftp://127.0.0.1/x", .unreadable),
    redirect("a redirect to a script", to: "javascript:alert(1)", .unreadable),
    redirect("a redirect to data", to: "data:application/json,{}", .unreadable),
    redirect("a redirect to a letter box", to: "mailto:a@b", .unreadable),
    redirect("a redirect to a dictionary", to: "dict://127.0.0.1:1/d:x", .unreadable),
    redirect("a redirect to gopher", to: "gopher://127.0.0.1:1/x", .unreadable),
    redirect("a redirect to no host", to: "http://", .unreadable),
    redirect("a redirect to no port", to: "http://127.0.0.1:99999/", .unreadable),
    redirect("a redirect to half an address", to: "http://[::1", .unreadable),
    redirect("a redirect with an escape sequence", to: "/\u{1B}[31m", .unreadable),
    redirect("a redirect to where nobody listens", to: "http://127.0.0.1:1/", .offline),
    redirect("a redirect to nothing", to: "", .refused),
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
    raw(
      "a redirect whose body breaks off",
      "HTTP/1.1 302 Found\r\nLocation: \(elsewhere)\r\nContent-Length: 50\r\n\r\nx", .offline, .answer),
    raw(
      "a redirect with a trailer",
      "HTTP/1.1 302 Found\r\nLocation: \(elsewhere)\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA: b\r\n\r\n",
      .answer),
  ]

  // MARK: Statuses

  static let statuses: [Misbehaviour] = [
    status(201, "with an answer", body: body, .answer),
    status(204, "without one", .unreadable), status(205, "without one", .unreadable),
    status(206, "with all of it", body: body, .answer),
    status(300, "with a choice", fields: ["location": elsewhere], .refused),
    status(304, "to what nobody asked", .refused),
    status(305, "to a proxy", fields: ["location": elsewhere], .refused), status(306, "out of use", .refused),
    status(400, "with a reason", body: #"{"errorMessage":"Invalid value(s) for key(s): [country]"}"#, .refused),
    status(401, "that names no scheme", .refused),
    status(401, "that wants Basic", fields: ["www-authenticate": #"Basic realm="x""#], .refused),
    status(401, "that wants Digest", fields: ["www-authenticate": #"Digest realm="x", nonce="y""#], .refused),
    status(401, "that wants Negotiate", fields: ["www-authenticate": "Negotiate"], .refused),
    status(401, "that wants NTLM", fields: ["www-authenticate": "NTLM"], .refused),
    status(401, "that wants what nobody knows", fields: ["www-authenticate": "Foo \u{FF}"], .refused),
    status(402, "without a word", .refused),
    status(403, "that is empty", .rateLimited), status(403, "with a page", body: "<html></html>", .rateLimited),
    status(403, "with a reason", body: #"{"errorMessage":"no"}"#, .refused),
    status(404, "that is empty", .notFound), status(404, "with a page", body: "<html></html>", .notFound),
    status(405, "without a word", .refused), status(407, "of no proxy", .refused),
    status(408, "without a word", .refused), status(410, "without a word", .refused),
    status(418, "without a word", .refused), status(421, "without a word", .refused),
    status(429, "without a word", .rateLimited),
    status(429, "for a minute", fields: ["retry-after": "60"], .rateLimited),
    status(429, "until a date", fields: ["retry-after": "Sun, 06 Nov 2044 08:49:37 GMT"], .rateLimited),
    status(429, "until whenever", fields: ["retry-after": "soon"], .rateLimited),
    status(429, "for ever", fields: ["retry-after": "99999999999999999999"], .rateLimited),
    status(451, "without a word", .refused),
    status(500, "that is empty", .server), status(500, "with an answer", body: body, .server),
    status(501, "without a word", .server), status(502, "with a page", body: "<html></html>", .server),
    status(503, "for a minute", fields: ["retry-after": "60"], .server), status(504, "without a word", .server),
    status(511, "with a page", body: "<html></html>", .server), status(599, "without a word", .server),
    status(999, "without a word", .server),
  ]

  // MARK: Connections

  static let connections: [Misbehaviour] = [
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
