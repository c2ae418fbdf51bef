import Domain
import Wire

/// A service as a declaration describes it: read, and found free of mistakes.
struct Declaration: Sendable {
  var name: String
  var title: String
  /// One line with the source and the licence of the data.
  var about: String?
  /// Without a slash at its end.
  var base: String
  /// How much the host may be asked; all of them hold.
  var rate = [RequestWindow(requests: 20, in: .seconds(60))]
  var headers: [String: String] = [:]
  var token: TokenRule?
  /// In small letters.
  var nothing: Set<String> = []
  var failure: FailureRule?
  var categories: [DeclaredCategory] = []
  var homes: [DeclaredHome] = []
  /// The maps that are asked for, in the order in which the values that use them stand.
  var maps: [AskedMap] = []

  func category(named name: String) -> DeclaredCategory? { categories.first { $0.name == name } }

  /// The variable that replaces the base.
  var baseVariable: String { Self.variable(name, "URL") }
  /// The only variable that the token is read from.
  var tokenVariable: String { Self.variable(name, "TOKEN") }

  static func variable(_ name: String, _ kind: String) -> String {
    "LINER_\(name.uppercased().replacing("-", with: "_"))_\(kind)"
  }
}

/// Where a token goes, which comes from a variable of its own.
struct TokenRule: Sendable {
  var location: HTTPRequest.Credential.Location
  /// With `{token}`.
  var value = "{token}"
  /// How to get one.
  var about: String?
  var isRequired = false
}

/// How an answer with a good status tells of a failure.
struct FailureRule: Sendable {
  var at: [Pointer]
  var message: [Pointer] = []
  var code: Pointer?
  /// liner's codes by the service's.
  var codes: [String: ErrorCode] = [:]
}

struct DeclaredCategory: Sendable {
  var name: String
  var title: String
  var others: [String] = []
  /// Whether a search that names no category asks it.
  var isDefault = true
  var search: SearchRule?
  var list: RequestRule?
  var lookup: RequestRule?
  /// Where the id of what took a row's place is.
  var moved: Pointer?
  var pages: [PagePattern] = []
  /// By item key; `creatorId` and `albumId` are in `references`.
  var fields: [(key: String, value: Value)] = []
  var references: [(key: String, category: String, value: Value)] = []
  var facts: [(label: String, value: Value)] = []
  /// The address of what is kept and played.
  var file: Value?
  var relations: [DeclaredRelation] = []
  /// The places of the asked maps that its values use.
  var maps = 0..<0

  enum SearchRule: Sendable {
    case request(RequestRule)
    /// Every word stands in one of these places of a row of `list`.
    case places([RowsPointer])
  }
}

/// A request, and where the rows of its answer are.
struct RequestRule: Sendable {
  var path: RequestTemplate
  var query: [(name: String, text: RequestTemplate)] = []
  var rows = RowsRule()
  var paging: Paging?
  /// Statuses that mean that nothing was found.
  var empty: Set<Int> = []
  /// Whether what fills the query has its operators taken away, as Lucene wants it.
  var escapesLucene = false
}

/// Where rows are, in an answer or in another row.
struct RowsRule: Sendable {
  var place = RowsPointer(.whole)
  /// Tested before `row`.
  var conditions: [Condition] = []
  /// The thing itself within a row; a row without is passed over.
  var row: Pointer?
}

/// How the pages of an answer follow each other.
struct Paging: Sendable {
  var by: Order
  /// The parameter that takes the number of rows.
  var limit: String?
  /// Rows that a page can have.
  var most: Int?
  var total: Pointer?
  var more: Pointer?

  enum Order: Sendable {
    case offset(parameter: String)
    case page(parameter: String, first: Int)
    case next(Pointer)
  }
}

struct DeclaredRelation: Sendable {
  var word: String
  var title: String
  var others: [String] = []
  /// Whose fields read the rows.
  var category: String
  var preview: Relation.Preview
  /// One: it opens the first row itself.
  var reach: Relation.Reach
  /// What rows that lack it take from the item: by their key, the item's.
  var given: [(key: String, from: String)] = []
  var form: Form

  enum Form: Sendable {
    case request(RequestRule)
    case within(RowsRule)
    case links(RowsPointer, LinkRule?)
    /// By the other category's list; one of them at least.
    case list(forward: RowsPointer?, back: RowsPointer?)
  }

  /// The request that brings what links name.
  struct LinkRule: Sendable {
    var request: RequestRule
    /// How many ids one request takes; nil: one each.
    var most: Int?
  }
}

/// A home of shelves.
struct DeclaredHome: Sendable {
  var name: String
  var title: String
  var shelves: [Shelf]

  struct Shelf: Sendable {
    var title: String
    var category: String
    var request: RequestRule
  }
}

/// A map that the service has: asked for once a session and a day.
struct AskedMap: Sendable {
  var request: RequestRule
  var key: Pointer
  var value: Pointer
}

/// Text of a path or a query, with names in braces that the item or the search fills.
struct RequestTemplate: Sendable {
  var parts: [Part]

  enum Part: Sendable {
    case literal(String)
    case placeholder(String)
  }

  var placeholders: [String] {
    parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
  }
}
