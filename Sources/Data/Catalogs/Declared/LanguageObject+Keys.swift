import Domain
import Wire

/// The keys of each object.
extension LanguageObject {
  var keys: [LanguageKey] {
    switch self {
    case .file: Self.fileKeys
    case .rate: Self.rateKeys
    case .failure: Self.failureKeys
    case .ownBase: Self.ownBaseKeys
    case .credentials: Self.credentialKeys
    case .send: Self.sendKeys
    case .key: Self.keyKeys
    case .test: Self.testKeys
    case .category: Self.categoryKeys
    case .search: Self.searchKeys
    case .list: Self.requestKeys
    case .lookup: Self.lookupKeys
    case .many: Self.manyKeys
    case .fields: Self.fieldKeys
    case .reference: Self.referenceKeys
    case .relation: Self.relationKeys
    case .home: Self.homeKeys
    case .shelf: Self.shelfKeys
    case .request: Self.requestKeys
    case .paging: Self.pagingKeys
    case .known: Self.knownKeys
    case .value: Self.valueKeys
    case .ids: Self.idsKeys
    case .map: Self.mapKeys
    case .filter: Self.filterKeys
    case .values: Self.valuesKeys
    }
  }

  private static let fileKeys: [LanguageKey] = [
    LanguageKey("$schema", .text, .file, "for editors; liner ignores it"),
    LanguageKey("declaration", .whole(1...1), .file, "the version of the language: 1", isRequired: true),
    LanguageKey("name", .text, .file, "what users type: a-z, 0-9 and -, at most 32", isRequired: true),
    LanguageKey("title", .text, .file, "what screens show", isRequired: true),
    LanguageKey("about", .text, .file, "one line for `catalog`: what it has, and whose data, under which licence"),
    LanguageKey(
      "base", .either([.text, .object(.ownBase)]), .file,
      "https:// and the name of the only host that gets requests; or {\"own\": true}: the user's own server",
      isRequired: true),
    LanguageKey("rate", .oneOrMore(.object(.rate)), .file, "the most requests in so many seconds; default 20 in 60"),
    LanguageKey("headers", .members(.text), .file, "constant headers of every request"),
    LanguageKey("query", .members(.oneOrMore(.text)), .file, "constant parameters of every request but the key's"),
    LanguageKey("answer", .word(AnswerFormat.allCases.map(\.rawValue)), .requests, "what answers are: json or xml"),
    LanguageKey("credentials", .object(.credentials), .credentials, "what the user is asked for, and where it goes"),
    LanguageKey(
      "filters", .list(.object(.filter)), .filters, "options of `search`, and settings while this catalog is current"),
    LanguageKey("tests", .list(.object(.test)), .tests, "what a person would try; run by `catalog test`"),
    LanguageKey("nothing", .list(.text), .file, "texts by which the service says that it does not know, in any case"),
    LanguageKey("failure", .object(.failure), .failures, "how the service reports a failure with status 200"),
    LanguageKey(
      "categories", .list(.object(.category)), .categories, "the kinds of items, in the order of a home screen",
      isRequired: true),
    LanguageKey("homes", .list(.object(.home)), .homes, "pages of sections, such as what is new"),
  ]

  private static let rateKeys: [LanguageKey] = [
    LanguageKey("requests", .whole(1...1_000_000), .file, "never more requests than this", isRequired: true),
    LanguageKey("seconds", .whole(1...86_400), .file, "in any so many seconds", isRequired: true),
  ]

  private static let failureKeys: [LanguageKey] = [
    LanguageKey(
      "at", .oneOrMore(.pointer), .failures, "a value here means that the request failed", isRequired: true),
    LanguageKey("message", .oneOrMore(.pointer), .failures, "the service's own words, the first that are there"),
    LanguageKey("code", .pointer, .failures, "the service's own code"),
    LanguageKey("codes", .members(.text), .failures, "liner's code for each of the service's; else `server`"),
  ]

  private static let testKeys: [LanguageKey] = [
    LanguageKey("search", .text, .tests, "a term to search"),
    LanguageKey("in", .text, .tests, "the category to search; default those that a search asks"),
    LanguageKey("least", .whole(0...1_000_000), .tests, "the fewest rows; default 1"),
    LanguageKey("has", .list(.text), .tests, "item keys that some row must have"),
    LanguageKey("open", .text, .tests, "an address to open, or a liner id"),
    LanguageKey("title", .text, .tests, "the item's title"),
    LanguageKey("relations", .list(.text), .tests, "words of relations that must have something"),
  ]

