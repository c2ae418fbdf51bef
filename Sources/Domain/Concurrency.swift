/// Asks all questions concurrently.
/// - Parameter onAnswer: called with each answer as it arrives.
/// - Returns: the answers in the order of the questions.
package func concurrentMap<Question: Sendable, Answer: Sendable>(
  _ questions: [Question], onAnswer: (Answer) -> Void = { _ in }, ask: @escaping @Sendable (Question) async -> Answer
) async -> [Answer] {
  await withTaskGroup(of: Numbered<Answer>.self) { group in
    for (index, question) in questions.enumerated() {
      group.addTask { Numbered(index: index, answer: await ask(question)) }
    }
    var answers = questions.map { _ in Answer?.none }
    for await next in group {
      answers[next.index] = next.answer
      onAnswer(next.answer)
    }
    return answers.compactMap { $0 }
  }
}

/// The executor that the caller's task prefers, which an unstructured task does not inherit; nil for Swift's own threads.
package var inheritedExecutor: (any TaskExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}

/// Makes concurrent tasks enter the queue for a budget in their own order, so that the first ones are sent if the
/// budget does not suffice for all.
package final class Turns: Sendable {
  /// Each finished once its task has a place for its first request, or has ended.
  private let ends: [(stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)]

  package init(_ count: Int) { ends = (0..<count).map { _ in AsyncStream.makeStream() } }

  /// Asks once the task before `index` has a place for its first request, or has ended.
  package func take<Answer>(_ index: Int, ask: () async -> Answer) async -> Answer {
    if index > 0 { for await _ in ends[index - 1].stream {} }
    let end = ends[index].continuation
    defer { end.finish() }
    let context = changing(RequestContext.current) { $0.onPlace = { end.finish() } }
    return await RequestContext.$current.withValue(context) { await ask() }
  }
}

/// The result of `ask`; nil if it takes longer than `time`, in which case it is cancelled.
package func withTimeout<Value: Sendable>(
  _ time: Duration, clock: any Clock<Duration> = ContinuousClock(), _ ask: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await ask() }
    group.addTask {
      try? await clock.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}

/// Not a tuple: the optimiser of Swift 6.3 mixes up the fields of tuples that a group's tasks return, so that answers
/// land in the wrong places.
private struct Numbered<Answer: Sendable>: Sendable {
  let index: Int
  let answer: Answer
}

package func result<Value, Failure>(of ask: () async throws(Failure) -> Value) async -> Result<Value, Failure> {
  do throws(Failure) {
    return .success(try await ask())
  } catch {
    return .failure(error)
  }
}
