package import Domain

/// One way in which a service answers wrongly, oddly, or as it may but seldom does; and what is right to come of it.
package struct Misbehaviour: Sendable, CustomStringConvertible {
  /// The words by which it is searched for, too.
  package let name: String
  package let answer: StandInServer.Answer
  /// What may come of it: an answer like any other, or the code of a failure. Where several are right, which of them it is
  /// is libcurl's to say.
  package let right: Set<Outcome>

  package enum Outcome: Sendable, Hashable {
    case answer
    case failure(ErrorCode)
  }

  package init(_ name: String, _ answer: StandInServer.Answer, _ right: Outcome...) {
    self.name = name
    self.answer = answer
    self.right = Set(right)
  }

  package var description: String { name }

  /// Whether it takes all the time there is.
  package var isEndless: Bool { right.contains(.timedOut) }

  /// Whether the service wants to be left alone for a while.
  package var asksForPause: Bool { answer.headers["retry-after"] != nil }

  /// What a service says that misbehaves so for whoever asks for one of `all` by its name, and well for all others.
  package static func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    byName[request.query["term"] ?? ""]?.answer ?? good
  }

  /// A song, as the iTunes Search API would find it.
  package static let body =
    #"{"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"Fine"}]}"#
  package static let good = StandInServer.Answer.json(body)

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
}

extension Misbehaviour.Outcome {
  package static let offline = Self.failure(.offline)
  package static let timedOut = Self.failure(.timedOut)
  package static let rateLimited = Self.failure(.rateLimited)
  package static let refused = Self.failure(.refused)
  package static let notFound = Self.failure(.notFound)
  package static let server = Self.failure(.server)
  package static let unreadable = Self.failure(.unreadable)
  package static let tooLarge = Self.failure(.tooLarge)
}
