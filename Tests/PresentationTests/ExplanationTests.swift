import Domain
@testable import Presentation
import Testing

struct ExplanationTests {
  private var log: ExchangeLog {
    let log = ExchangeLog()
    log.append(
      exchange("https://h/a?term=don%27t") {
        ($0.status, $0.bytes, $0.attempts) = (200, 12_345, 2)
        ($0.waited, $0.transferred) = (.milliseconds(3000), .milliseconds(210))
      })
    log.append(
      Decoding(
        url: "https://h/a?term=don%27t", shown: 1, skipped: [SkippedRow(row: 2, reason: "no title")],
        took: .microseconds(1300)))
    log.append(exchange("https://h/b", .cache) { ($0.status, $0.bytes, $0.attempts) = (200, 2, 0) })
    log.append(exchange("https://h/c") { ($0.transferred, $0.error) = (.milliseconds(5), .offline(host: "h")) })
    return log
  }

  private func text(_ explanation: Explanation) -> String {
    TextRenderer().render(.explained(explanation), favorites: Favorites()).text
  }

  @Test func `each request has its source, its times, its failure and its skipped rows`() {
    #expect(
      text(Explanation(of: log, asCurl: false)) == """
        GET https://h/a?term=don%27t
          network · HTTP 200 · 12.3 kB · 2 attempts · waited 3000 ms · transferred in 210 ms · 1 row parsed in 1.3 ms
          row 2 skipped: no title
        GET https://h/b
          cache · HTTP 200 · 2 bytes
        GET https://h/c
          network · transferred in 5.0 ms
          Could not reach h. Check the connection, then: retry
        3 requests · 12.3 kB · 1 row skipped · slowest 3211 ms

        """)
  }

  @Test func `rows skipped without a request of their own are listed`() {
    let log = ExchangeLog()
    log.append(Decoding(url: "c:a:1 /bs", shown: 1, skipped: [SkippedRow(row: 2, reason: "no id")], took: .zero))
    #expect(log.hasContent)
    #expect(
      text(Explanation(of: log, asCurl: false)) == """
        c:a:1 /bs
          row 2 skipped: no id
        0 requests · 0 bytes · 1 row skipped · slowest 0 ms

        """)
  }

  @Test func `rows belong to the request that brought them, of several with one address to its body`() {
    let log = ExchangeLog()
    for body in ["a", "b"] { log.append(exchange("https://h/", by: "POST") { $0.body = body }) }
    for (body, shown) in [("b", 3), ("a", 1)] {
      log.append(Decoding(url: "https://h/", body: body, shown: shown, skipped: [], took: .zero))
    }
    #expect(Explanation(of: log, asCurl: false).requests.map { $0.decoding?.shown } == [1, 3])
  }

  @Test func `budgets are shown host by host`() {
    var budgets = ["a.example", "bb.example", "c.example"].map { RequestBudget(host: $0) }
    (budgets[0].available, budgets[0].capacity, budgets[0].sent) = (18, 20, 2)
    (budgets[1].capacity, budgets[1].sent, budgets[1].sentByOthers) = (20, 21, 4)
    (budgets[1].nextIn, budgets[1].fullIn) = (.milliseconds(2100), .seconds(59))
    budgets[2].sent = 7
    #expect(
      TextRenderer().render(.limits(budgets), favorites: Favorites()).text == """
        a.example   18 of 20 requests left · 2 sent
        bb.example  0 of 20 requests left · next in 3 s · full in 59 s · 21 sent · 4 by other sessions
        c.example   unlimited requests · 7 sent

        """)
    #expect(
      TextRenderer(width: 40).render(.limits([budgets[1]]), favorites: Favorites()).text == """
        bb.example  0 of 20 requests left · next
                    in 3 s · full in 59 s · 21
                    sent · 4 by other sessions

        """)
    let line = JSONRenderer.line(
      for: .success(.limits(Array(budgets.dropFirst()))), .init(source: nil, line: 1, command: "limits"),
      favorites: Favorites())
    #expect(
      String(decoding: line, as: UTF8.self) == """
        {"v":1,"line":1,"command":"limits","ok":true,"limits":{"hosts":[\
        {"host":"bb.example","available":0,"capacity":20,"sent":21,"sentByOthers":4,"nextIn":3,"fullIn":59},\
        {"host":"c.example","sent":7,"sentByOthers":0}]}}

        """)
  }

  @Test(arguments: [
    (DownloadProgress(bytes: 500, all: nil, came: 500, during: .seconds(9)), "500 bytes: Title"),
    (.init(bytes: 500, all: 2000, came: 500, during: .milliseconds(999)), "500 bytes of 2 kB: Title"),
    // Bytes from an earlier attempt say nothing about the current speed.
    (.init(bytes: 900, all: 1000, came: 10, during: .seconds(2)), "900 bytes of 1 kB, 20 s left: Title"),
    (.init(bytes: 900, all: 1000, came: 1, during: .seconds(2)), "900 bytes of 1 kB, 4 min left: Title"),
    (.init(bytes: 1000, all: 1000, came: 10, during: .seconds(2)), "1 kB of 1 kB: Title"),
  ])
  func `a download shows its progress and the time left`(progress: DownloadProgress, line: String) {
    #expect(DownloadText.line(for: progress, of: "Title") == line)
  }

  @Test func `without requests it says so`() {
    #expect(text(Explanation(of: nil, asCurl: false)) == "The last command sent nothing\n")
    #expect(text(Explanation(of: ExchangeLog(), asCurl: true)) == "The last command sent nothing\n")
  }

  @Test(arguments: [
    (exchange("https://h/a?b=c&d='e'"), "'https://h/a?b=c&d='\\''e'\\'''"),
    (
      exchange("https://h/", .cache) { $0.headers = ["Accept": "*/*", "A": "$(b) `c`"] },
      "--header 'A: $(b) `c`' --header 'Accept: */*' 'https://h/'"
    ),
    (exchange("plain", by: "POST"), "--request POST plain"),
    (
      exchange("plain", by: "POST") { $0.body = "@{'a'}" },
      "--request POST --data-raw '@{'\\''a'\\''}' plain"
    ),
    (
      exchange("https://h/?q=a") { $0.secrets = .init(headers: ["A": "$B"], query: [("k", "$C"), ("s", "SALT")]) },
      #"--header "A: $B" --get --data-urlencode "k=$C" --get --data-urlencode "s=SALT" 'https://h/?q=a'"#
    ),
    (
      exchange("plain", by: "POST") {
        ($0.body, $0.curlBody) = ("{\"a\":\"$B\"}", ["--data-raw", #""{\"a\":\"$B\"}""#])
        $0.secrets = .init(headers: [:], query: [("k", "$C")])
      },
      #"--request POST --url-query "k=$C" --data-raw "{\"a\":\"$B\"}" plain"#
    ),
  ])
  func `a command line for curl is quoted for a shell`(exchange: Exchange, rest: String) {
    #expect(Explanation.curl(exchange) == "curl --silent --show-error --globoff " + rest)
  }

  @Test func `as JSON it has numbers in milliseconds`() {
    let envelope = JSONRenderer.Envelope(source: nil, line: 1, command: "explain", trail: [])
    let line = JSONRenderer.line(
      for: .success(.explained(Explanation(of: log, asCurl: false))), envelope, favorites: Favorites())
    #expect(
      String(decoding: line, as: UTF8.self) == """
        {"v":1,"line":1,"command":"explain","ok":true,"explain":{"requests":[\
        {"method":"GET","url":"https://h/a?term=don%27t","source":"network","status":200,"bytes":12345,"attempts":2,\
        "rows":1,"waitedMs":3000.0,"transferredMs":210.0,"decodedMs":1.3,"ms":3211.3},\
        {"method":"GET","url":"https://h/b","source":"cache","status":200,"bytes":2,"attempts":0,\
        "waitedMs":0.0,"transferredMs":0.0,"decodedMs":0.0,"ms":0.0},\
        {"method":"GET","url":"https://h/c","source":"network","bytes":0,"attempts":1,\
        "waitedMs":0.0,"transferredMs":5.0,"decodedMs":0.0,"ms":5.0,"error":"offline"}],\
        "skipped":[{"url":"https://h/a?term=don%27t","row":2,"reason":"no title"}]}}

        """)
  }

  @Test(arguments: [(0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (12_345, "12.3 kB"), (2_000_000, "2 MB")])
  func `bytes have a suitable unit`(bytes: Int, text: String) {
    let exchange = exchange("u") { ($0.status, $0.bytes) = (200, bytes) }
    let log = ExchangeLog()
    log.append(exchange)
    #expect(self.text(Explanation(of: log, asCurl: false)).contains("HTTP 200 · \(text)\n"))
  }
}

private func exchange(
  _ url: String, _ source: Exchange.Source = .network, by method: String = "GET",
  _ change: (inout Exchange) -> Void = { _ in }
) -> Exchange {
  var exchange = Exchange(method: method, url: url, source: source)
  change(&exchange)
  return exchange
}
