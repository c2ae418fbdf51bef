package import Domain

/// The chart that a user asks for.
package struct ChartQuery: Sendable, Equatable {
  package var region = Region.here
  /// nil asks for the storefront's home of charts.
  package var category: Category?
  /// As typed.
  package var genre: String?
  package var limit: Int?

  package enum Region: Sendable, Equatable {
    /// The current storefront.
    case here
    /// A storefront's two letters, in capitals.
    case storefront(String)
    /// Every storefront; the chart lists the number one of each.
    case world
  }
}
