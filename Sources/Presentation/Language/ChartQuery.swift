package import Domain

/// The ranking that a user asks for.
package struct ChartQuery: Sendable, Equatable {
  package var region = Region.here
  /// nil: the home of all that are shown there.
  package var category: Category?
  /// As it was typed.
  package var genre: String?
  package var limit: Int?

  package enum Region: Sendable, Equatable {
    /// The storefront in force.
    case here
    /// By its two letters in capitals.
    case storefront(String)
    /// Every storefront, of which the first is shown.
    case world
  }
}
