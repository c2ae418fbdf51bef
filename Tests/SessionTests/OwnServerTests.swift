import Foundation
import Synchronization
import TestSupport
import Testing

/// A server of the user's own: what lies on it is requested with the credentials, and what lies elsewhere is not.
struct OwnServerTests {
  @Test func `a server whose address nobody gave is not searched, and named`() async throws {
    let run = try await BuiltProgram.run(["-c", "set everywhere opds; search x --everywhere"])
    #expect(run.status == 0)
    #expect(run.text.hasSuffix("\nskipped: opds: no address\n"))
  }

  @Test func `a session with a server that the user signed in to is replayed with its address`() async throws {
    let folder = TemporaryFolder()
    let (run, _) = try await Self.run(
      """
      mkdir -p .config/liner/catalogs; cp nas.json .config/liner/catalogs/; url=$LINER_NAS_URL
      unset LINER_NAS_URL LINER_NAS_USER LINER_NAS_PASSWORD
      printf "$url\nme\nsesame-open\n" | $liner catalog sign-in nas >/dev/null
      $liner --catalog nas --output json --record x.rec -c 'search x; open 1; back' > recorded 2> said
      $liner --output json --replay x.rec > replayed 2> told; cmp recorded replayed && cmp said told && wc -l < replayed
      """, in: folder)
    #expect(run.text == "3\n", "\(run.text) \(run.errorText)")
    #expect(folder.read("recorded")?.contains("/cover/1") == true)
    #expect(folder.read("x.rec")?.contains("sesame") == false)
  }

  private static let declaration = #"""
    {"declaration": 1, "name": "nas", "title": "Nas", "base": {"own": true, "about": "such as http://nas.local:4533"},
     "credentials": {"ask": {"user": "your name", "password": "your password"},
      "send": {"query": {"u": "{user}", "t": "{md5:{password}{salt}}", "s": "{salt}"}}, "required": true},
     "categories": [{"name": "song", "title": "Song", "search": {"path": "/songs"},
      "pages": ["{base}/song/{id}"], "lookup": {"path": "/songs/{id}"},
      "fields": {"id": "/id", "title": "/t", "artwork": {"text": "{base}/cover/{/id}"}, "url": {"text": "{base}/song/{/id}"}},
      "file": "/file"}]}
    """#

  /// What was requested, without the credentials: each with whether it had any.
  private final class Log: Sendable {
    private let list = Mutex<[String]>([])
    var lines: [String] { list.withLock(\.self) }
    func note(_ line: String) { list.withLock { $0.append(line) } }
  }

  private static func run(
    _ script: String, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> (run: BuiltProgram.Run, log: [String]) {
    folder.write(declaration, to: "nas.json")
    let (log, elsewhere) = (Log(), Log())
    return try await StandInServer.run { request in
      elsewhere.note("elsewhere \(request.target)")
      return .status(404)
    } body: { other in
      try await StandInServer.run { request in
        let query = request.query
        let isSigned = query["u"] == "me" && query["s"]?.count == 16 && query["t"]?.count == 32
        log.note("\(isSigned ? "signed" : "bare") \(request.path)")
        switch request.path {
        case "/songs":
          return .json(
            Array(
              #"[{"id": 1, "t": "One", "file": "/stream/1.mp3"}, {"id": 2, "t": "Two", "file": "\#(other.url)/x.mp3"}]"#
                .utf8))
        case "/songs/1": return .json(Array(#"{"id": 1, "t": "One"}"#.utf8))
        case "/cover/1", "/stream/1.mp3":
          return isSigned
            ? StandInServer.Answer(
              status: 200, headers: ["Content-Type": "audio/mpeg"], body: Array("\u{89}PNG bytes of it".utf8))
            : .status(401)
        default: return .status(404)
        }
      } body: { server in
        let own = [
          "LINER_NAS_URL": server.url, "LINER_NAS_USER": "me", "LINER_NAS_PASSWORD": "sesame-open", "HOME": folder.path,
        ]
        let run = try await BuiltProgram.shell(script, in: folder, environment: own.merging(environment) { $1 })
        return (run, log.lines + elsewhere.lines)
      }
    }
  }

  @Test
  func `a player reads a stream that needs credentials from its standard input, and sees neither address nor secret`()
    async throws
  {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
    folder.write("#!/bin/sh\necho \"$@\" > args\nenv > env\ncat > heard\n", to: "bin/mpv")
    chmod(folder.path("bin/mpv"), 0o755)
    let (run, log) = try await Self.run(
      "PATH=$PWD/bin:$PATH $liner --catalog ./nas.json -c 'search x; play 1'", in: folder)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(folder.read("heard")?.hasSuffix("PNG bytes of it") == true)
    #expect(folder.read("args")?.hasSuffix(" -\n") == true, "\(folder.read("args") ?? "")")
    #expect(folder.read("env")?.contains("sesame-open") == false)
    #expect(log.contains("signed /stream/1.mp3"), "\(log)")
  }

  @Test func `covers and files on the server are requested with the credentials, others are not requested at all`()
    async throws
  {
    let folder = TemporaryFolder()
    let (run, log) = try await Self.run(
      "$liner --catalog ./nas.json --keep-going -c 'search x; artwork 1 --save cover; get 1 --to .; get 2 --to .; open 1; copy'",
      in: folder)
    #expect(log.contains("signed /cover/1") && log.contains("signed /stream/1.mp3"), "\(log) \(run.errorText)")
    #expect(!log.contains { $0.hasPrefix("bare") || $0.hasPrefix("elsewhere") }, "\(log)")
    #expect(!run.text.contains("sesame") && !run.errorText.contains("sesame"))
  }

  @Test(arguments: ["nas", "itunes", "deezer"])
  func `a pasted address on the server opens its item, in whatever catalog`(catalog: String) async throws {
    let (run, log) = try await Self.run(
      "mkdir -p .config/liner/catalogs; cp nas.json .config/liner/catalogs; "
        + "$liner --catalog \(catalog) -c \"open $LINER_NAS_URL/song/1\"", in: TemporaryFolder())
    #expect(run.status == 0 && run.text.contains("One"), "\(run.text) \(run.errorText)")
    #expect(log.first == "signed /songs/1")
  }

  @Test func `without an address nothing is asked, and the message says how to give one`() async throws {
    let (run, _) = try await Self.run(
      "$liner --catalog ./nas.json -c 'search x'", in: TemporaryFolder(), environment: ["LINER_NAS_URL": ""])
    #expect(run.status == 1)
    for words in ["LINER_NAS_URL", "such as http://nas.local:4533", "catalog sign-in nas"] {
      #expect(run.errorText.contains(words), "\(run.errorText)")
    }
  }
}
