import TestSupport
import Testing

/// The built program with input, output and files as they should not be.
@Suite(.timeLimit(.minutes(10)))
struct AnyInputTests {
  private let folder = TemporaryFolder()
  private static let noFavorites = "Favourites\nNo favourites yet. Add one: star N\n"

  /// Describes itself, because the testing library would take most of a minute to describe two million bytes.
  struct Input: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var output = noFavorites
    var errors = ""
    var status: Int32 = 0

    var testDescription: String { "\(bytes.count) bytes, \(String(decoding: bytes.prefix(20), as: UTF8.self))" }
  }

  @Test(arguments: [
    Input(bytes: Array("favs\r\n".utf8)),
    Input(bytes: Array("favs".utf8)),
    Input(bytes: [0xEF, 0xBB, 0xBF] + Array("favs\n".utf8)),
    Input(bytes: Array("  # a comment\n\n \t\nfavs\n;;\n".utf8)),
    Input(bytes: [], output: ""),
    Input(
      bytes: Array("bad \u{0}\n".utf8), output: "",
      errors: "stdin:1: bad ␀: unknown command \"bad\"; did you mean search bad ␀?\n", status: 1),
    Input(bytes: [0xFF, 0xFE], output: "", errors: "stdin:1: the line is not UTF-8 text\n", status: 1),
    Input(
      bytes: Array("favs\nsearch ".utf8) + [0xC3, 0x28, 0x0A] + Array("favs\n".utf8),
      errors: "stdin:2: the line is not UTF-8 text\n", status: 1),
    Input(
      bytes: Array(repeating: UInt8(ascii: "a"), count: 2_000_000) + Array("\nfavs\n".utf8), output: "",
      errors: "stdin:1: the line is longer than 1 MB\n", status: 1),
    Input(
      bytes: Array(repeating: UInt8(ascii: "a"), count: 2_000_000), output: "",
      errors: "stdin:1: the line is longer than 1 MB\n", status: 1),
  ])
  func `input of any bytes is taken, or is an error for its line`(input: Input) async throws {
    folder.write(input.bytes, to: "input")
    let run = try await shell("$liner --offline < input")
    #expect(run.text == input.output)
    #expect(run.errorText == input.errors)
    #expect(run.status == input.status)
  }

  @Test func `an argument that is not UTF-8 is refused, and not read as something else`() async throws {
    for arguments in ["-c \"$(printf 'search caf\\351')\"", "search \"$(printf 'caf\\351')\""] {
      let run = try await shell("$liner --offline \(arguments)")
      #expect(run.text.isEmpty)
      #expect(run.errorText.contains("is not UTF-8 text"), "\(run.errorText)")
      #expect(run.status == 64)
    }
  }

  @Test func `a bad line costs only itself where a script goes on`() async throws {
    folder.write(
      Array("favs\n".utf8) + [0xFF, 0x0A] + Array(repeating: UInt8(ascii: "a"), count: 1_100_000)
        + Array("\nfavs\n".utf8), to: "x.liner")
    let run = try await shell("$liner --offline --keep-going x.liner")
    #expect(run.text == Self.noFavorites + Self.noFavorites)
    #expect(
      run.errorText == "x.liner:2: the line is not UTF-8 text\nx.liner:3: the line is longer than 1 MB\n")
    #expect(run.status == 1)
  }

  @Test func `a term of nearly a megabyte is a term`() async throws {
    folder.write("search " + String(repeating: "a", count: 1_000_000) + "\nexpect state empty\n", to: "x.liner")
    let run = try await shell("$liner --offline x.liner")
    #expect(run.errorText == "1 expectation, 0 failed\n")
    #expect(run.status == 0)
  }

  @Test func `lines that come in pieces are put together`() async throws {
    let run = try await shell(
      """
      mkfifo steps; exec 3<>steps
      { printf 'fa'; read -u 3; printf 'vs\\nexpe'; read -u 3; printf 'ct starred 0'; } | $liner --offline > out &
      echo >&3; echo >&3
      wait $!
      """)
    #expect(folder.read("out") == Self.noFavorites)
    #expect(run.errorText == "1 expectation, 0 failed\n")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    ("$liner --offline .", ".: is a folder\n", 1),
    ("$liner --offline . none.liner", ".: is a folder\n", 1),
    ("$liner --offline < .", "stdin:1: stdin: is a folder\n", 1),
    ("$liner --offline -c favs > /dev/full", "liner: cannot write the results: no space left on the disk\n", 1),
    ("$liner --offline -c favs >&-", "liner: cannot write the results: Bad file descriptor\n", 1),
    ("$liner --offline <&-", "", 0),
    ("$liner --offline < /dev/null", "", 0),
    ("$liner --offline -c bad 2>&-", "", 1),
    ("$liner --offline -c bad 2>/dev/full", "", 1),
    ("$liner --offline -c favs <&- >&- 2>&-", "", 1),
  ])
  func `files and descriptors that are no use are named`(line: String, errors: String, status: Int32) async throws {
    let run = try await shell(line)
    #expect(run.text == "")
    #expect(run.errorText == errors)
    #expect(run.status == status)
  }

  @Test func `results never end up in a recording because standard output was closed`() async throws {
    let run = try await shell("$liner --offline --record x.rec -c favs >&- <&-")
    #expect(run.status == 1)
    #expect(folder.read("x.rec") == "liner-recording 1\n--day 2026-11-21\n--offline\n\n@ -c:1\n> favs\n")
  }

  @Test(arguments: [
    "$liner --offline -c 'search vivaldi; open song; open song'", "$liner --help",
    // What `yes` makes of the closed pipe depends on who started it, and is not of interest.
    "(yes 'search vivaldi' 2>/dev/null; true) | $liner --offline",
    "(yes 'search vivaldi' 2>/dev/null; true) | $liner --offline --output json",
  ])
  func `a closed pipe ends it quietly`(line: String) async throws {
    let run = try await shell("\(line) | head -n 1; echo ${PIPESTATUS[@]}")
    #expect(run.errorText == "")
    #expect(run.lines.count == 3)
    #expect(["0 0", "0 0 0"].contains(run.lines.dropLast().last))
  }

  // MARK: Inputs together

  @Test func `commands come first, then scripts, then what is typed`() async throws {
    folder.write("star 1\n", to: "one.liner")
    folder.write("#!/usr/bin/env liner\nstar 2", to: "two.liner")
    let run = try await shell(
      "echo 'expect starred 2' | $liner --offline --echo -i -c 'search vivaldi' one.liner two.liner > out")
    let typed = folder.read("out")?.split(separator: "\n").filter { $0.contains("> ") }
    #expect(
      typed == ["liner> search vivaldi", "vivaldi> star 1", "vivaldi> star 2", "vivaldi> expect starred 2"])
    #expect(run.errorText == "1 expectation, 0 failed\n")
    #expect(run.status == 0)
  }

  @Test func `a script that fails ends the run, unless it is to go on`() async throws {
    folder.write("bad\n", to: "bad.liner")
    folder.write("favs\n", to: "good.liner")
    let stopped = try await shell("$liner --offline bad.liner good.liner")
    #expect(stopped.text == "")
    #expect(stopped.errorText == "bad.liner:1: bad: unknown command \"bad\"; did you mean search bad?\n")
    #expect(stopped.status == 1)
    let kept = try await shell("$liner --offline --keep-going bad.liner good.liner")
    #expect(kept.text == Self.noFavorites)
    #expect(kept.status == 1)
  }

  @Test func `several texts are the lines of one script`() async throws {
    let run = try await shell("$liner --offline --echo -c $'favs; trail\\n# none\\nhome;;' -c 'bad;favs'")
    #expect(
      run.text == """
        liner> favs
        \(Self.noFavorites)Favourites> trail
          1 home
        ▸   Favourites
        Favourites> home
        iTunes
          Try  search TERM · charts · seasons
        liner> bad

        """)
    #expect(run.errorText == "-c:4: bad: unknown command \"bad\"; did you mean search bad?\n")
    #expect(run.status == 1)
  }

  @Test func `a script starts itself`() async throws {
    let run = try await shell(
      "printf '#!%s --offline\\nfavs\\n' \"$liner\" > run.liner; chmod +x run.liner; ./run.liner")
    #expect(run.text == Self.noFavorites)
    #expect(run.status == 0)
  }

  @Test func `quitting a script is not a failure`() async throws {
    let run = try await shell("$liner --offline -i -c 'quit; bad' < /dev/null")
    #expect(run.text == "")
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
