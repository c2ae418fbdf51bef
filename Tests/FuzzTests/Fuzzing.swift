import Foundation
import Testing

/// A failure that random input caused.
struct Finding: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Fails unless `condition` holds.
func claim(_ condition: Bool, _ description: @autoclosure () -> String) throws(Finding) {
  guard condition else { throw Finding(description()) }
}

/// Runs `body` with new dice until the time is up, but at least `fewest` times, or until it fails.
///
/// `LINER_FUZZ_SECONDS` is the time for each target. `LINER_FUZZ_SEED` is the first seed, by default always the same,
/// so that a run can be repeated. With `LINER_FUZZ_TRACE` each seed is printed before its use, which identifies one
/// that crashes the program.
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
