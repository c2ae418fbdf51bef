package import Domain

/// What a script asserts.
package enum Expectation: Sendable, Equatable {
  case items(ClosedRange<Int>)
  case section(String, count: ClosedRange<Int>?)
  case noSection(String)
  case title(String)
  case state(LoadPhase)
  case item(Int, title: String)
  case starred(ClosedRange<Int>)
  case text(String)
  /// The command directly before failed so.
  case error(ErrorCode)

  /// The words that begin one, for completion and messages.
  package static let subjects = ["items", "section", "no", "title", "state", "item", "starred", "text", "error"]

  package init(_ arguments: Arguments) throws(CommandError) {
    var words = try arguments.words().map(\.text)[...]
    let synopsis = "items|section|no section|title|state|item|starred|text|error …"
    guard let subject = words.popFirst()?.lowercased() else {
      throw .usage(.missingArgument(command: "expect", synopsis: synopsis))
    }
    func next(_ what: String) throws(CommandError) -> String {
      guard let word = words.popFirst() else {
        throw .usage(.missingArgument(command: "expect \(subject)", synopsis: what))
      }
      return word
    }
    func rest(_ what: String) throws(CommandError) -> String {
      defer { words = [] }
      guard !words.isEmpty else { throw .usage(.missingArgument(command: "expect \(subject)", synopsis: what)) }
      return words.joined(separator: " ")
    }
    switch subject {
    case "items": self = .items(try Self.range(try next("N or N..M")))
    case "section":
      // A title may have several words; a number behind it is the count.
      var count: ClosedRange<Int>?
      if words.count > 1, let last = words.last, let range = try? Self.range(last) {
        count = range
        words.removeLast()
      }
      self = .section(try rest("TITLE [N]"), count: count)
    case "no":
      guard try next("section TITLE").lowercased() == "section" else {
        throw .usage(.badValue("no", of: "expect", allowed: Self.subjects))
      }
      self = .noSection(try rest("section TITLE"))
    case "title": self = .title(try rest("TEXT"))
    case "state":
      let word = try next("STATE").lowercased()
      guard let phase = LoadPhase(rawValue: word) else {
        throw .usage(.badValue(word, of: "expect state", allowed: LoadPhase.allCases.map(\.rawValue)))
      }
      self = .state(phase)
    case "item":
      let number = try Setting.wholeNumber(try next("N TITLE"), of: "expect item", in: 1...1_000_000)
      self = .item(number, title: try rest("TITLE"))
    case "starred": self = .starred(try Self.range(try next("N")))
    case "text": self = .text(try rest("TEXT"))
    case "error":
      let word = try next("CODE").lowercased()
      guard let code = ErrorCode(rawValue: word) else {
        throw .usage(.badValue(word, of: "expect error", allowed: ErrorCode.allCases.map(\.rawValue)))
      }
      self = .error(code)
    default: throw .usage(.badValue(subject, of: "expect", allowed: Self.subjects))
    }
    if !words.isEmpty {
      throw .usage(
        .unexpectedArgument(words.joined(separator: " "), command: "expect \(subject)", synopsis: ""))
    }
  }

  /// Reads `5`, `3..50`, `3..` or `..50`.
  private static func range(_ text: String) throws(CommandError) -> ClosedRange<Int> {
    if let number = Selection.number(text[...]) { return number...number }
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    if ends.count == 2 {
      let low = ends[0].isEmpty ? 0 : Selection.number(ends[0])
      let high = ends[1].isEmpty ? Int.max : Selection.number(ends[1])
      if let low, let high, low <= high, text != ".." { return low...high }
    }
    throw .usage(.badValue(text, of: "expect", allowed: ["N", "N..M", "N..", "..M"]))
  }
}