  private static let ownBaseKeys: [LanguageKey] = [
    LanguageKey(
      "own", .flag, .credentials, "true: LINER_NAME_URL or catalog sign-in gives the address", isRequired: true),
    LanguageKey("about", .text, .credentials, "how to give it, such as http://nas.local:4533"),
  ]

  private static let credentialKeys: [LanguageKey] = [
    LanguageKey("ask", .members(.text), .credentials, "name → how to get it; its variable is LINER_NAME_ASKED"),
    LanguageKey("send", .object(.send), .credentials, "where it goes; only to the base's host"),
    LanguageKey("key", .object(.key), .credentials, "a key that is fetched with it, kept, and shared by all processes"),
    LanguageKey("required", .flag, .credentials, "whether nothing is asked without it"),
  ]

  private static let sendKeys: [LanguageKey] = [
    LanguageKey("headers", .members(.text), .credentials, "header fields, such as Bearer {token}"),
    LanguageKey(
      "query", .members(.text), .credentials,
      "parameters; {key}, {now}, {salt}, {base64:…}, {md5:…} and {sha1:…} work in both"),
  ]

  private static let keyKeys: [LanguageKey] = [
    LanguageKey("post", .text, .credentials, "a path on the base, or an https address", isRequired: true),
    LanguageKey("form", .members(.text), .credentials, "the form that is posted"),
    LanguageKey("json", .any, .credentials, "the JSON that is posted instead of a form"),
    LanguageKey("headers", .members(.text), .credentials, "header fields of this request alone"),
    LanguageKey("at", .pointer, .credentials, "where the key is in the answer", isRequired: true),
    LanguageKey("lasts", .pointer, .credentials, "for how many seconds it is good; default an hour"),
    LanguageKey(
      "also", .members(.pointer), .credentials,
      "further parts of the answer, for requests; one that is also a credential is replaced on disk"),
  ]

  private static let categoryKeys: [LanguageKey] = [
    LanguageKey("name", .text, .categories, "what users type, in the singular", isRequired: true),
    LanguageKey("title", .text, .categories, "what screens show", isRequired: true),
    LanguageKey("others", .list(.text), .categories, "other names that users may type"),
    LanguageKey("default", .flag, .categories, "false: a search that names no category leaves it out"),
    LanguageKey(
      "search", .object(.search), .categories, "a request with {term}, or {\"in\": places of a row of `list`}"),
    LanguageKey("list", .object(.list), .categories, "a request for all of it, without a term"),
    LanguageKey("lookup", .object(.lookup), .categories, "a request with {id} for one item in full"),
    LanguageKey("pages", .list(.text), .categories, "addresses that people paste, with {id} in them"),
    LanguageKey("known", .object(.known), .categories, "what other services call the same thing: isbn, imdb …"),
    LanguageKey(
      "by", .members(.object(.request)), .categories, "a request with {value} for one item by each of such ids"),
    LanguageKey("wikidata", .text, .categories, "the Wikidata property whose values are its ids: P8600"),
    LanguageKey("fields", .object(.fields), .categories, "item key → value; at least id and title", isRequired: true),
    LanguageKey("facts", .members(.value), .categories, "label → value, shown on the item's screen in this order"),
    LanguageKey("file", .value, .categories, "the address of what `get` downloads and `play` plays"),
    LanguageKey("relations", .list(.object(.relation)), .relations, "the relations of an item"),
  ]

  private static let knownKeys: [LanguageKey] = OtherID.Kind.allCases.map { kind in
    LanguageKey(kind.rawValue, .value, .categories, "what \(kind.rawValue) calls it")
  }

  private static let searchKeys: [LanguageKey] =
    requestKeys + [
      LanguageKey(
        "in", .list(.pointer), .categories, "every word of the term must be in one of these places of a row of `list`")
    ]

  private static let lookupKeys: [LanguageKey] =
    requestKeys + [
      LanguageKey("moved", .pointer, .categories, "where a replaced row has the id of its successor"),
      LanguageKey("many", .object(.many), .categories, "a request with {values} for several items at once"),
      LanguageKey(
        "parts", .members(.object(.request)), .categories,
        "further requests about the item: member of its row → request; one that fails is skipped"),
    ]

  private static let manyKeys: [LanguageKey] =
    requestKeys + [LanguageKey("most", .whole(1...10_000), .categories, "how many ids it can have; default 20")]

