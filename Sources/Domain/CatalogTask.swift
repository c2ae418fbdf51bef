/// A task of the `catalog` command.
package enum CatalogTask: Sendable, Equatable {
  case show(String, category: String?)
  /// Drafts a declaration from an answer: an address or a saved file.
  case new(String, name: String?)
  /// Sends one request, or reads the saved `answer`, and shows what each field reads.
  case attempt(path: String, words: [String], answer: String?)
  case test(String)
  case schema
  case add(String, isAgreed: Bool)
  case signIn(String)
  case signOut(String)
  /// A page of the language's help.
  case language(topic: String)

  /// The name, file or address that it sends requests to without asking the user first; nil for other tasks.
  package var asked: String? {
    switch self {
    case .new(let place, _), .attempt(let place, _, _), .test(let place): place
    case .show, .schema, .add, .signIn, .signOut, .language: nil
    }
  }

  /// Whether a catalog was given as the path of its declaration.
  package static func isPath(_ typed: String) -> Bool { typed.contains("/") || typed.lowercased().hasSuffix(".json") }

  /// Whether it reads or writes files or sends requests.
  package var hasSideEffects: Bool {
    switch self {
    case .schema, .language: false
    case .show(let name, _), .test(let name): Self.isPath(name)
    case .new, .attempt, .add, .signIn, .signOut: true
    }
  }
}

/// The result of a task.
package struct CatalogReport: Sendable, Equatable {
  package var lines: [String]
  /// The key for the same result in JSON.
  package var key: String
  package var value: JSONValue
  /// Why it failed although there is something to show; nil if it succeeded.
  package var failure: String?
  /// Whether the lines are a document to be written to a file, and printed as they are.
  package var isDocument: Bool { ["declaration", "schema"].contains(key) }
  /// The name of a catalog to load again.
  package var changed: String?

  package init(_ lines: [String], key: String, _ value: JSONValue, failure: String? = nil, changed: String? = nil) {
    (self.lines, self.key, self.value, self.failure, self.changed) = (lines, key, value, failure, changed)
  }
}

/// Asks the user a question, with the answer visible or hidden; nil if nobody is there to answer.
package typealias Asking = @Sendable (_ question: String, _ isSecret: Bool) async -> String?
