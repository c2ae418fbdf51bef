import Foundation
import TestSupport
import Testing

/// Phrases that were replaced must not come back in the program's output or its README.
struct WordingTests {
  @Test func `no string, declaration or README contains a phrase that was replaced`() throws {
    let found = try Self.texts().flatMap { text in
      Self.found(in: text.tokens).map { "\(text.path):\($0.line): \($0.phrase.text): write \($0.phrase.better)" }
    }
    #expect(found == [])
  }

  @Test func `a phrase is found in a string, with its line, even across a break`() {
    let source = ##"""
      let a = 1 // It is no comment.
      let b = "there is no \(c ? "pointer goes on" : "x") here"
      let d = """
        It WAS \
        got \(e), put
          aside.
        """
      let f = #"a "blank" \#(g) goes \(on)"# + "goes" + "on"
      """##
    let found = Self.found(in: SwiftLiterals(source).tokens).map { "\($0.line) \($0.phrase.text)" }
    #expect(found == ["2 goes on", "4 was got", "5 put aside"])
    #expect(Self.found(in: Tokens("A\nname ends\nin .csv").list).map(\.line) == [2])
    #expect(Self.found(in: Tokens("there is no item; it is no longer new").list).isEmpty)
  }

  private struct Text {
    var path: String
    var tokens: [Token]
  }

  /// Texts that users read, except the sample's invented titles.
  private static func texts() throws -> [Text] {
    let root = URL(filePath: BuiltProgram.packageRoot)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Sources").path)
    return try (["README.md"] + paths.sorted().map { "Sources/" + $0 }).compactMap { path in
      guard !path.hasPrefix("Sources/Data/Sample/") else { return nil }
      func text() throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
      if path.hasSuffix(".swift") { return Text(path: path, tokens: SwiftLiterals(try text()).tokens) }
      guard path == "README.md" || path.hasSuffix(".json") else { return nil }
      return Text(path: path, tokens: Tokens(try text()).list)
    }
  }

  private static func found(in tokens: [Token]) -> [(line: Int, phrase: Phrase)] {
    let words = tokens.map(\.text)
    var starts: [String: [Phrase]] = [:]
    for phrase in phrases { starts[phrase.words[0], default: []].append(phrase) }
    return words.indices.flatMap { index in
      (starts[words[index]] ?? []).filter { phrase in
        words[index...].starts(with: phrase.words)
          && !phrase.allowed.contains { allowed in
            // The phrase within the longer one.
            let offset = allowed.indices.first { allowed[$0...].starts(with: phrase.words) } ?? 0
            return index >= offset && words[(index - offset)...].starts(with: allowed)
          }
      }.map { (tokens[index].line, $0) }
    }
  }

  /// Lowercased words, and what to write instead.
  private struct Phrase {
    var text: String
    var better: String
    var words: [String]
    /// Longer phrases that contain it and are fine.
    var allowed: [[String]]

    init(_ text: String, _ better: String, allowed: [String]) {
      (self.text, self.better) = (text, better)
      words = Tokens(text).list.map(\.text)
      self.allowed = allowed.map { Tokens($0).list.map(\.text) }
    }
  }

  private static let phrases = TextTable.rows("phrases that were replaced") {
    Phrase($0[0], $0[1], allowed: $0.rest(2))
  }
}