  /// Item keys, from liner's own table of fields.
  private static let fieldKeys: [LanguageKey] = DeclaredField.keys.map { key in
    LanguageKey(
      key, DeclaredField.references.contains(key) ? .object(.reference) : .value, .values,
      DeclaredField.help(of: key), isRequired: key == "id" || key == "title")
  }

  private static let referenceKeys: [LanguageKey] = [
    LanguageKey("category", .text, .values, "the category of the other item", isRequired: true),
    LanguageKey("id", .value, .values, "its id", isRequired: true),
  ]

  private static let relationKeys: [LanguageKey] =
    [
      LanguageKey("word", .text, .relations, "what users type after `open`", isRequired: true),
      LanguageKey("title", .text, .relations, "what screens show", isRequired: true),
      LanguageKey("others", .list(.text), .relations, "other words for it"),
      LanguageKey("category", .text, .relations, "whose fields read its rows", isRequired: true),
      LanguageKey(
        "preview", .either([.word(["all", "named"]), .whole(1...1_000)]), .relations,
        "how many rows the item's screen shows: all, a number, or named for none; default 5"),
      LanguageKey("reach", .word(["one"]), .relations, "one: opens the first row itself"),
      LanguageKey("given", .members(.text), .relations, "keys that rows without them get from the item: theirs → its"),
      LanguageKey("within", .pointer, .relations, "the rows are in the item's own row; no request"),
      LanguageKey(
        "links", .either([.pointer, .object(.ids)]), .relations,
        "the ids of the related items are in the item's own row"),
      LanguageKey("most", .whole(1...10_000), .relations, "how many ids {values} has in one request; default 20"),
      LanguageKey(
        "forward", .either([.pointer, .object(.ids)]), .relations,
        "the ids of the related items, found in the other category's list"),
      LanguageKey(
        "back", .either([.pointer, .object(.ids)]), .relations,
        "where a row of the other category's list names this item"),
      LanguageKey("feed", .pointer, .relations, "the address of a podcast's feed in the item's own row"),
      LanguageKey("line", .text, .relations, "the label of a fact that each row of the list shows, such as a role"),
      LanguageKey("news", .flag, .relations, "true: its rows have dates, and `news` requests it for starred items"),
    ] + requestKeys

  private static let homeKeys: [LanguageKey] = [
    LanguageKey("name", .text, .homes, "what users type after `open`", isRequired: true),
    LanguageKey("title", .text, .homes, "what screens show", isRequired: true),
    LanguageKey("shelves", .list(.object(.shelf)), .homes, "its sections, each a request", isRequired: true),
  ]

  private static let shelfKeys: [LanguageKey] =
    [
      LanguageKey("title", .text, .homes, "what screens show", isRequired: true),
      LanguageKey("category", .text, .homes, "whose fields read its rows", isRequired: true),
    ] + requestKeys

  private static let requestKeys: [LanguageKey] =
    [
      LanguageKey(
        "path", .text, .requests,
        "follows the base; {term} in a search, {id} and other keys of an item; {+id} keeps its slashes"),
      LanguageKey("post", .text, .requests, "a path instead of `path`, for a POST that only reads"),
      LanguageKey(
        "json", .any, .requests, "the body of a POST, with placeholders; {\"number\": \"{id}\"} is a number"),
      LanguageKey("graphql", .text, .requests, "the query of a POST in GraphQL, sent as it is"),
      LanguageKey("variables", .any, .requests, "the variables of `graphql`, with placeholders"),
      LanguageKey(
        "query", .members(.oneOrMore(.text)), .requests,
        "parameters; one whose placeholder has no value is omitted, a list repeats the name"),
    ] + rowsKeys + [
      LanguageKey("paging", .object(.paging), .paging, "how the next page is requested"),
      LanguageKey(
        "empty", .list(.either([.whole(100...599), .pointer, .members(.list(.text))])), .requests,
        "nothing was found: statuses, pointers to what is there instead of rows, conditions of the answer"),
      LanguageKey(
        "answer", .word(AnswerFormat.allCases.map(\.rawValue)), .requests, "what this answer is: json or xml"),
      LanguageKey(
        "ids", .either([.pointer, .object(.ids)]), .requests,
        "ids instead of rows; the items are looked up one by one, or by `many`"),
      LanguageKey("escape", .word(["lucene"]), .requests, "escapes the operators of Lucene in what fills the query"),
    ]

