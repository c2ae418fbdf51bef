/// What can be done with declarations, besides using them.
package enum CatalogTask: Sendable, Equatable {
  case show(String, category: String?)
  /// Drafts a declaration from an answer: an address or a saved file.
  case new(String, name: String?)
  /// Asks once and shows what each field reads; `answer` is a saved answer, read in place of asking.
  case attempt(path: String, words: [String], answer: String?)
  case test(String)
  case schema
  case add(String, isAgreed: Bool)
  case signIn(String)
  case signOut(String)
  /// A page of the language's help.
  case language(topic: String)

  /// What it sends requests to, without a question to the user; nil for other tasks.
  package var asked: String? {
    switch self {
    case .new(let place, _), .attempt(let place, _, _), .test(let place): place
    case .show, .schema, .add, .signIn, .signOut, .language: nil
    }
  }

  /// Whether it reaches beyond the session: reads or writes a file, or asks for something.
  package var hasSideEffects: Bool {
    switch self {
    case .schema, .language: false
    case .show(let name, _), .test(let name): name.contains("/") || name.lowercased().hasSuffix(".json")
    case .new, .attempt, .add, .signIn, .signOut: true
    }
  }
}

/// What a task came to.
package struct CatalogReport: Sendable, Equatable {
  package var lines: [String]
  /// The same for JSON, under one key.
  package var key: String
  package var value: JSONValue
  /// Why it has failed although there is something to show; nil if it has not.
  package var failure: String?
  /// Whether the lines are a document to be written to a file, and printed as they are.
  package var isDocument: Bool { ["declaration", "schema"].contains(key) }
  /// A catalog to read again.
  package var changed: String?

  package init(_ lines: [String], key: String, _ value: JSONValue, failure: String? = nil, changed: String? = nil) {
    self.lines = lines
    self.key = key
    self.value = value
    self.failure = failure
    self.changed = changed
  }
}

/// Asks the user a question, with or without showing the answer; nil if nobody is there to answer.
package typealias Asking = @Sendable (_ question: String, _ isSecret: Bool) async -> String?
