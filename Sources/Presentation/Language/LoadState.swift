package import Domain

/// How far a load has come.
package enum LoadState<Value: Sendable & Equatable>: Sendable, Equatable {
  /// Nothing has been requested.
  case idle
  case loading
  case loaded(Value)
  /// The service answered that there is nothing, which is not a failure.
  case empty
  case failed(CatalogError)

  package var phase: LoadPhase {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .loaded: .loaded
    case .empty: .empty
    case .failed: .failed
    }
  }

  package var value: Value? { if case .loaded(let value) = self { value } else { nil } }
  package var error: CatalogError? { if case .failed(let error) = self { error } else { nil } }
}

/// A load state without its value; these are the words of `expect state` and of JSON.
package enum LoadPhase: String, Sendable, CaseIterable {
  case idle, loading, loaded, empty, failed
}
