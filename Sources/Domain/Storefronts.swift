/// What became of asking one storefront of many.
package struct StorefrontAnswer: Sendable, Equatable {
  /// By its two letters in capitals.
  package let storefront: String
  /// What it has; or why nobody knows, which is never the same as having nothing.
  package let result: Result<Sale, CatalogError>

  package init(storefront: String, result: Result<Sale, CatalogError>) {
    self.storefront = storefront
    self.result = result
  }
}

/// Whether a storefront has a thing.
package enum Sale: Sendable, Equatable {
  /// It is there, at the item's price where it states one. `Item.match` says what it rests on.
  case found(Item)
  /// Things of its kind have one id everywhere, and this one is not there.
  case notSold
  /// Nothing under its id, and nothing like it. Things of its kind may go by other ids there.
  case notFound
}

extension CatalogClient {
  /// Asks each of `storefronts` whether it has `item`, all at once.
  /// - Parameter onProgress: told how many have answered.
  /// - Returns: the answers in the order of `storefronts`; those that had come, where the task is cancelled.
  package func stores(
    of item: Item, in storefronts: [String], filters: [String: String], onProgress: (_ done: Int) -> Void = { _ in }
  ) async -> [StorefrontAnswer] {
    await everywhere(storefronts, onProgress) { storefront async throws(CatalogError) in
      try await sale(of: item, in: storefront, filters: filters)
    }
  }

  /// Asks each of `storefronts` what is first in its own ranking of that kind, all at once; as `stores(of:…)`.
  package func firsts(
    of request: ChartRequest, in storefronts: [String], filters: [String: String],
    onProgress: (_ done: Int) -> Void = { _ in }
  ) async -> [StorefrontAnswer] {
    await everywhere(storefronts, onProgress) { storefront async throws(CatalogError) in
      let chart = try await chart(request.asked(of: storefront), filters: filters)
      return chart.list.items.first.map(Sale.found) ?? .notFound
    }
  }

  private func everywhere(
    _ storefronts: [String], _ onProgress: (_ done: Int) -> Void,
    ask: @escaping @Sendable (_ storefront: String) async throws(CatalogError) -> Sale
  ) async -> [StorefrontAnswer] {
    var done = 0
    let answers = await allAtOnce(storefronts) { (answer: StorefrontAnswer) in
      guard answer.result != .failure(.cancelled) else { return }
      done += 1
      onProgress(done)
    } ask: { storefront in
      StorefrontAnswer(
        storefront: storefront,
        result: await result { () throws(CatalogError) in try await ask(storefront) })
    }
    return answers.filter { $0.result != .failure(.cancelled) }
  }
}
