import TestSupport
import Testing

/// Files that must not make the program wait forever. `Shell/files.txt` covers the rest.
@Suite(.timeLimit(.minutes(10)))
struct FilesTests {
  private let folder = TemporaryFolder()

  /// Opening one end of a pipe waits until the program has opened the other.
  @Test(arguments: ["pipe", "-c 'source pipe'", "-c 'source outer.liner'"])
  func `Ctrl-C ends the wait for a pipe`(arguments: String) async throws {
    folder.write("source pipe\nfavs\n", to: "outer.liner")
    let run = try await shell(
      "mkfifo pipe; set -m; $liner --offline \(arguments) < /dev/null & exec 3>pipe; kill -INT $!; wait $!")
    #expect(run.status == 130)
    #expect(run.text == "")
    // The shell describes a death by a signal differently.
    #expect(run.errorText.hasPrefix("[1]+  Exit 130 "))
  }

  @Test(arguments: [4, 8, 12]) func `with too few open files the program ends with a message`(count: Int) async throws {
    let run = try await shell("ulimit -n \(count); $liner --offline -c 'search vivaldi; star 1' --favorites favs")
    #expect([0, 1, 127].contains(run.status))
  }

  /// Nothing is ever read from the shell's end of the pipe.
  @Test(arguments: ["> pipe", "> pipe 2>&1", "--output json > pipe", "--offline > pipe 2> pipe"])
  func `SIGINT ends it while its reader is stalled`(redirection: String) async throws {
    let run = try await shell(
      """
      yes 'search vivaldi' | head -n 2000 > lines; mkfifo pipe; exec 3<>pipe; set -m
      timeout 60 $liner --offline --keep-going < lines \(redirection) & sleep 1; kill -INT $!; wait $!; echo $?
      """)
    #expect(run.lines.first == "130")
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
