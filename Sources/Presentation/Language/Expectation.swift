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
  /// The command just before failed with this code.
  case error(ErrorCode)

  /// The first words, for completion and messages.
  package static let subjects = ["items", "section", "no", "title", "state", "item", "starred", "text", "error"]
}
