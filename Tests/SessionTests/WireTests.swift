import Domain
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WireTests {
  private let folder = TemporaryFolder()

  private func shell(_ line: String, _ environment: [String: String]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }

  @Test func `an invalid certificate is reported with its problem and its host`() async throws {
    let certificates = try await Certificates()
    let words: [(Certificates.Kind, String)] = [
      (.untrusted, "is signed by an unknown authority"), (.expired, "has expired"), (.notYetValid, "is not yet valid"),
      (.wrongHost, "sent the certificate of another host"), (.good, "the file of trusted certificates cannot be read"),
    ]
    for (kind, words) in words {
      let authority = kind == .good ? "/nowhere" : certificates.authority
      try await TLSServer.run(with: kind, of: certificates, .answering([:])) { url in
        let run = try await shell(
          "$liner -c 'search x --in song\nexpect error untrusted'; $liner -c 'search x --in song'",
          ["LINER_ITUNES_URL": url, "SSL_CERT_FILE": authority])
        let text = (run.text + run.errorText).replacing("\n", with: " ")
        #expect(text.contains(words), "\(text)")
        #expect(text.contains("localhost"), "\(text)")
        #expect(text.contains("1 expectation, 0 failed"), "\(text)")
      }
    }
  }

  @Test func `waiting for an answer uses no processor time`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let run = try await shell(
        "TIMEFORMAT='%R %U %S'; time $liner --timeout 3 -c 'search x --in song' >/dev/null 2>&1",
        ["LINER_ITUNES_URL": server.url])
      let times = run.errorText.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
      try #require(times.count == 3, "\(run.errorText)")
      #expect(times[0] >= 3)
      #expect(times[1] + times[2] < 1.5)
    }
  }

  @Test func `the network layer leaves no files in the home folder`() async throws {
    try await StandInServer.run(answering: Misbehaviour.good) { server in
      let run = try await shell("$liner -c 'search x'; find . -type f", ["LINER_ITUNES_URL": server.url])
      #expect(run.text.contains("Fine"))
      #expect(!run.text.contains("URLCache") && !run.text.contains(".local/share"))
    }
  }

  @Test func `without libcurl the error names the package, and commands without the network work`() async throws {
    folder.write("", to: "libcurl.so.4")
    let run = try await shell(
      "$liner --offline -c 'search vivaldi' >/dev/null && echo offline; $liner --no-rc -c 'search x --in song'",
      ["LD_LIBRARY_PATH": folder.path])
    #expect(run.text.hasPrefix("offline\n"))
    #expect((run.text + run.errorText).contains("libcurl4"), "\(run.text)\(run.errorText)")
    #expect(run.status == 1)
  }

  @Test func `explain shows how long each phase took`() async throws {
    try await StandInServer.run(answering: Misbehaviour.good) { server in
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
