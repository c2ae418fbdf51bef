/// Where catalogs come from that are read only when they are used.
package protocol CatalogSource: Sendable {
  /// The names of all that there are, those that need no reading among them.
  var names: [String] { get }
  /// The catalog of that name.
  /// - Returns: nil where there is none.
  func client(named name: String) throws(CatalogProblem) -> LoadedCatalog?
  /// The catalog that a file describes.
  func client(at path: String) throws(CatalogProblem) -> LoadedCatalog
  /// The catalog that the page at `address` is of, of those that are not `others`; nil where it is of none.
  func name(ofPage address: String, besides others: Set<String>) -> String?
  /// What there is to say of each, in the order of `names`.
  func summaries() -> [CatalogSummary]
  /// What a file describes, found right; nothing is asked.
  func summary(at path: String) throws(CatalogProblem) -> CatalogSummary
  /// The text that describes the catalog of that name; nil where there is none, or it is described by no text.
  func text(of name: String) throws(CatalogProblem) -> [UInt8]?
}

/// A catalog that was read, and what is to be known before it is used.
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
  /// What is wrong in its description, each with its place: `mine.json:14:9: unknown key "row-s"`.
  case mistakes([String])
  /// Nothing answers for it without the network.
  case noSample(name: String)
}

/// A catalog in a few words.
package struct CatalogSummary: Sendable, Equatable {
  package var name: String
  package var title: String
  /// One line with the source and the licence of its data.
  package var about: String?
  /// The variable of its token, where it takes one, and whether that is set.
  package var token: Token?
  /// The categories, each with the words of what belongs to its items.
  package var categories: [Category] = []
  /// What is asked.
  package var host: String?
  /// Why nothing else is known of it.
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

    /// Whether an environment variable of that name holds a credential of a catalog.
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

  /// Of a catalog that needs no reading.
  package init(_ catalog: Catalog, about: String? = nil, token: Token? = nil) {
    self.init(name: catalog.name, title: catalog.title, about: about, token: token)
    categories = catalog.categories.map { Category(name: $0.name, relations: $0.relations.map(\.word)) }
  }
}
