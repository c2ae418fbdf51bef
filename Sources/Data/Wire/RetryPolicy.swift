import Domain

/// Asks again, a few times, where that may help and can do no harm.
///
/// That is: a GET, and a 5xx, a connection that broke, or an HTML page in place of JSON with status 200, which Apple's
/// `newNullResponse` page is. Never for a 4xx, a timeout, or where no connection came about: those fail fast.
package struct RetryPolicy: Sendable {
  /// In all, the first included.
  package var attempts = 3
  /// The shortest wait before the second attempt. Each wait is between once and twice its shortest, and the shortest
  /// doubles, so that waits grow and parallel requests do not march in step.
  package var firstWait: Duration = .milliseconds(250)
  /// No attempt begins after this much time in transfer.
  package var patience: Duration = .seconds(15)
  package var clock: any Clock<Duration> = ContinuousClock()
  /// From 0 up to 1.
  package var random: @Sendable () -> Double = { .random(in: 0..<1) }

  /// A layer that asks `next` until the answer is good or asking again is no use.
  package func retrying(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      var transfer = await next(request)
      var shortest = firstWait
      while transfer.attempts < attempts, transfer.transferred < patience, mayHelp(request, after: transfer) {
        let wait = shortest + shortest * random()
        // A service that says when it will be back is not asked before.
        if let response = try? transfer.result.get(), let pause = response.retryAfter, pause > wait { break }
        do {
          try await clock.sleep(for: wait)
        } catch {
          transfer.result = .failure(.cancelled)
          break
        }
        var again = await next(request)
        again.add(transfer)
        again.transferred += wait
        transfer = again
        shortest = shortest * 2
      }
      return transfer
    }
  }

  private func mayHelp(_ request: HTTPRequest, after transfer: Transfer) -> Bool {
    guard request.method == "GET" else { return false }
    switch transfer.result {
    case .success(let response):
      return response.status >= 500 || (200..<300).contains(response.status) && response.isPage(inPlaceOf: request)
    case .failure: return transfer.brokeOff
    }
  }
}
