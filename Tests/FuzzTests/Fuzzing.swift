import Foundation
import Testing

/// What a throw of the dice brought to light.
struct Finding: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Fails the throw unless `condition` holds.
func claim(_ condition: Bool, _ description: @autoclosure () -> String) throws(Finding) {
  guard condition else { throw Finding(description()) }
}

/// Runs `body` with ever new dice until the time is up, and `fewest` times at least, or until something is found.
///
/// `LINER_FUZZ_SECONDS` is the time for each target, `LINER_FUZZ_SEED` where the seeds begin: always at the same one
/// unless it says otherwise, so that a run of the tests can be repeated. With `LINER_FUZZ_TRACE` each seed is printed
/// before it is used, for what stops the program.
func fuzz(
  _ target: String, fewest: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (inout Dice) async throws -> Void
) async {
  let environment = ProcessInfo.processInfo.environment
  let seconds = environment["LINER_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0.6
  let first = environment["LINER_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
  let deadline = ContinuousClock.now + .seconds(seconds)
  var seed = first
  repeat {
    if environment["LINER_FUZZ_TRACE"] != nil { FileHandle.standardError.write(Data("\(target) \(seed)\n".utf8)) }
    var dice = Dice(seed: seed)
    do {
      try await body(&dice)
    } catch {
      Issue.record("\(target), LINER_FUZZ_SEED=\(seed): \(error)", sourceLocation: sourceLocation)
      return
    }
    seed &+= 1
  } while ContinuousClock.now < deadline || seed &- first < fewest
  if environment["LINER_FUZZ_SECONDS"] != nil { print("\(target): \(seed &- first) runs from seed \(first)") }
}
