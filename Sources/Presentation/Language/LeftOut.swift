/// A catalog that a search of all catalogs, or `elsewhere`, did not ask or did not find anything in, and why.
package struct LeftOut: Sendable, Equatable {
  /// The catalog's name.
  package let catalog: String
  package let reason: Reason

  /// The raw values are the words on screen and in JSON.
  package enum Reason: String, Sendable {
    case noToken = "no token"
    case noSample = "not in the sample"
    case noCategory = "no such category"
    case unsearchable = "cannot be searched"
    case invalid = "its declaration has errors"
    /// It was asked, and has nothing like it.
    case notFound = "not found"
    case notAsked = "not asked"
  }

  package init(_ catalog: String, _ reason: Reason) {
    self.catalog = catalog
    self.reason = reason
  }
}