  private static let rowsKeys: [LanguageKey] = [
    LanguageKey("rows", .pointer, .requests, "where the rows are; * for every element; default the answer itself"),
    LanguageKey("where", .members(.list(.text)), .requests, "only rows with one of these texts at the pointer"),
    LanguageKey("row", .pointer, .requests, "the thing itself within each row; ^ then points around it"),
  ]

  private static let pagingKeys: [LanguageKey] = [
    LanguageKey(
      "by", .word(["offset", "page", "cursor", "next"]), .paging, "what names the next page", isRequired: true),
    LanguageKey("query", .text, .paging, "the parameter of the offset, page or cursor; of a POST a key of the body"),
    LanguageKey("at", .value, .paging, "by next: the address of the next page in the answer; by cursor: its text"),
    LanguageKey("limit", .text, .paging, "the parameter for the number of rows"),
    LanguageKey("first", .whole(0...1_000_000), .paging, "by page: the number of the first page; default 1"),
    LanguageKey("most", .whole(1...100_000), .paging, "the most rows that a page can have"),
    LanguageKey("total", .pointer, .paging, "how many rows there are in all"),
    LanguageKey("more", .pointer, .paging, "where something other than 0 is if there are more"),
    LanguageKey("end", .whole(1...1_000_000), .paging, "how many rows the service sends of a list, however long"),
  ]

  private static let cutKeys: [LanguageKey] = [
    LanguageKey("split", .text, .values, "the parts of a text between these separators, each converted"),
    LanguageKey("after", .text, .values, "what follows the first of these; nothing without one"),
    LanguageKey("before", .text, .values, "what comes before the first of these; nothing without one"),
    LanguageKey("strip", .oneOrMore(.text), .values, "without the first of these beginnings that fits"),
    LanguageKey("trim", .text, .values, "without this end"),
  ]

  private static let valueKeys: [LanguageKey] =
    [
      LanguageKey(
        "at", .pointer, .values, "a pointer into the row, with each into its elements; ^ points around the row"),
      LanguageKey("each", .pointer, .values, "every element of a list; * goes over lists and the members of objects"),
      LanguageKey("count", .pointer, .values, "how many elements a list has"),
      LanguageKey(
        "text", .oneOrMore(.text), .values,
        "a template: {/number} of the row, {./name} of the element of each, {value} what was found, {base} the address"
      ),
    ] + cutKeys + [
      LanguageKey("as", .word(Conversion.allCases.map(\.rawValue)), .values, "how the text is read"),
      LanguageKey(
        "map", .either([.members(.text), .object(.map)]), .values, "replaces texts; what it lacks is absent"),
      LanguageKey("times", .number, .values, "multiplies a number"),
      LanguageKey("least", .number, .values, "nothing if the number is lower"),
      LanguageKey("where", .members(.list(.text)), .values, "only elements with one of these texts at the pointer"),
      LanguageKey("join", .text, .values, "what is between joined parts; default a comma and a space"),
      LanguageKey("joinAt", .pointer, .values, "where each element has the separator that follows it"),
      LanguageKey("first", .flag, .values, "only the first part with a value"),
      LanguageKey(
        "label", .value, .values, "of a fact with each: what each element is called; each is a fact of its own"),
      LanguageKey("unit", .list(.text), .values, "of the field count: its noun, singular and plural"),
    ]

  private static let idsKeys: [LanguageKey] =
    [
      LanguageKey("at", .pointer, .values, "where the ids are; * for every element", isRequired: true)
    ] + cutKeys

  private static let mapKeys: [LanguageKey] =
    [
      LanguageKey("key", .pointer, .values, "the text that is replaced, in a row of the map", isRequired: true),
      LanguageKey("value", .pointer, .values, "what replaces it", isRequired: true),
    ] + requestKeys

  private static let filterKeys: [LanguageKey] = [
    LanguageKey("name", .text, .filters, "the option and the setting; {name} in every request", isRequired: true),
    LanguageKey("title", .text, .filters, "what help shows", isRequired: true),
    LanguageKey(
      "values", .either([.list(.text), .members(.text), .object(.values)]), .filters,
      "a list, an object (sent → shown), or a request with key and value; without it any text"),
    LanguageKey("default", .text, .filters, "what is sent if nothing is chosen"),
  ]

  private static let valuesKeys: [LanguageKey] =
    [
      LanguageKey("key", .pointer, .filters, "what is sent, in a row of the answer", isRequired: true),
      LanguageKey("value", .pointer, .filters, "what is shown", isRequired: true),
    ] + requestKeys
}
