import Domain
import Foundation
import TestSupport
import Testing

/// The built program against services that misbehave, over TLS, and interrupted.
@Suite(.timeLimit(.minutes(2)))
struct WireTests {
  private let folder = TemporaryFolder()

  private func shell(_ line: String, _ environment: [String: String]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }

  /// Every other misbehaviour, by programs side by side since most of the time is spent waiting to ask again. Not those
  /// that ask for a pause: there it is right not to search again.
  @Test func `whatever a service does, the session goes on: the next search works, and stars are still there`()
    async throws
  {
    try await StandInServer.run(answering: { Misbehaviour.answer(to: $0) }) { server in
      let programs = 8
      let some = Misbehaviour.all.filter { !$0.asksForPause }.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      try await withThrowingTaskGroup { group in
        for program in 0..<programs {
          let mine = some.enumerated().filter { $0.offset % programs == program }.map(\.element)
          group.addTask { try await meet(mine, at: server.url) }
        }
        try await group.waitForAll()
      }
    }
  }

  private func meet(_ misbehaviours: [Misbehaviour], at url: String) async throws {
    var lines = ["search first", "star 1"]
    for (number, misbehaviour) in misbehaviours.enumerated() {
      lines += ["search \(misbehaviour.name)", "search fine \(number)", "expect items 1..1"]
    }
    lines += ["favs", "expect starred 1"]
    let run = try await BuiltProgram.run(
      ["--keep-going", "--output", "json", "--set", "categories=song", "--rate", "off", "--timeout", "6"],
      input: Data(lines.joined(separator: "\n").utf8), environment: ["LINER_ITUNES_URL": url])
    let replies = run.lines.filter { !$0.isEmpty }.map(Reply.init)
    #expect(run.status == 1)
    try #require(replies.count == lines.count, "\(run.errorText)")
    for (number, misbehaviour) in misbehaviours.enumerated() {
      let reply = replies[2 + number * 3]
      #expect(misbehaviour.right.contains(reply.outcome), "\(misbehaviour): \(reply.text)")
      #expect(replies[3 + number * 3].outcome == .answer, "after \(misbehaviour)")
      #expect(replies[4 + number * 3].outcome == .answer, "after \(misbehaviour)")
    }
    #expect(replies.suffix(2).map(\.outcome) == [.answer, .answer])
  }

  /// A line of JSON.
  private struct Reply {
    let text: String

    var outcome: Misbehaviour.Outcome {
      guard let start = text.firstRange(of: #""error":{"code":""#)?.upperBound else { return .answer }
      return .failure(.init(rawValue: String(text[start...].prefix { $0 != "\"" })) ?? .usage)
    }
  }

  @Test func `a certificate that is not right is named, with what is wrong and for what host`() async throws {
    let certificates = try await Certificates()
    let words: [(Certificates.Kind, String)] = [
      (.untrusted, "is untrusted"), (.expired, "has expired"), (.notYetValid, "is not yet valid"),
      (.wrongHost, "is another host's"),
    ]
    for (kind, words) in words {
      try await TLSServer.run(with: kind, of: certificates, .answering([:])) { url in
        let run = try await shell(
          "$liner -c 'search x --in song\nexpect error untrusted'; $liner -c 'search x --in song'",
          ["LINER_ITUNES_URL": url, "SSL_CERT_FILE": certificates.authority])
        let text = (run.text + run.errorText).replacing("\n", with: " ")
        #expect(text.contains(words), "\(text)")
        #expect(text.contains("localhost"), "\(text)")
        #expect(text.contains("1 expectation, 0 failed"), "\(text)")
      }
    }
  }

  @Test func `Ctrl-C during https ends the program as an interruption, every time`() async throws {
    let certificates = try await Certificates()
    for kind in [Certificates.Kind.good, .untrusted] {
      try await TLSServer.run(with: kind, of: certificates, .silent) { url in
        folder.write("", to: "errors")
        let run = try await shell(
          """
          for n in $(seq 1 30); do
            timeout --preserve-status -s INT 0.$(printf %03d $((n * 10))) "$liner" --rate off -c 'search x' 2>> errors
            echo $?
          done
          """, ["LINER_ITUNES_URL": url, "SSL_CERT_FILE": certificates.authority])
        let statuses = Set(run.text.split(separator: "\n").compactMap { Int($0) })
        // Where the certificate is not trusted, some will have said so before they were interrupted.
        #expect(statuses.isSubset(of: kind == .good ? [130] : [130, 1]), "\(folder.read("errors") ?? "")")
        #expect(statuses.contains(130))
      }
    }
  }

  @Test func `waiting for an answer takes no time of the processor`() async throws {
    try await StandInServer.run { _ in
      .silence
    } body: { server in
      let run = try await shell(
        "TIMEFORMAT='%R %U %S'; time $liner --timeout 3 -c 'search x --in song' >/dev/null 2>&1",
        ["LINER_ITUNES_URL": server.url])
      let times = run.errorText.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
      try #require(times.count == 3, "\(run.errorText)")
      #expect(times[0] >= 3)
      #expect(times[1] + times[2] < 0.5)
    }
  }

  @Test func `nothing of the network's is left at home`() async throws {
    try await StandInServer.run { _ in
      Misbehaviour.good
    } body: { server in
      let run = try await shell("$liner -c 'search x'; find . -type f", ["LINER_ITUNES_URL": server.url])
      #expect(run.text.contains("Fine"))
      #expect(!run.text.contains("URLCache") && !run.text.contains(".local/share"))
    }
  }

  @Test func `without libcurl the package to install is named, and what needs no network works`() async throws {
    folder.write("", to: "libcurl.so.4")
    let run = try await shell(
      "$liner --offline -c 'search vivaldi' >/dev/null && echo offline; $liner --no-rc -c 'search x --in song'",
      ["LD_LIBRARY_PATH": folder.path])
    #expect(run.text.hasPrefix("offline\n"))
    #expect((run.text + run.errorText).contains("libcurl4"), "\(run.text)\(run.errorText)")
    #expect(run.status == 1)
  }

  @Test func `explain tells where the time went`() async throws {
    try await StandInServer.run { _ in
      Misbehaviour.good
    } body: { server in
      let run = try await BuiltProgram.run(
        ["-c", "search x --in song; search y --in song; explain"], environment: ["LINER_ITUNES_URL": server.url])
      #expect(run.text.contains("connection reused · first byte "))
      let json = try await BuiltProgram.run(
        ["--output", "json", "-c", "search x --in song; explain"], environment: ["LINER_ITUNES_URL": server.url])
      let keys = ["nameMs", "connectionMs", "tlsMs", "firstByteMs", "bodyMs", "decodedMs", "reused", "http"]
      #expect(keys.allSatisfy { json.text.contains("\"\($0)\":") }, "\(json.text)")
    }
  }
}
