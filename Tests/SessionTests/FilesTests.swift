import TestSupport
import Testing

/// The program and the files it is given: pipes that nobody has the other end of, files that are there already, disks
/// that are full.
@Suite(.timeLimit(.minutes(10)))
struct FilesTests {
  private let folder = TemporaryFolder()

  /// Opening a pipe's other end waits until the program has opened its own.
  @Test(arguments: ["pipe", "-c 'source pipe'", "-c 'source outer.liner'"])
  func `Ctrl-C ends the wait for what a pipe holds`(arguments: String) async throws {
    folder.write("source pipe\nfavs\n", to: "outer.liner")
    let run = try await shell(
      "mkfifo pipe; set -m; $liner --offline \(arguments) < /dev/null & exec 3>pipe; kill -INT $!; wait $!")
    #expect(run.status == 130)
    #expect(run.text == "")
    // The shell tells of an end by a signal in other words.
    #expect(run.errorText.hasPrefix("[1]+  Exit 130 "))
  }

  @Test(arguments: [4, 8, 12]) func `with few open files it ends in words`(count: Int) async throws {
    let run = try await shell("ulimit -n \(count); $liner --offline -c 'search vivaldi; star 1' --favorites favs")
    #expect([0, 1, 127].contains(run.status))
  }

  /// A file may grow to 4 blocks of 1024 bytes, and no more.
  @Test func `favourites stay whole where the disk is full, and the star is none`() async throws {
    let run = try await shell(
      """
      $liner --offline --favorites favs -c 'search vivaldi; open song; star 1-5; unstar 5'; cp favs before
      trap '' XFSZ; ulimit -f 4; $liner --offline --keep-going --favorites favs -c 'search vivaldi; open song; star all' \
      -c 'expect starred 4' -c 'favs; unstar 1; undo' > /dev/null
      """)
    #expect(run.errorText.contains("favs: File too large"))
    #expect(run.errorText.contains("1 expectation, 0 failed"))
    #expect(folder.read("favs")?.isEmpty == false)
    let kept = try await shell("$liner --offline --favorites favs -c 'expect starred 4'")
    #expect(kept.status == 0)
  }

  /// At any moment of its start, while it waits for a line that does not come.
  @Test func `a signal ends a script that waits, however early it comes`() async throws {
    let run = try await shell(
      """
      mkfifo pipe; exec 3<>pipe; set -m
      for moment in 0 0.002 0.005 0.01 0.015 0.02 0.03 0.05; do
        $liner --offline < pipe & sleep $moment; kill -INT $!; wait $!; echo $?
      done
      """)
    #expect(run.lines.filter { !$0.isEmpty } == Array(repeating: "130", count: 8))
  }

  /// The export waits for who reads it, and that is who has read the line before.
  @Test func `JSON to a pipe is written when its command is done`() async throws {
    let run = try await shell(
      """
      mkfifo held; printf 'search vivaldi\\ntrail\\nexport held --format csv --force\\n' | \
      $liner --offline --output json | { read first; read second; echo "$second"; cat held > csv; cat; }
      """)
    #expect(run.lines.map { $0.contains(#""ok":true"#) } == [true, true, false])
    #expect(folder.read("csv")?.hasPrefix("number,id,") == true)
  }

  /// The end of the pipe that the shell holds is never read.
  @Test(arguments: ["> pipe", "> pipe 2>&1", "--output json > pipe", "--offline > pipe 2> pipe"])
  func `SIGINT ends it while its reader is stalled`(redirection: String) async throws {
    let run = try await shell(
      """
      yes 'search vivaldi' | head -n 2000 > lines; mkfifo pipe; exec 3<>pipe; set -m
      env --default-signal=INT timeout 60 $liner --offline --keep-going < lines \(redirection) & sleep 1; kill -INT $!; wait $!; echo $?
      """)
    #expect(run.lines.first == "130")
  }

  /// As root, whom no limit binds, by somebody else.
  @Test func `where no thread may be started it says so`() async throws {
    let run = try await shell(
      """
      chmod 755 .; cp "$liner" program; other=; [ $(id -u) = 0 ] && other='setpriv --reuid 54321 --clear-groups'
      $other bash -c 'ulimit -u 1; exec ./program --offline -c favs'
      """)
    #expect(run.text == "")
    #expect(run.errorText == "liner: the process limit is too low; raise ulimit -u or close programs\n")
    #expect(run.status == 1)
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
