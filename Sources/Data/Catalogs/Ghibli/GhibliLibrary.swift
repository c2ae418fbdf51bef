import Domain

/// The collections of a session: each is fetched when it is first wanted, and kept.
///
/// Where `RequestContext.current.mayUseCache` is false a kept collection is passed over, and the fresh one replaces it.
/// Those who want the same one at the same time wait for one fetch; it ends when all of them are cancelled. A failure is
/// not kept.
actor GhibliLibrary {
  typealias Fetch = @Sendable () async throws(CatalogError) -> GhibliCollection
  private typealias Outcome = Result<GhibliCollection, CatalogError>

  private struct Wish: Hashable {
    let collection: String
    let isFresh: Bool
  }

  /// A fetch under way and all who wait for it.
  private struct Flight {
    let id: Int
    let task: Task<Void, Never>
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
  }

  private var shelves: [String: GhibliCollection] = [:]
  private var flights: [Wish: Flight] = [:]
  private var count = 0

  /// The collection, if it is at hand and will do.
  func kept(_ collection: String) -> GhibliCollection? {
    RequestContext.current.mayUseCache ? shelves[collection] : nil
  }

  /// The collection, at hand or by `fetch`.
  /// - Throws: also `cancelled`, as soon as the task is.
  func collection(_ name: String, fetch: @escaping Fetch) async throws(CatalogError) -> GhibliCollection {
    if let kept = kept(name) { return kept }
    if Task.isCancelled { throw .cancelled }
    var wish = Wish(collection: name, isFresh: true)
    // A fresh one under way is as good for those who would take any.
    if RequestContext.current.mayUseCache, flights[wish] == nil { wish = Wish(collection: name, isFresh: false) }
    if flights[wish] == nil { start(wish, fetch) }
    count += 1
    let waiter = count
    let joined = wish
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { flights[joined]?.waiters[waiter] = $0 }
    } onCancel: {
      // Runs after the waiter is listed: nothing is awaited between here and there.
      Task { await self.leave(joined, waiter: waiter) }
    }
    return try outcome.get()
  }

  private func start(_ wish: Wish, _ fetch: @escaping Fetch) {
    count += 1
    let id = count
    let task = Task { @concurrent in
      await self.land(wish, flight: id, await outcome(of: fetch))
    }
    flights[wish] = Flight(id: id, task: task)
  }

  private func land(_ wish: Wish, flight id: Int, _ outcome: Outcome) {
    guard let flight = flights[wish], flight.id == id else { return }
    flights[wish] = nil
    // A fresh one that came in meanwhile is the newer.
    if case .success(var collection) = outcome, wish.isFresh || shelves[wish.collection] == nil {
      collection.took = .zero
      shelves[wish.collection] = collection
    }
    for waiter in flight.waiters.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ wish: Wish, waiter: Int) {
    guard let continuation = flights[wish]?.waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(returning: .failure(.cancelled))
    guard let flight = flights[wish], flight.waiters.isEmpty else { return }
    flights[wish] = nil
    flight.task.cancel()
  }
}
