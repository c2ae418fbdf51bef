import Foundation
import TestSupport
import Testing

/// The program's options and its manual. `Shell/around.txt` covers the rest.
@Suite(.timeLimit(.minutes(10)))
struct AroundTests {
  private let folder = TemporaryFolder()

  // MARK: Ways in

  @Test func `every option is known to have a value or not`() async throws {
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

  // MARK: The manual page

  @Test func `the manual lists every option and every command`() async throws {
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
  func `the manual is formatted without a warning`() async throws {
    let run = try await shell("$liner --generate-manual | groff -man -Kutf8 -Tutf8 -ww -rLL=78n")
    #expect(run.errorText == "")
    #expect(run.text.contains("LINER(1)"))
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
