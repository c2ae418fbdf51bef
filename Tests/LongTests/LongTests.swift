import Domain
import Foundation
import TestSupport
import Testing

/// Tests that take many seconds or start very many programs; only `scripts/test --all` runs them.
@Suite(.timeLimit(.minutes(3)))
struct LongTests {
  private let folder = TemporaryFolder()

  private func shell(_ line: String, _ environment: [String: String] = [:]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }

  @Test func `waiting for a locked file fails after ten seconds`() async throws {
    let run = try await shell("exec 3<>favs; flock 3; $liner --offline --favorites favs -c favs")
    #expect(run.errorText == "liner: favs: locked by another program\n")
    #expect(run.status == 1)
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
        // If the certificate is not trusted, some programs report it before they are interrupted.
        #expect(statuses.isSubset(of: kind == .good ? [130] : [130, 1]), "\(folder.read("errors") ?? "")")
        #expect(statuses.contains(130))
      }
    }
  }

  // MARK: Misbehaviour

  /// Every other misbehaviour, by programs at the same time, because most of the time they wait before a retry. Except
  /// those with a `Retry-After`, after which a new search may rightly wait.
  @Test func `whatever a service does, the session continues: the next search works, and stars are still there`()
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
}
