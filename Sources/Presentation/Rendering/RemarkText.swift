import Domain

enum RemarkText {
  static func sentence(for remark: Remark) -> String {
    switch remark {
    case .gap(let gap): sentence(for: gap)
    case .source(let note): sentence(for: note)
    case .unknownStorefronts(let codes, of: let all, let error):
      """
      \(codes.count) of \(all) stores \(codes.count == 1 ? "has" : "have") no answer: \(list(codes)); \
      retry asks \(codes.count == 1 ? "it" : "them") (\(error.code.rawValue))
      """
    case .incomplete(let error): "a part is missing: \(ErrorMessages.sentence(for: error))"
    case .withoutNews(let titles):
      "news cannot cover \(ErrorMessages.list(titles.map { DisplayWidth.fitted($0, to: 40) }, "and"))"
    case .stopped(let done, let all): "stopped after \(done) of \(all); retry asks the rest"
    }
  }

  /// The messages for the failed parts of a screen, one for each cause.
  static func failures(on screen: Screen) -> [String] {
    var causes: [(error: CatalogError, titles: [String])] = []
    for section in screen.sections {
      guard let error = section.content.error else { continue }
      let title = section.title.isEmpty ? "More" : section.title
      if let index = causes.firstIndex(where: { $0.error == error }) {
        causes[index].titles.append(title)
      } else {
        causes.append((error, [title]))
      }
    }
    return causes.map { "\($0.titles.joined(separator: ", ")): \(ErrorMessages.sentence(for: $0.error))" }
      + screen.sections.flatMap(\.remarks).filter { $0.failure != nil }.map(sentence)
  }

  /// At most eight codes, because a long list would bury the sentence.
  private static func list(_ codes: [String]) -> String {
    let most = 8
    return codes.prefix(most).joined(separator: ", ") + (codes.count > most ? ", …" : "")
  }

  private static func sentence(for gap: Gap) -> String {
    let disc = gap.disc.map { "disc \($0)" }
    guard !gap.numbers.isEmpty else { return "\(disc ?? "all of it") is not sold here" }
    let list = ErrorMessages.list(gap.numbers.map(String.init), "and", inFull: true)
    return "\(list)\(disc.map { " of " + $0 } ?? "") \(gap.numbers.count == 1 ? "is" : "are") not sold here"
  }

  private static func sentence(for note: ListNote) -> String {
    switch note {
    case .feed(let episodes, let hasMore, let counted):
      let amount = hasMore ? "\(number(of: episodes)) and more" : number(of: episodes)
      return "the podcast's own feed has \(amount)" + (counted.map { "; Apple counts \($0)" } ?? "")
    case .feedFailed(let error, let counted):
      return "the podcast's own feed could not be read (\(error.code.rawValue)), so this is Apple's list"
        + (counted.map { "; Apple counts \($0)" } ?? "")
    case .feedBrokeOff(let reason, let line):
      return "the feed breaks off at line \(line): \(reason); these are the episodes before it"
    }
  }

  private static func number(of episodes: Int) -> String { "\(episodes) \(episodes == 1 ? "episode" : "episodes")" }
}
