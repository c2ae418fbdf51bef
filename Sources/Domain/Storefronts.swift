/// One storefront's answer to `stores`.
package struct StorefrontAnswer: Sendable, Equatable {
  /// Two capital letters.
  package let storefront: String
  /// Whether it has the item, or why that is unknown. A failure never means that it does not.
  package let result: Result<Sale, CatalogError>
}

/// Whether a storefront has an item.
package enum Sale: Sendable, Equatable {
  /// Sold there, at the item's price if it has one. `Item.match` says how certain that is.
  case found(Item)
  /// Items of its kind have the same id everywhere, and this one is not sold there.
  case notSold
  /// No item has its id or resembles it. Items of its kind may have other ids there.
  case notFound
}

extension CatalogClient {
  /// Asks all `storefronts` at once whether they have `item`.
  /// - Returns: the answers in the order of `storefronts`; if the task is cancelled, those received so far.
  package func stores(of item: Item, in storefronts: [String], filters: [String: String]) async -> [StorefrontAnswer] {
    await everywhere(storefronts) { storefront async throws(CatalogError) in
      try await sale(of: item, in: storefront, filters: filters)
    }
  }

  /// Asks all `storefronts` at once for their number one; otherwise as `stores(of:…)`.
  package func numberOnes(
    of request: ChartRequest, in storefronts: [String], filters: [String: String]
  ) async -> [StorefrontAnswer] {
    await everywhere(storefronts) { storefront async throws(CatalogError) in
      let chart = try await chart(request.asked(of: storefront), filters: filters)
      return chart.list.items.first.map(Sale.found) ?? .notFound
    }
  }

  private func everywhere(
    _ storefronts: [String], ask: @escaping @Sendable (_ storefront: String) async throws(CatalogError) -> Sale
  ) async -> [StorefrontAnswer] {
    var done = 0
    let answers = await concurrentMap(storefronts) { (answer: StorefrontAnswer) in
      guard answer.result != .failure(.cancelled) else { return }
      done += 1
      RequestContext.current.onEvent(.answered(done, of: storefronts.count, what: "stores"))
    } ask: { storefront in
      StorefrontAnswer(
        storefront: storefront,
        result: await result { () throws(CatalogError) in try await ask(storefront) })
    }
    return answers.filter { $0.result != .failure(.cancelled) }
  }
}
