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

    init(_ text: String, _ better: String, allowed: [String] = []) {
      (self.text, self.better) = (text, better)
      words = Tokens(text).list.map(\.text)
      self.allowed = allowed.map { Tokens($0).list.map(\.text) }
    }
  }

  /// liner's English: one phrase a line.
  private static let phrases = [
    Phrase("is no", "is not a", allowed: ["there is no", "is no longer"]),
    Phrase("was no", "was not a", allowed: ["there was no"]), Phrase("that are no", "that are not"),
    Phrase("there is no more", "no more"), Phrase("gives no more", "the maximum"),
    Phrase("is there no more", "no longer there"),
    Phrase("was got", "downloaded"), Phrase("been got", "downloaded"), Phrase("got before", "already downloaded"),
    Phrase("left out", "skipped; omitted"), Phrase("passed over", "skipped"), Phrase("passes over", "skips"),
    Phrase("put aside", "saved for later"), Phrase("nobody", "unsaved; denied", allowed: ["nobody annoyed"]),
    Phrase("no file keeps", "unsaved"),
    Phrase("are kept on disk", "are cached on disk"), Phrase("answers kept", "cached answers"),
    Phrase("been asked", "requested; sent"), Phrase("was asked", "requested; sent"),
    Phrase("was not asked", "nothing sent to"),
    Phrase("may not be asked", "is not allowed"), Phrase("asked nothing", "sent nothing"),
    Phrase("asked for it", "requested"),
    Phrase("not asked for", "unrequested"), Phrase("asked for in", "per"), Phrase("afresh", "again"),
    Phrase("anew", "over"),
    Phrase("asking again", "refreshing"), Phrase("asks to wait", "asks for a pause"),
    Phrase("slow down", "rate-limiting"),
    Phrase("looked at", "viewed"), Phrase("first look", "first view"), Phrase("latest look", "last view"),
    Phrase("look at a chart", "view; snapshot"), Phrase("moved most", "biggest moves"),
    Phrase("goes on", "continues; resumes"), Phrase("go on", "continue; resume"),
    Phrase("tells more", "explains; see help"),
    Phrase("says more", "explains; see help"), Phrase("says why", "see explain"),
    Phrase("has the language", "explains the format"),
    Phrase("take out", "remove"), Phrase("takes out", "removes"), Phrase("takes none out", "removes none"),
    Phrase("take back", "undo"), Phrase("takes back", "undoes"), Phrase("takes it back", "undo reverts it"),
    Phrase("takes that back", "removes the mark"), Phrase("marks away", "remove marks"),
    Phrase("forgets them", "deletes them"),
    Phrase("the standard", "the default"), Phrase("without it:", "default:"),
    Phrase("the present", "the current; this"),
    Phrase("is sound", "is valid"), Phrase("every mistake", "every error"), Phrase("come along", "are built in"),
    Phrase("comes along", "is built in"), Phrase("shipped", "built in"), Phrase("storefronts", "stores"),
    Phrase("the storefront", "the store"), Phrase("each storefront", "each store"),
    Phrase("every storefront", "every store"),
    Phrase("one storefront", "a store"), Phrase("belongs to it", "a relation"),
    Phrase("belongs to an item", "a relation"),
    Phrase("belongs here", "expected"), Phrase("a blank", "a space"), Phrase("blanks", "spaces"),
    Phrase("is blank", "empty"),
    Phrase("unpack", "decompress"), Phrase("packed body", "compressed body"), Phrase("a head", "headers"),
    Phrase("strangers", "untrusted addresses"), Phrase("other people's", "untrusted; from a feed or declaration"),
    Phrase("sound, film", "audio, video"), Phrase("takes the network", "needs the network"),
    Phrase("leaves the machine", "works offline"), Phrase("network alone", "needs the network"),
    Phrase("show the session", "demo"), Phrase("form of the results", "output format"),
    Phrase("name ends in", "extension", allowed: ["name ends in a slash"]),
    Phrase("couldn't", "could not"), Phrase("it takes", "it needs"), Phrase("takes a", "must be; needs"),
    Phrase("takes no", "has no; cannot"), Phrase("takes seconds", "must be … seconds"),
    Phrase("takes four", "needs four"),
    Phrase("one a line", "one per line"), Phrase("object a line", "object per line"),
    Phrase("item a line", "item per line"),
    Phrase("thing a line", "item per line"), Phrase("command a line", "command per line"), Phrase("behind", "after"),
    Phrase("in place of", "instead of"), Phrase("within one another", "nested"), Phrase("by way of", "via; from"),
    Phrase("by its terms", "under its terms"), Phrase("towards", "to; per"), Phrase("beside", "with"),
    Phrase("stands", "is; must be"), Phrase("that cannot stand", "must not be"), Phrase("without bounds", "oversized"),
    Phrase("beyond bounds", "out of range"), Phrase("breaks off", "is interrupted; feed error"),
    Phrase("will do", "works"),
    Phrase("it can be", "use; accepts"), Phrase("selects nothing", "is not a selection"),
    Phrase("fits none", "does not apply"),
    Phrase("nothing leads", "has no"), Phrase("nothing fills", "unknown placeholder"),
    Phrase("leads back", "no .. in its path"),
    Phrase("of which a part", "if any part"), Phrase("failed so", "failed with it"), Phrase("no known kind", "unknown"),
    Phrase("not here yet", "loading"), Phrase("further down", "continued"), Phrase("exists already", "already exists"),
    Phrase("there already", "already existed"), Phrase("files that are there", "existing files"),
    Phrase("one after the other", "in turn"), Phrase("keys of its own", "unknown keys"),
    Phrase("costs nothing", "no harm done"),
    Phrase("says:", "reports:"), Phrase("could not be read:", "sent an unusable answer:"),
  ]
}
