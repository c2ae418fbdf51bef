import Domain
import Wire

/// A service as declared, parsed and valid.
struct Declaration: Sendable {
  var name: String
  var title: String
  /// One line with the source and the licence of the data.
  var about: String?
  /// Without a trailing slash; empty for the user's own server.
  var base: String
  /// How to give the address of the user's own server; nil if the service has a base of its own.
  var own: String?
  /// The request limits of the host; all of them apply.
  var rate = [RequestWindow(requests: 20, in: .seconds(60))]
  var headers: [String: String] = [:]
  /// Constant parameters of every request.
  var query: [(name: String, text: RequestTemplate)] = []
  var credentials: CredentialRule?
  /// Words that count as missing values, in lower case.
  var nothing: Set<String> = []
  var failure: FailureRule?
  var categories: [DeclaredCategory] = []
  var homes: [DeclaredHome] = []
  var filters: [SearchFilter] = []
  /// The requests for the values of filters, by their names.
  var filterValues: [String: RemoteMap] = [:]
  var tests: [DeclaredTest] = []
  /// The requested maps, in the order of the values that use them.
  var maps: [RemoteMap] = []

  /// What could be improved in it.
  var warnings: [DeclarationRemark] = []
  /// The path of its file, if the user chose it by path.
  var path: String?
  /// What the user types for it in a command, in any session.
  var typed: String { path ?? name }

  func category(named name: String) -> DeclaredCategory? { categories.first { $0.name == name } }

  /// The variable that replaces the base.
  var baseVariable: String { Self.variable(name, "URL") }
  /// The only environment variable for the credential with that name.
  func variable(of asked: String) -> String { hook?.variables[asked] ?? Self.variable(name, asked.uppercased()) }

  /// The same for a shell.
  func shellVariable(of asked: String) -> String { "$" + variable(of: asked) }

  /// The credentials in these variables, by name.
  func typed(in environment: [String: String]) -> [String: String] {
    guard let rule = credentials else { return [:] }
    return rule.given(rule.asked.reduce(into: [:]) { $0[$1.name] = environment[variable(of: $1.name)]?.trimmed })
  }

  /// What cannot be declared about the service; nil for all but one.
  var hook: MercadoLibreHook.Type? { name == MercadoLibreHook.name ? MercadoLibreHook.self : nil }

  /// The host of its key, if that is not on the base.
  var keyHost: String? { credentials?.key?.host }

  /// The hosts of its requests; for the user's own server the variable with its address.
  var hosts: [String] { [own == nil ? HTTPRequest(url: base).host : baseVariable] + [keyHost].compactMap(\.self) }

  /// The variables of its credentials.
  var variables: [String] { (credentials?.asked ?? []).map { variable(of: $0.name) } }

  /// The first of its tests that is a search.
  var search: (term: String, category: String?)? {
    tests.lazy.compactMap { if case .search(let term, let category) = $0.command { (term, category) } else { nil } }
      .first
  }

  static func variable(_ name: String, _ kind: String) -> String {
    "LINER_\(name.uppercased().replacing("-", with: "_"))_\(kind)"
  }
}

/// How to recognize a failure in an answer with a success status.
struct FailureRule: Sendable {
  /// If one of these places has a value, the answer is a failure.
  var places: [Pointer] = []
  /// If the answer meets all conditions of any of these, it is a failure.
  var answers: [[Condition]] = []
  /// The texts that tell no failure.
  var nothing: Set<String> = []
  var message: [Pointer] = []
  var code: [Pointer] = []
  /// Our codes by the service's.
  var codes: [String: ErrorCode] = [:]
}

struct DeclaredCategory: Sendable {
  var name: String
  var title: String
  var others: [String] = []
  /// Whether a search without a category includes it.
  var isDefault = true
  @Apart var search: SearchRule? = nil
  @Apart var list: RequestRule? = nil
  @Apart var lookup: RequestRule? = nil
  /// Further answers about a looked-up item, by the member of its row that they become.
  var parts: [(name: String, request: RequestRule)] = []
  /// A request for several of its items by id.
  @Apart var many: DeclaredRelation.LinkRule? = nil
  var pages: [PagePattern] = []
  /// Where rows have standard ids.
  var known: [(kind: OtherID.Kind, value: Value)] = []
  /// Requests for one of its items by such an id.
  var by: [OtherID.Kind: RequestRule] = [:]
  /// The Wikidata property that contains its ids.
  var wikidata: String?
  /// Page patterns below the base of the user's own server.
  var ownPages: [String] = []
  /// How its items' fields are read; the last are references, each to an item of a category.
  var fields: [(field: ItemField, kind: Value.Kind, category: String?, value: Value)] = []
  var facts: [(label: String, value: Value)] = []
  /// The address of the file to download and play.
  @Apart var file: Value? = nil
  var relations: [DeclaredRelation] = []
  /// Whether requests take its ids for addresses.
  var idsAreAddresses = false
  /// The indices of the requested maps that its values use.
  var maps = 0..<0

  enum SearchRule: Sendable {
    case request(RequestRule)
    /// A row of `list` matches if each word of the term is in one of these places.
    case places([Pointer])
  }
}

/// A large value that is often absent, stored behind a pointer, because many concurrent requests copy it.
@propertyWrapper
enum Apart<Value: Sendable>: Sendable {
  case nothing
  indirect case some(Value)

  init(wrappedValue: Value?) { self = wrappedValue.map { .some($0) } ?? .nothing }

  var wrappedValue: Value? {
    get { if case .some(let value) = self { value } else { nil } }
    set { self = Self(wrappedValue: newValue) }
  }
}

