import Domain

extension Command {
  static let set = Command("set", argument: .setting) { arguments, _ in
    let assignment = try arguments.assignment()
    if arguments.has("save") {
      guard let assignment else { throw arguments.missing("--save NAME VALUE") }
      return .save(name: assignment.name, value: assignment.value)
    }
    if let assignment { return .set(name: assignment.name, value: assignment.value) }
    return .answer(arguments.isEmpty ? .settings : .setting(try arguments.plainText()))
  }

  static let limits = Command("limits", action: .answer(.limits))

  static let explain = Command("explain") { arguments, _ in
    try arguments.refuseWords()
    return .answer(.requests(asCurl: arguments.has("curl")))
  }

  static let expect = Command("expect", argument: .expectation) { arguments, _ in .expect(try Expectation(arguments)) }

  static let help = Command("help", argument: .command) { arguments, _ in
    let words = arguments.text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    if words.count == 2, words[0].count > 2, "catalogs".hasPrefix(words[0]),
      words[0] == "catalogs" || !catalogs.tasks.contains(where: { $0.name == words[1] })
    {
      return .catalogTask(CatalogTask(.language, words[1]))
    }
    // The list of commands shows N for a number.
    let isItem = arguments.text == "N" || Selection.number(arguments.text) != nil
    // Only the first word: `help set country` is about `set`.
    let name = String(nameAndRest(of: arguments.text).name)
    return .answer(.help(isItem ? "open" : arguments.isEmpty ? nil : name))
  }

  static let quit = Command("quit", action: .quit)
}

extension Arguments {
  /// A setting and its value, `country gb` or, as in `--set country=gb`, `country=gb`; nil without a value.
  func assignment() throws(CommandError) -> (name: String, value: String)? {
    let words = try words().map(\.text)
    let whole = words.joined(separator: " ")
    let parts = words.first?.contains("=") == true ? whole.split(separator: "=", maxSplits: 1).map(String.init) : words
    return parts.count > 1 ? (parts[0], parts.dropFirst().joined(separator: " ")) : nil
  }
}

extension Expectation {
  package init(_ arguments: Arguments) throws(CommandError) {
    var words = try arguments.words().map(\.text)[...]
    let synopsis = "items|section|no section|title|state|item|starred|text|error …"
    guard let first = words.popFirst() else { throw .usage(.missingArgument(command: "expect", synopsis: synopsis)) }
    let subject = try WordList(Self.subjects).resolve(first, for: "the expectation")
    /// The next `count` words, by default all that remain; `what` describes them if there are none.
    func rest(_ what: String, _ count: Int = .max) throws(CommandError) -> String {
      guard !words.isEmpty else { throw .usage(.missingArgument(command: "expect \(subject)", synopsis: what)) }
      defer { words = words.dropFirst(count) }
      return words.prefix(count).joined(separator: " ")
    }
    switch subject {
    case "items": self = .items(try Self.range(try rest("N or N..M", 1), of: subject))
    case "section":
      // A title may have several words; a number after it is the count.
      var count: ClosedRange<Int>?
      if words.count > 1, let last = words.last, let range = try? Self.range(last, of: subject) {
        count = range
        words.removeLast()
      }
      self = .section(try rest("TITLE [N]"), count: count)
    case "no":
      _ = try WordList(["section"]).resolve(try rest("section TITLE", 1), for: "expect no")
      // A number after the title is left, and so refused: there can be no count.
      let isCounted = words.count > 1 && (try? Self.range(words[words.endIndex - 1], of: subject)) != nil
      self = .noSection(try rest("section TITLE", words.count - (isCounted ? 1 : 0)))
    case "title": self = .title(try rest("TEXT"))
    case "state":
      let word = try rest("STATE", 1)
      // A screen is never loading when it is checked, so `lo` means `loaded`.
      let phases = LoadPhase.allCases.filter { $0 != .loading || word.lowercased() == "loading" }
      self = .state(try phases.resolve(word, for: "expect state", by: \.rawValue))
    case "item":
      let number = try Setting.wholeNumber(try rest("N TITLE", 1), of: "expect item", in: 1...1_000_000)
      self = .item(number, title: try rest("N TITLE"))
    case "starred": self = .starred(try Self.range(try rest("N", 1), of: subject))
    case "text": self = .text(try rest("TEXT"))
    case "error":
      self = .error(try ErrorCode.allCases.resolve(try rest("CODE", 1), for: "expect error", by: \.rawValue))
    default: throw .usage(.badValue(subject, of: "the expectation", allowed: Self.subjects))
    }
    if !words.isEmpty {
      throw .usage(.unexpectedArgument(words.joined(separator: " "), command: "expect \(subject)", synopsis: ""))
    }
  }

  /// Reads `5`, `3..50`, `3..` or `..50`.
  private static func range(_ text: String, of subject: String) throws(CommandError) -> ClosedRange<Int> {
    if let number = Selection.number(text[...]) { return number...number }
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    if ends.count == 2 {
      let low = ends[0].isEmpty ? 0 : Selection.number(ends[0])
      let high = ends[1].isEmpty ? Int.max : Selection.number(ends[1])
      if let low, let high, low <= high, text != ".." { return low...high }
    }
    throw .usage(.badValue(text, of: "expect \(subject)", allowed: ["N", "N..M", "N..", "..M"]))
  }
}
