/// Catalogs that are read only when they are used.
package protocol CatalogSource: Sendable {
  /// The names of all catalogs, including those that need no reading.
  var names: [String] { get }
  /// The catalog of that name; nil if it is not one of these.
  func client(named name: String) throws(CatalogProblem) -> LoadedCatalog?
  /// The catalog that a file describes.
  func client(at path: String) throws(CatalogProblem) -> LoadedCatalog
  /// The catalog, not one of `others`, that the page at `address` belongs to; nil if it belongs to none.
  func name(ofPage address: String, besides others: Set<String>) -> String?
  /// A summary of each catalog, in the order of `names`.
  func summaries() -> [CatalogSummary]
  /// Checks the description in a file and summarizes it; sends no request.
  func summary(at path: String) throws(CatalogProblem) -> CatalogSummary
  /// The text that describes the catalog of that name; nil if no text does.
  func text(of name: String) throws(CatalogProblem) -> [UInt8]?
}

/// A catalog that was read, and a notice to show before it is used.
package struct LoadedCatalog: Sendable {
  package let client: any CatalogClient
  package let notice: Notice?

  package init(_ client: any CatalogClient, notice: Notice? = nil) {
    self.client = client
    self.notice = notice
  }
}

/// Why a catalog cannot be used. Facts, not sentences.
package enum CatalogProblem: Error, Sendable, Equatable {
  case file(FileError)
  /// The mistakes in its description, each with its place: `mine.json:14:9: unknown key "row-s"`.
  case mistakes([String])
  /// It has no sample that answers without the network.
  case noSample(name: String)
}

/// A short description of a catalog.
package struct CatalogSummary: Sendable, Equatable {
  package var name: String
  package var title: String
  /// One line that names the source and the licence of its data.
  package var about: String?
  /// The variable of its token, and whether it is set; nil if it accepts none.
  package var token: Token?
  /// The categories, each with the words of its relations.
  package var categories: [Category] = []
  /// The host that it asks.
  package var host: String?
  /// Why nothing else is known about it.
  package var problem: CatalogProblem?

  package struct Token: Sendable, Equatable {
    package var variable: String
    package var isSet: Bool
    package var isRequired: Bool
    /// How to get one.
    package var about: String?

    package init(variable: String, isSet: Bool, isRequired: Bool = true, about: String? = nil) {
      self.variable = variable
      self.isSet = isSet
      self.isRequired = isRequired
      self.about = about
    }

    /// Whether the environment variable of that name holds a catalog's credential.
    package static func isHeld(by variable: String) -> Bool {
      variable.hasPrefix("MERCADOLIBRE_") || variable.hasPrefix("LINER_") && variable.hasSuffix("_TOKEN")
    }
  }

  package struct Category: Sendable, Equatable {
    package var name: String
    package var relations: [String]

    package init(name: String, relations: [String]) {
      self.name = name
      self.relations = relations
    }
  }

  package init(name: String, title: String, about: String? = nil, token: Token? = nil) {
    self.name = name
    self.title = title
    self.about = about
    self.token = token
  }

  /// Summarizes a catalog that needs no reading.
  package init(_ catalog: Catalog, about: String? = nil, token: Token? = nil) {
    self.init(name: catalog.name, title: catalog.title, about: about, token: token)
    categories = catalog.categories.map { Category(name: $0.name, relations: $0.relations.map(\.word)) }
  }
}
