/// A task of the `catalog` command.
package struct CatalogTask: Sendable, Equatable {
  package let kind: Kind
  /// A catalog's name, a file, an address or a help topic; empty for `schema`.
  package var operand: String
  /// The arguments after it: the category to show, the name of a draft, or the command to try.
  package let words: [String]
  /// The saved answer to try.
  package let answer: String?
  /// Whether a declaration is added without asking.
  package let isAgreed: Bool

  /// The raw values are the words of the command.
  package enum Kind: String, Sendable {
    case show, test, schema, add
    /// Drafts a declaration from an answer: an address or a saved file.
    case new
    /// Sends one request, or reads the saved answer, and shows what each field reads.
    case attempt = "try"
    case signIn = "sign-in"
    case signOut = "sign-out"
    /// A page of the language's help, which has a command of its own.
    case language = ""
  }

  package init(
    _ kind: Kind, _ operand: String = "", _ words: [String] = [], answer: String? = nil, isAgreed: Bool = false
  ) { (self.kind, self.operand, self.words, self.answer, self.isAgreed) = (kind, operand, words, answer, isAgreed) }

  /// The name, file or address that it sends requests to; nil for other tasks.
  package var asked: String? { [.new, .attempt, .test, .add, .signIn].contains(kind) ? operand : nil }

  /// Whether a catalog was given as the path of its declaration.
  package static func isPath(_ typed: String) -> Bool { typed.contains("/") || typed.lowercased().hasSuffix(".json") }

  /// Whether it reads or writes files or sends requests.
  package var hasSideEffects: Bool {
    switch kind {
    case .schema, .language: false
    case .show, .test: Self.isPath(operand)
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
