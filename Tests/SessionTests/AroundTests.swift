import Foundation
import TestSupport
import Testing

/// The ways in, the manual page, the installation and the log.
@Suite(.timeLimit(.minutes(10)))
struct AroundTests {
  private let folder = TemporaryFolder()

  // MARK: Ways in

  @Test(arguments: [
    ("search antonio vivaldi --limit 2 --in song", "search antonio vivaldi --limit 2 --in song"),
    ("sear 'antonio vivaldi' --in=song", "search antonio vivaldi --in song"),
  ])
  func `a command from the shell is that command`(words: String, command: String) async throws {
    let run = try await shell("$liner --offline \(words)")
    let same = try await shell("$liner --offline -c '\(command)'")
    #expect(run.text == same.text)
    #expect(run.text.contains("Song"))
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }

  @Test func `words from the shell are not taken apart again`() async throws {
    let run = try await shell("$liner --offline --output json search 'a;favs' '#b' --in song; echo $?")
    try #require(run.lines.count == 3)
    #expect(run.lines[0].contains(#""term":"a;favs #b""#))
    #expect(run.lines[0].contains(#""source":"liner""#))
    #expect(run.lines[1] == "0")
  }

  @Test func `a first word that is both is the file, and a folder is none`() async throws {
    folder.write("trail\n", to: "favs")
    let file = try await shell("$liner --offline favs; rm favs; mkdir favs; $liner --offline favs")
    #expect(file.text == "▸ home\nFavourites\nNo favourites yet. Add one: star N\n")
  }

  @Test(arguments: [
    ("jack johnson", "\"jack\" is neither a file here nor a command; did you mean back, or search jack johnson?"),
    ("none.liner", "\"none.liner\" is neither a file here nor a command; liner help lists the commands"),
    ("serach", "\"serach\" is neither a file here nor a command; did you mean search, or search serach?"),
    (
      "--offline --set view=list -- xyzzy",
      "\"xyzzy\" is neither a file here nor a command; did you mean search xyzzy?"
    ),
  ])
  func `a first word that is neither names both readings`(words: String, sentence: String) async throws {
    let run = try await shell("$liner \(words)")
    #expect(run.status == 64)
    #expect(run.text == "")
    #expect(run.errorText.contains(sentence))
  }

  @Test func `a command that fails does not repeat itself`() async throws {
    let run = try await shell("$liner --offline search x --limit 0")
    #expect(run.errorText == "liner: --limit must be a whole number from 1 to 200, not \"0\"\n")
    #expect(run.status == 1)
  }

  @Test func `it is known of every option whether the next word is its value`() async throws {
    let help = try await shell("$liner --help").text
    let names = help.split(separator: "\n").flatMap { line -> [(name: String, takesValue: Bool)] in
      guard line.hasPrefix("  -") else { return [] }
      let words = line.split(separator: " ", omittingEmptySubsequences: true).prefix {
        $0.first == "-" || $0.first == "<"
      }
      let takesValue = words.contains { $0.first == "<" }
      return words.filter { $0.first == "-" }.map { (String($0.replacing(",", with: "")), takesValue) }
    }
    #expect(names.count > 20)
    for (name, takesValue) in names where !["--version", "-h", "--help"].contains(name) {
      let run = try await shell("rm -f xyzzy; $liner \(name) xyzzy < /dev/null")
      #expect(run.errorText.contains("neither a file here nor a command") == !takesValue, "\(name)")
    }
  }

  @Test func `a script hands items to the shell where that is allowed`() async throws {
    let run = try await shell(
      "$liner --offline --shell -c 'search vivaldi --in song' -c '| grep -c RV; true' -c '| exit 3' | tail -n 1")
    #expect(run.text == "5\n")
    #expect(run.errorText == "-c:3: | exit 3: \"exit 3\" failed with status 3\n")
    let refused = try await shell("$liner --offline -c favs -c '| cat'")
    #expect(refused.errorText == "-c:2: | cat: scripts need --shell to run shell commands\n")
    #expect(refused.status == 1)
  }

