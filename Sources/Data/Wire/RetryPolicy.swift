import Domain

/// Repeats a request a few times if that may help and is safe.
///
/// It may help for a repeatable request after a 5xx, a broken connection, or a slip of the service. A 4xx, a timeout
/// and a connection that was never made fail at once.
package struct RetryPolicy: Sendable {
  /// The total, including the first.
  package var attempts = 3
  /// The shortest wait before the second attempt. Each wait is between once and twice its shortest, and the shortest
  /// doubles, so that waits grow and parallel requests do not retry at the same time.
  package var firstWait: Duration = .milliseconds(250)
  /// No attempt starts after this much time in transfer.
  package var patience: Duration = .seconds(15)
  package var clock: any Clock<Duration> = ContinuousClock()
  /// From 0 up to 1.
  package var random: @Sendable () -> Double = { .random(in: 0..<1) }

  /// A layer that calls `next` until the answer is good or another attempt is pointless.
  package func retrying(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      var transfer = await next(request)
      var shortest = firstWait
      while transfer.attempts < attempts, transfer.transferred < patience, mayHelp(request, after: transfer) {
        let wait = shortest + shortest * random()
        // A service that says when it will be back gets no earlier request.
        if let response = try? transfer.result.get(), let pause = response.retryAfter, pause > wait { break }
        guard (try? await clock.sleep(for: wait)) != nil else {
          transfer.result = .failure(.cancelled)
          break
        }
        var again = await next(request)
        // The service's own failure matters more than the lack of budget for another attempt.
        if case .failure(.budgetSpent) = again.result { break }
        again.add(transfer)
        again.transferred += wait
        transfer = again
        shortest = shortest * 2
      }
      return transfer
    }
  }

  private func mayHelp(_ request: HTTPRequest, after transfer: Transfer) -> Bool {
    guard request.isRepeatable else { return false }
    switch transfer.result {
    case .success(let response): return response.status >= 500 || request.isSlip?(response) == true
    case .failure: return transfer.brokeOff
    }
  }
}
