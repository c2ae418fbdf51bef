/// Catalogs that are loaded only when they are used.
package protocol CatalogSource: Sendable {
  /// The names of all catalogs, including those that need no loading.
  var names: [String] { get }
  /// Why the folder of declarations cannot be listed; nil if it can, or if it is missing.
  var folderProblem: FileError? { get }
  /// The catalog of that name; nil if there is none here.
  func client(named name: String) throws(CatalogProblem) -> LoadedCatalog?
  /// The catalog declared in a file.
  func client(at path: String) throws(CatalogProblem) -> LoadedCatalog
  /// The name of the catalog that was loaded from a file with the same content; nil if there is none.
  func name(ofLoaded path: String) -> String?
  /// Whether the user's declaration of that name differs from the loaded one; false if none is loaded or readable.
  func hasChanged(_ name: String) -> Bool
  /// The name of the catalog that the page at `address` belongs to, unless it is one of `others`; nil if none.
  func name(ofPage address: String, besides others: Set<String>) -> String?
  /// A summary of each catalog, in the order of `names`.
  func summaries() -> [CatalogSummary]
  /// The summary of one catalog, without loading the others; nil if there is none of that name.
  func summary(named name: String) -> CatalogSummary?
  /// Checks the declaration in a file and summarizes it; sends no request.
  func summary(at path: String) throws(CatalogProblem) -> CatalogSummary
  /// Runs a task of the `catalog` command.
  /// - Parameter filters: the values for its requests, by the catalog's name.
  func perform(
    _ task: CatalogTask, filters: [String: [String: String]], asking: @escaping Asking
  ) async throws(CatalogProblem) -> CatalogReport
}

/// A loaded catalog, and a notice to show before it is used.
package typealias LoadedCatalog = (client: any CatalogClient, notice: Notice?)

/// Why a catalog cannot be used. Facts, not sentences.
package enum CatalogProblem: Error, Sendable, Equatable {
  case file(FileError)
  /// The errors in the declaration in a file.
  case mistakes([DeclarationRemark], file: String)
  /// A task was refused, for the reason given.
  case refused(String)
  case catalog(CatalogError)
  /// It has no sample for `--offline`.
  case noSample(name: String)
}

/// An error in a declaration or a warning, and its place.
package struct DeclarationRemark: Sendable, Equatable {
  /// From 1.
  package let line: Int
  /// From 1, in characters.
  package let column: Int
  package let message: String

  package init(line: Int, column: Int, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  /// `mine.json:14:9: unknown key "row-s"; did you mean "rows"?`
  package func text(of file: String) -> String { "\(file):\(line):\(column): \(message)" }
}

/// A summary of a catalog.
package struct CatalogSummary: Sendable, Equatable {
  package var name: String
  package var title: String
  /// One line that names the source and the licence of its data.
  package var about: String?
  /// The credentials that the user has to provide, or may.
  package var credentials: [Credential] = []
  /// Whether it is a server of the user's own whose address is not set.
  package var lacksAddress = false
  /// Whether the user declared it.
  package var isUsersOwn = false
  package var categories: [Category] = []
  /// The host that it sends requests to.
  package var host: String?
  /// The host of its key, if that is another one.
  package var keyHost: String?
  /// What could be improved in its declaration.
  package var warnings: [DeclarationRemark] = []
  /// What to try first: `search lost`.
  package var example: String?
  /// Why the rest is unknown.
  package var problem: CatalogProblem?

  package struct Credential: Sendable, Equatable {
    package var variable: String
    /// By its variable or a sign-in.
    package var isSet: Bool
    package var isRequired: Bool
    /// How to get it.
    package var about: String?

    package init(variable: String, isSet: Bool, isRequired: Bool = true, about: String? = nil) {
      (self.variable, self.isSet, self.isRequired, self.about) = (variable, isSet, isRequired, about)
    }

    /// Whether the environment variable of that name may hold a catalog's credential: `LINER_TMDB_TOKEN`.
    package static func isHeld(by variable: String) -> Bool {
      if variable.hasPrefix("MERCADOLIBRE_") { return true }
      return variable.hasPrefix("LINER_") && variable.dropFirst(6).contains("_") && !variable.hasSuffix("_URL")
    }
  }

  package init(name: String, title: String, about: String? = nil) {
    (self.name, self.title, self.about) = (name, title, about)
  }

  /// Summarizes a catalog that needs no reading.
  package init(_ catalog: Catalog, about: String? = nil) {
    self.init(name: catalog.name, title: catalog.title, about: about)
    categories = catalog.categories
  }
}
