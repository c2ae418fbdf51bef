package import Domain

/// A token bucket for each host: `capacity` requests at once, then one every 60 s / `capacity`.
///
/// Requests beyond it wait, first come, first served. A cancelled one gives its place to the next.
///
/// An answer that says "too many requests" changes the bucket. With `Retry-After` nothing is sent to the host for that
/// long: requests, waiting ones too, fail at once with `rateLimited` and the time left, for nobody wants to watch a
/// prompt wait for a minute. Without it the bucket is emptied, so that the next request waits for one token.
package actor RateLimiter {
  private struct Bucket {
    var available: Int
    /// When the last token came in, or since when the bucket is full.
    var refilled: Duration
    /// Until when the service wants to be left alone.
    var closedUntil: Duration?
    var sent = 0
    var queue: [Waiter] = []
    var isServed = false
  }

  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<CatalogError?, Never>
  }

  private let capacity: Int?
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let watch: Stopwatch
  private var buckets: [String: Bucket] = [:]
  private var nextID = 0

  /// - Parameter requestsPerMinute: from 1 to 60,000, beyond which the nearest counts; nil for no limit.
  package init(requestsPerMinute: Int?, clock: any Clock<Duration> = ContinuousClock()) {
    capacity = requestsPerMinute.map { min(max(1, $0), 60_000) }
    interval = capacity.map { .seconds(60) / $0 } ?? .zero
    self.clock = clock
    watch = Stopwatch(clock)
  }

  /// A layer that asks `next` once the host's budget allows it.
  package nonisolated func limiting(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      let host = request.host
      let watch = Stopwatch(self.clock)
      if let refusal = await self.takeToken(for: host) {
        return Transfer(.failure(refusal), source: .network, waited: watch.elapsed)
      }
      let waited = watch.elapsed
      var transfer = await next(request)
      transfer.waited += waited
      if case .rateLimited(_, let pause) = try? transfer.outcome.get().failure(from: host) {
        await self.noteRefusal(by: host, pause: pause)
      }
      return transfer
    }
  }

  /// What is left of every host's budget, by host, in alphabetical order.
  package var budgets: [RequestBudget] {
    buckets.keys.sorted().map { host in
      refill(host)
      let bucket = buckets[host] ?? emptyBucket
      let closed = timeClosed(bucket) ?? .zero
      let isReady = capacity == nil || bucket.available > 0
      return RequestBudget(
        host: host, available: closed > .zero ? 0 : bucket.available, capacity: capacity,
        nextIn: max(closed, isReady ? .zero : timeToToken(bucket)), sent: bucket.sent)
    }
  }

  /// Waits for a token; returns why there will be none.
  private func takeToken(for host: String) async -> CatalogError? {
    if Task.isCancelled { return .cancelled }
    refill(host)
    var bucket = buckets[host] ?? emptyBucket
    if let closed = timeClosed(bucket) { return .rateLimited(host: host, retryAfter: closed) }
    if capacity == nil || (bucket.available > 0 && bucket.queue.isEmpty) {
      if capacity != nil { bucket.available -= 1 }
      bucket.sent += 1
      buckets[host] = bucket
      return nil
    }
    RequestContext.current.onWait?(host, timeToToken(bucket) + interval * bucket.queue.count)
    nextID += 1
    let id = nextID
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        buckets[host, default: emptyBucket].queue.append(Waiter(id: id, continuation: continuation))
        startServing(host)
      }
    } onCancel: {
      // Runs after the waiter is in the queue: nothing is awaited between here and there.
      Task { await self.leaveQueue(of: host, id) }
    }
  }

  private func leaveQueue(of host: String, _ id: Int) {
    guard let index = buckets[host]?.queue.firstIndex(where: { $0.id == id }) else { return }
    buckets[host]?.queue.remove(at: index).continuation.resume(returning: .cancelled)
  }

  private func startServing(_ host: String) {
    guard buckets[host]?.isServed == false else { return }
    buckets[host]?.isServed = true
    Task { await serve(host) }
  }

  /// Hands each token to the first in the queue as it comes in, until nobody waits.
  private func serve(_ host: String) async {
    while let bucket = buckets[host], !bucket.queue.isEmpty {
      if bucket.available == 0 {
        try? await clock.sleep(for: timeToToken(bucket))
        refill(host)
      }
      if var bucket = buckets[host], bucket.available > 0, !bucket.queue.isEmpty {
        bucket.available -= 1
        bucket.sent += 1
        let first = bucket.queue.removeFirst()
        buckets[host] = bucket
        first.continuation.resume(returning: nil)
      }
    }
    buckets[host]?.isServed = false
  }

  private func noteRefusal(by host: String, pause: Duration?) {
    guard capacity != nil, var bucket = buckets[host] else { return }
    let now = watch.elapsed
    bucket.available = 0
    bucket.refilled = now
    if let pause, pause > .zero {
      bucket.closedUntil = max(bucket.closedUntil ?? .zero, now + pause)
      for waiter in bucket.queue { waiter.continuation.resume(returning: .rateLimited(host: host, retryAfter: pause)) }
      bucket.queue = []
    }
    buckets[host] = bucket
  }

  private var emptyBucket: Bucket { Bucket(available: capacity ?? 0, refilled: watch.elapsed) }

  private func refill(_ host: String) {
    guard let capacity, var bucket = buckets[host] else { return }
    let now = watch.elapsed
    while bucket.available < capacity, now - bucket.refilled >= interval {
      bucket.available += 1
      bucket.refilled += interval
    }
    // A full bucket takes in nothing, so the next token counts from when one is taken.
    if bucket.available == capacity { bucket.refilled = now }
    if let until = bucket.closedUntil, until <= now { bucket.closedUntil = nil }
    buckets[host] = bucket
  }

  private func timeToToken(_ bucket: Bucket) -> Duration { max(.zero, bucket.refilled + interval - watch.elapsed) }

  private func timeClosed(_ bucket: Bucket) -> Duration? {
    bucket.closedUntil.map { $0 - watch.elapsed }.flatMap { $0 > .zero ? $0 : nil }
  }
}