/// A request, and where its answer has the rows.
struct RequestRule: Sendable {
  var path: RequestTemplate
  var query: [(name: String, text: RequestTemplate)] = []
  /// For a POST; nil for a GET.
  @Apart var body: RequestBody? = nil
  var rows = RowsRule()
  /// Where the answer has ids instead of rows.
  @Apart var ids: IDsRule? = nil
  var answer = AnswerFormat.json
  @Apart var paging: Paging? = nil
  var empty = EmptyRule()
  /// For a lookup: where an answer has the id of a successor instead of a row.
  @Apart var moved: Pointer? = nil
  /// Whether to escape Lucene's operators in the values of the query.
  var escapesLucene = false
}

enum AnswerFormat: String, Sendable, CaseIterable {
  case json, xml
}

/// The body of a POST that only reads.
enum RequestBody: Sendable {
  case json(JSONTemplate<RequestTemplate>)
  case graphql(String, variables: JSONTemplate<RequestTemplate>)

  var template: JSONTemplate<RequestTemplate> {
    switch self {
    case .json(let template), .graphql(_, let template): template
    }
  }
}

/// How an answer says that nothing was found.
struct EmptyRule: Sendable {
  var statuses: Set<Int> = []
  /// If one of these places has a value and there are no rows, the answer is empty.
  var places: [Pointer] = []
  /// If the answer meets all conditions of any of these, it is empty.
  var answers: [[Condition]] = []
}

/// Where rows are, in an answer or in another row.
struct RowsRule: Sendable {
  var place = Pointer.whole
  /// Tested before `row`.
  var conditions: [Condition] = []
  /// The record within a row; a row without it is skipped.
  var row: Pointer?
  /// The number that orders the rows of an answer.
  var order: Pointer?
  /// Further rows within a row, which follow it.
  var nested: Pointer?

  /// Distinguishes it from the rules of other lists.
  var key: String {
    let conditions = conditions.map { condition in
      let texts = condition.texts.map(String.init(describing:)).sorted()
      return condition.pointer.text + "=" + texts.joined(separator: "|")
    }
    return "\(place.text) \(row?.text ?? "") \(order?.text ?? "") \(conditions.joined(separator: "&"))"
  }
}

/// Where the ids of other items are, and how to read them.
struct IDsRule: Sendable {
  var place: Pointer
  var split: String?
  /// Only the steps that cut a text.
  var steps = Form.Steps()
  /// The category whose ids they are; nil if they fill a request of their own.
  var target: String?
}

/// How the pages of an answer follow each other.
struct Paging: Sendable {
  var by: Order
  /// The parameter for the number of rows.
  var limit: String?
  /// The most rows that a page can have.
  var most: Int?
  var total: Pointer?
  var more: Pointer?
  /// How many rows of a list the service returns at most, over all pages.
  var end: Int?
  /// How many pages are requested at a time.
  var together = 1

  enum Order: Sendable {
    case offset(parameter: String)
    case page(parameter: String, first: Int)
    /// A text of the answer, sent unchanged.
    case cursor(parameter: String, Value)
    case next(Value)
  }
}

struct DeclaredRelation: Sendable {
  /// As the rest of liner knows it.
  var relation: Relation
  /// The category whose fields read the rows.
  var category: String
  /// Values that rows get from the item if they lack them: the row's key, and the item's.
  var given: [(key: String, from: String)] = []
  var form: Form

  /// How many an item's screen shows; nil for all.
  var previewCount: Int? { if case .first(let count) = relation.preview { count } else { nil } }

  /// Where the item's own row has its rows, links or ids; nil if it reads none of these.
  var place: Pointer? {
    switch form {
    case .within(let rule): rule.place
    case .links(let rule, _), .list(let rule?, _): rule.place
    case .list, .request, .feed: nil
    }
  }

  var readsRow: Bool {
    switch form {
    case .within, .links, .feed: true
    case .list(let forward, _): forward != nil
    case .request: false
    }
  }

  indirect enum Form: Sendable {
    case request(RequestRule)
    case within(RowsRule)
    case links(IDsRule, LinkRule?)
    /// Through the other category's list; at least one of the two.
    case list(forward: IDsRule?, back: IDsRule?)
    /// The episodes of the feed at that address.
    case feed(Pointer)
  }

  /// The request for the targets of links.
  struct LinkRule: Sendable {
    var request: RequestRule
    /// How many ids fit in one request; nil for one each.
    var most: Int?
    /// Whether it is the category's own `many`, which fills in the ids of items.
    var isOwn = false

    /// Whether each link has a list of its own, in pages or of ids.
    var isList: Bool { most == nil && (request.paging != nil || request.ids != nil) }
  }
}

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

/// A map from the service, requested once per session and day.
struct RemoteMap: Sendable {
  var request: RequestRule
  var key: Pointer
  var value: Pointer

  /// What is wrong with an answer without any pair.
  var lack: String { "no row with \(key.text) and \(value.text)" }
}

/// The text of a path or a query, with names that the item or the search fills in.
typealias RequestTemplate = TextTemplate<RequestName>

enum RequestName: Sendable, Equatable {
  case placeholder(String)
  /// The value of a filter.
  case filter(String)
  /// `{+id}`, which keeps its slashes.
  case path(String)
}

extension RequestTemplate {
  /// Whether it is `{id}` alone, so that ids are addresses and not parts of a path.
  var isAddress: Bool { parts.count == 1 && names == [.placeholder("id")] }

  var hasFilter: Bool { names.contains { if case .filter = $0 { true } else { false } } }

  var placeholders: [String] {
    names.compactMap { name in
      switch name {
      case .filter: nil
      case .placeholder(let name), .path(let name): name
      }
    }
  }
}
