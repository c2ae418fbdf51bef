import Foundation
import TestSupport
import Testing

/// The ways in, the manual page, the installation and the log.
@Suite(.timeLimit(.minutes(10)))
struct AroundTests {
  private let folder = TemporaryFolder()

  // MARK: Ways in

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

  @Test func `a failed exchange is a warning`() async throws {
    let run = try await StandInServer.withRefusedURL { url in
      try await BuiltProgram.shell(
        "$liner --log-level warning -c 'search x --in song'", in: folder, environment: ["LINER_ITUNES_URL": url])
    }
    #expect(run.errorText.contains(" warning exchange attempts=1 bytes=0 error=offline method=GET source=network "))
    #expect(run.errorText.split(separator: "\n").count == 2)
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
