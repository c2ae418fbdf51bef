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

  @Test func `scripts may come by pipes`() async throws {
    let run = try await shell("$liner --offline <(echo trail) /dev/null <(echo expect starred 0)")
    #expect(run.text == "▸ home\n")
    #expect(run.errorText == "1 expectation, 0 failed\n")
    #expect(run.status == 0)
  }

  /// Whoever waits for a pipe's other end, or reads a device that never ends, looks dead.
  @Test(arguments: [
    ("--favorites FILE -c favs", "pipe"), ("--replay FILE", "pipe"), ("--favorites FILE -c favs", "/dev/zero"),
    ("--replay FILE", "/dev/zero"), ("--set favorites=FILE -c favs", "/dev/zero"), ("FILE", "/dev/zero"),
    ("-c 'source FILE'", "/dev/zero"), ("-c 'set favorites FILE'", "/dev/zero"), ("-c 'set favorites FILE'", "pipe"),
  ])
  func `what is no file is refused by name`(arguments: String, file: String) async throws {
    let run = try await shell("mkfifo pipe; timeout 20 $liner --offline \(arguments.replacing("FILE", with: file))")
    #expect(run.text == "")
    #expect(run.errorText.hasSuffix("\(file): not a regular file\n"))
    #expect(run.status == 1)
  }

  /// More than there is memory for.
  @Test func `what is larger than any file of its kind is refused before it is read`() async throws {
    let run = try await shell("truncate -s 1T large; $liner --offline --favorites large -c favs")
    #expect(run.errorText == "liner: large: larger than 256 MB\n")
    #expect(run.status == 1)
  }

  @Test func `a script is found at home, and a missing one is named as elsewhere`() async throws {
    folder.write("expect starred 0\n", to: "x.liner")
    #expect(try await shell("$liner --offline -c 'source ~/x.liner'").status == 0)
    let missing = "no such file or folder\n"
    #expect(try await shell("$liner -c 'source ~/no'").errorText == "-c:1: source ~/no: ~/no: " + missing)
    #expect(try await shell("$liner ./no.liner").errorText.contains("\"./no.liner\" is neither a file here"))
    #expect(try await shell("$liner --replay ~/no.rec").errorText.hasSuffix("/no.rec: " + missing))
  }

  @Test func `a reload names the day that it compares with once`() async throws {
    let title = "Most played songs · World · since 13 Nov"
    let run = try await shell("$liner --offline -c 'charts world song; reload; expect title \"\(title)\"'")
    #expect(run.errorText == "1 expectation, 0 failed\n")
  }

  @Test(arguments: ["source ./a.liner", "source $PWD/a.liner", "source link", "source ../${PWD##*/}/a.liner"])
  func `a script that sources itself is refused by any of its names, in a replay too`(line: String) async throws {
    let run = try await shell(
      """
      printf '%s\\n%s\\ntrail\\n' "\(line)" "\(line)" > a.liner; ln -s a.liner link
      $liner --offline --keep-going --record x.rec a.liner; $liner --replay x.rec
      """)
    #expect(run.text == "▸ home\n▸ home\n")
    #expect(run.errorText.split(separator: "\n").count { $0.hasSuffix("would never end") } == 4)
  }

  @Test(arguments: ["record", "cast"])
  func `what is there already is replaced only by force, and is the owner's alone`(option: String) async throws {
    folder.write("mine", to: "file")
    let refused = try await shell("$liner --offline --\(option) file -c favs")
    #expect(refused.errorText == "liner: file already exists; --force replaces it\n")
    #expect(refused.status == 1)
    #expect(refused.text == "")
    #expect(folder.read("file") == "mine")
    #expect(try await shell("$liner --offline --force --\(option) file -c favs; stat -c %a file").lines.contains("600"))
    #expect(folder.read("file")?.contains("mine") == false)
  }

  @Test(arguments: [
    "--set nonsense=1", "--set everywhere=nope", "--catalog none", "--favorites bad", "--replay bad", "--record bad",
    "--record new.cast",
  ])
  func `nothing is made before all options are found right`(wrong: String) async throws {
    folder.write("bad", to: "bad")
    let run = try await shell("$liner --record new.rec --cast new.cast --log-file new.log \(wrong) -c favs; ls new.*")
    #expect(run.text == "")
    #expect(folder.read("bad") == "bad")
  }

  @Test(arguments: ["--help", "--version", "--generate-completion-script bash", "--generate-manual"])
  func `what cannot be printed is a failure`(option: String) async throws {
    let run = try await shell("$liner \(option) > /dev/full")
    #expect(run.errorText == "liner: cannot write the results: no space left on the disk\n")
    #expect(run.status == 1)
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

  @Test func `a command that fails has failed, also where the parent ignores the end of children`() async throws {
    let run = try await shell(
      "env --ignore-signal=CHLD $liner --offline --shell -c 'search vivaldi' -c '| false' | tail -n 1")
    #expect(run.errorText == "-c:2: | false: \"false\" failed with status 1\n")
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

  @Test func `a locale that is not UTF-8 has its signs in ASCII`() async throws {
    let run = try await shell(
      "LC_ALL=C $liner --offline --set limit=1 -c 'search vivaldi --in song' -c star\\ 1 -c trail")
    #expect(run.text.contains("1 - Spring"))
    #expect(run.text.contains("* 1 Spring"))
    #expect(run.text.hasSuffix("\n>   vivaldi\n"))
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