  @Test func `the summary counts the commands that failed`() async throws {
    let run = try await shell("$liner --offline --keep-going -c 'bad; expect items 3; expect items 0; bad'")
    #expect(
      run.errorText.hasSuffix(
        "expected 3 items, found 0 (on home)\n-c:1: bad: unknown command \"bad\"; did you mean search bad?\n2 expectations, 1 failed; 2 commands failed\n"
      ))
  }

  // MARK: The manual page and the installation

  @Test func `the manual names every option and every command`() async throws {
    let manual = try await shell("$liner --generate-manual").text
    for option in ["\\-\\-command", "\\-\\-offline", "\\-\\-record", "\\-\\-replay", "\\-\\-log\\-level"] {
      #expect(manual.contains(option))
    }
    let help = try await shell("$liner --output json -c help").output
    let reply = try #require(JSONSerialization.jsonObject(with: help) as? [String: Any])
    let commands = try #require(reply["help"] as? [[String: Any]])
    #expect(commands.count > 20)
    for command in commands {
      let name = try #require(command["name"] as? String)
      #expect(manual.contains("\n.B \(name)"), "\(name)")
    }
    #expect(!manual.contains("generate"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func `the manual is set without a warning`() async throws {
    let run = try await shell("$liner --generate-manual | groff -man -Kutf8 -Tutf8 -ww -rLL=78n")
    #expect(run.errorText == "")
    #expect(run.text.contains("LINER(1)"))
  }

  @Test func `an installation has program, manual and completions`() async throws {
    let run = try await shell("$scripts/install \"$HOME/prefix\" && \"$HOME/prefix/bin/liner\" --version")
    #expect(run.errorText == "")
    #expect(run.status == 0)
    #expect(run.lines.dropLast().last == "1.0.0")
    #expect(folder.read("prefix/share/man/man1/liner.1")?.hasPrefix(".TH LINER 1") == true)
    #expect(folder.read("prefix/share/bash-completion/completions/liner")?.contains("--replay") == true)
    #expect(folder.read("prefix/share/zsh/site-functions/_liner")?.hasPrefix("#compdef liner") == true)
    #expect(folder.read("prefix/share/fish/vendor_completions.d/liner.fish")?.contains("complete -c 'liner'") == true)
    let syntax = try await shell("bash -n \"$HOME/prefix/share/bash-completion/completions/liner\"")
    #expect(syntax.status == 0)
  }

  // MARK: The log

  @Test func `nothing is logged unless it is asked for`() async throws {
    let run = try await shell("$liner --offline -c 'search vivaldi'")
    #expect(run.errorText == "")
  }

  @Test func `each command and each exchange is logged, results are not mixed with it`() async throws {
    let plain = try await shell("$liner --offline -c 'search vivaldi --in song; bad'")
    let run = try await shell("$liner --offline --log-level info --log-file l.log -c 'search vivaldi --in song; bad'")
    #expect(run.text == plain.text)
    #expect(run.errorText == plain.errorText)
    let lines = (folder.read("l.log") ?? "").split(separator: "\n").map { line in
      // Without the time, which the first word is, and how long the exchange took.
      line.split(separator: " ").dropFirst().joined(separator: " ")
    }
    #expect(lines.first == "notice session begins version=1.0.0")
    #expect(lines.dropFirst().first == #"info command place=-c:1 text="search vivaldi --in song; bad""#)
    #expect(
      lines.contains { $0.hasPrefix("info exchange attempts=1 bytes=") && $0.contains("source=sample status=200") })
    #expect(lines.last == "notice session ends status=1")
    #expect(lines.count == 4)
  }

  @Test func `a failed exchange is a warning`() async throws {
    let run = try await StandInServer.withRefusedURL { url in
      try await BuiltProgram.shell(
        "$liner --log-level warning -c 'search x --in song'", in: folder, environment: ["LINER_ITUNES_URL": url])
    }
    #expect(run.errorText.contains(" warning exchange attempts=1 bytes=0 error=offline method=GET source=network "))
    #expect(run.errorText.split(separator: "\n").count == 2)
  }

  @Test func `text from elsewhere cannot act on whoever reads the log`() async throws {
    _ = try await shell("$liner --offline --log-file l.log -c $'search \\e[2J\\x07'")
    #expect(folder.read("l.log")?.contains("text=\"search ␛[2J␇\"") == true)
  }

  @Test func `a log that cannot be opened is an error`() async throws {
    let run = try await shell("$liner --log-file none/l.log -c favs")
    #expect(run.errorText == "liner: none/l.log: no such file or folder\n")
    #expect(run.status == 1)
  }

  @Test func `a log on a full disk harms nobody`() async throws {
    let run = try await shell("$liner --offline --log-file /dev/full -c 'favs'")
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }

  @Test func `an unknown level is refused`() async throws {
    let run = try await shell("$liner --log-level loud")
    #expect(run.status == 64)
    #expect(run.errorText.contains("loud"))
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
