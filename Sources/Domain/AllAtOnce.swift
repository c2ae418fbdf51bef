/// Asks all questions at once.
/// - Parameters:
///   - inTurn: whether their requests take their places in a budget in the order of the questions, so that the first
///     ones are sent if not all may be.
///   - onAnswer: called with each answer as it arrives.
/// - Returns: the answers in the order of the questions.
package func allAtOnce<Question: Sendable, Answer: Sendable>(
  _ questions: [Question], inTurn: Bool = false, onAnswer: (Answer) -> Void = { _ in },
  ask: @escaping @Sendable (Question) async -> Answer
) async -> [Answer] {
  await withTaskGroup(of: Numbered<Answer>.self) { group in
    var before: AsyncStream<Never>?
    for (index, question) in questions.enumerated() {
      let (placed, place) = AsyncStream.makeStream(of: Never.self)
      group.addTask { [before] in
        defer { place.finish() }
        if let before { for await _ in before {} }
        var context = RequestContext.current
        if inTurn { context.onPlace = { place.finish() } }
        let answer = await RequestContext.$current.withValue(context) { await ask(question) }
        return Numbered(index: index, answer: answer)
      }
      if inTurn { before = placed }
    }
    var answers = questions.map { _ in Answer?.none }
    for await next in group {
      answers[next.index] = next.answer
      onAnswer(next.answer)
    }
    return answers.compactMap { $0 }
  }
}

/// The result of `ask`; nil if it takes longer than `time`, in which case it is cancelled.
package func within<Value: Sendable>(_ time: Duration, _ ask: @escaping @Sendable () async -> Value) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await ask() }
    group.addTask {
      try? await Task.sleep(for: time)
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
