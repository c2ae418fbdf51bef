/// What became of asking one storefront of many.
package struct StorefrontAnswer: Sendable, Equatable {
  /// By its two letters in capitals.
  package let storefront: String
  /// What it has; or why nobody knows, which is never the same as having nothing.
  package let outcome: Result<Sale, CatalogError>

  package init(storefront: String, outcome: Result<Sale, CatalogError>) {
    self.storefront = storefront
    self.outcome = outcome
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
  /// - Parameter onAnswer: told of each answer as it comes, with how many came by then.
  /// - Returns: the answers in the order of `storefronts`; those that had come, where the task is cancelled.
  package func stores(
    of item: Item, in storefronts: [String], filters: [String: String],
    onAnswer: @escaping @Sendable (StorefrontAnswer, _ done: Int) -> Void
  ) async -> [StorefrontAnswer] {
    await everywhere(storefronts, onAnswer) { storefront async throws(CatalogError) in
      try await sale(of: item, in: storefront, filters: filters)
    }
  }

  /// Asks each of `storefronts` what is first in its ranking, all at once; as `stores(of:…)`.
  package func firsts(
    of charts: Charts, category: Category, genre: String? = nil, in storefronts: [String], filters: [String: String],
    onAnswer: @escaping @Sendable (StorefrontAnswer, _ done: Int) -> Void
  ) async throws(ChartRefusal) -> [StorefrontAnswer] {
    // Found out before anybody is asked.
    _ = try ChartRequest(category, of: charts, genre: genre, limit: 1)
    return await everywhere(storefronts, onAnswer) { storefront async throws(CatalogError) in
      guard let request = try? ChartRequest(category, of: charts, storefront: storefront, genre: genre, limit: 1) else {
        return .notFound
      }
      return try await chart(request, filters: filters).page.items.first.map(Sale.found) ?? .notFound
    }
  }

  private func everywhere(
    _ storefronts: [String], _ onAnswer: @escaping @Sendable (StorefrontAnswer, _ done: Int) -> Void,
    ask: @escaping @Sendable (_ storefront: String) async throws(CatalogError) -> Sale
  ) async -> [StorefrontAnswer] {
    await withTaskGroup(of: (Int, StorefrontAnswer).self) { group in
      for (index, storefront) in storefronts.enumerated() {
        group.addTask {
          do throws(CatalogError) {
            return (index, StorefrontAnswer(storefront: storefront, outcome: .success(try await ask(storefront))))
          } catch {
            return (index, StorefrontAnswer(storefront: storefront, outcome: .failure(error)))
          }
        }
      }
      var answers = storefronts.map { _ in StorefrontAnswer?.none }
      var done = 0
      for await (index, answer) in group where answer.outcome != .failure(.cancelled) {
        answers[index] = answer
        done += 1
        onAnswer(answer, done)
      }
      return answers.compactMap(\.self)
    }
  }
}
