import TestSupport
import Testing

/// The built program with input and output that come and go in pieces. Other odd input is in `Shell/files.txt`.
@Suite(.timeLimit(.minutes(10)))
struct AnyInputTests {
  private let folder = TemporaryFolder()
  private static let noFavorites = "Favourites\nNo favourites yet. Add one: star N\n"

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

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
