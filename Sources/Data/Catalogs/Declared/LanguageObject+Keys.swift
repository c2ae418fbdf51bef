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
    LanguageKey("about", .text, .file, "one line for `catalog`: what it has, whose data it is, under which licence"),
    LanguageKey(
      "base", .either([.text, .object(.ownBase)]), .file,
      "https:// and the only host that gets requests; {\"own\": true} for the user's own server",
      isRequired: true),
    LanguageKey("rate", .oneOrMore(.object(.rate)), .file, "the service's limits; default 20 requests in 60 seconds"),
    LanguageKey("headers", .members(.text), .file, "constant headers of every request"),
    LanguageKey("query", .members(.oneOrMore(.text)), .file, "constant parameters of every request except the key's"),
    LanguageKey(
      "answer", .word(AnswerFormat.allCases.map(\.rawValue)), .requests, "the format of all answers; default json"),
    LanguageKey("credentials", .object(.credentials), .credentials, "what the user is asked for, and how it is sent"),
    LanguageKey(
      "filters", .list(.object(.filter)), .filters, "options of `search`, and settings while this catalog is current"),
    LanguageKey("tests", .list(.object(.test)), .tests, "what a person would try; run by `catalog test`"),
    LanguageKey("nothing", .list(.text), .file, "texts that mean unknown, such as N/A; case does not matter"),
    LanguageKey("failure", .object(.failure), .failures, "how the service reports a failure with status 200"),
    LanguageKey(
      "categories", .list(.object(.category)), .categories, "the kinds of items, in the order of a home screen",
      isRequired: true),
    LanguageKey("homes", .list(.object(.home)), .homes, "pages of sections, such as what is new"),
  ]

  private static let rateKeys: [LanguageKey] = [
    LanguageKey("requests", .whole(1...1_000_000), .file, "at most this many requests", isRequired: true),
    LanguageKey("seconds", .whole(1...86_400), .file, "in any period of this many seconds", isRequired: true),
  ]

  private static let failureKeys: [LanguageKey] = [
    LanguageKey(
      "at", .oneOrMore(.pointer), .failures, "a value here means that the request failed", isRequired: true),
    LanguageKey("message", .oneOrMore(.pointer), .failures, "where its message is; the first that exists"),
    LanguageKey("code", .pointer, .failures, "where its error code is"),
    LanguageKey("codes", .members(.text), .failures, "the service's code → liner's; default server"),
  ]

  private static let testKeys: [LanguageKey] = [
    LanguageKey("search", .text, .tests, "a term to search"),
    LanguageKey("in", .text, .tests, "the category to search; default those that a search uses"),
    LanguageKey("least", .whole(0...1_000_000), .tests, "the fewest rows; default 1"),
    LanguageKey("has", .list(.text), .tests, "item keys that some row must have"),
    LanguageKey("open", .text, .tests, "an address to open, or a liner id"),
    LanguageKey("title", .text, .tests, "the item's title"),
    LanguageKey("relations", .list(.text), .tests, "words of relations that must not be empty"),
  ]

  private static let ownBaseKeys: [LanguageKey] = [
    LanguageKey(
      "own", .flag, .credentials, "true: the address comes from LINER_NAME_URL or catalog sign-in", isRequired: true),
    LanguageKey("about", .text, .credentials, "what such an address looks like: http://nas.local:4533"),
  ]

  private static let credentialKeys: [LanguageKey] = [
    LanguageKey("ask", .members(.text), .credentials, "name → how to get it; its variable is LINER_NAME_ASKED"),
    LanguageKey(
      "send", .object(.send), .credentials, "where they go in requests to the base's host; no other host receives them"),
    LanguageKey(
      "key", .object(.key), .credentials, "a key fetched with the credentials, saved and shared by all liner processes"),
    LanguageKey("required", .flag, .credentials, "true: no requests without credentials"),
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
    LanguageKey("headers", .members(.text), .credentials, "header fields of this request only"),
    LanguageKey("at", .pointer, .credentials, "where the key is in the answer", isRequired: true),
    LanguageKey("lasts", .pointer, .credentials, "how many seconds it is valid; default an hour"),
    LanguageKey(
      "also", .members(.pointer), .credentials,
      "other parts of the answer to use in requests; a credential of that name is replaced on disk"),
  ]

  private static let categoryKeys: [LanguageKey] = [
    LanguageKey("name", .text, .categories, "what users type, in the singular", isRequired: true),
    LanguageKey("title", .text, .categories, "what screens show", isRequired: true),
    LanguageKey("others", .list(.text), .categories, "other names that users may type"),
    LanguageKey("default", .flag, .categories, "false: searched only if the user names it"),
    LanguageKey(
      "search", .object(.search), .categories,
      "a request with {term}, or {\"in\": places to search in the rows of `list`}"),
    LanguageKey("list", .object(.list), .categories, "a request for the whole list, without a term"),
    LanguageKey("lookup", .object(.lookup), .categories, "a request with {id} for one item in full"),
    LanguageKey("pages", .list(.text), .categories, "addresses that people paste, with {id} in them"),
    LanguageKey("known", .object(.known), .categories, "the item's ids at other services: isbn, imdb …"),
    LanguageKey(
      "by", .members(.object(.request)), .categories,
      "for each kind of such an id, or `url` for a page elsewhere, a request with {value} for the item that has it"),
    LanguageKey("wikidata", .text, .categories, "the Wikidata property that holds this category's ids: P8600"),
    LanguageKey("fields", .object(.fields), .categories, "item key → value; at least id and title", isRequired: true),
    LanguageKey("facts", .members(.value), .categories, "label → value, shown on the item's screen in this order"),
    LanguageKey("file", .value, .categories, "the address of what `get` downloads and `play` plays"),
    LanguageKey("relations", .list(.object(.relation)), .relations, "the relations of an item"),
  ]

  /// A page is the item's own `url`, which needs no second place.
  private static let knownKeys: [LanguageKey] = OtherID.Kind.allCases.filter { $0 != .url }.map { kind in
    LanguageKey(kind.rawValue, .value, .categories, "its \(kind.title)")
  }

  private static let searchKeys: [LanguageKey] =
    requestKeys + [
      LanguageKey(
        "in", .list(.pointer), .categories,
        "the places of a row of `list` that a search looks in; every word must match")
    ]

  private static let lookupKeys: [LanguageKey] =
    requestKeys + [
      LanguageKey("moved", .pointer, .categories, "where a row that was replaced has its successor's id"),
      LanguageKey("many", .object(.many), .categories, "a request with {values} for several items at once"),
      LanguageKey(
        "parts", .members(.object(.request)), .categories,
        "further requests about the item: key to add to its row → request; failures are skipped"),
    ]

  private static let manyKeys: [LanguageKey] =
    requestKeys + [LanguageKey("most", .whole(1...10_000), .categories, "the most ids in one request; default 20")]

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
      LanguageKey("category", .text, .relations, "the category of its rows", isRequired: true),
      LanguageKey(
        "preview", .either([.word(["all", "named"]), .whole(1...1_000)]), .relations,
        "how many rows the item's screen shows: a number, all, or named for its name only; default 5"),
      LanguageKey("reach", .word(["one"]), .relations, "one: opens the first row directly"),
      LanguageKey(
        "given", .members(.text), .relations, "keys to fill from the item in rows without them: the row's → the item's"),
      LanguageKey("within", .pointer, .relations, "the rows are in the item's own row; no request"),
      LanguageKey(
        "links", .either([.pointer, .object(.ids)]), .relations,
        "the ids of the related items are in the item's own row"),
      LanguageKey("most", .whole(1...10_000), .relations, "the most ids of {values} in one request; default 20"),
      LanguageKey(
        "forward", .either([.pointer, .object(.ids)]), .relations,
        "the ids of the related items, found in the other category's list"),
      LanguageKey(
        "back", .either([.pointer, .object(.ids)]), .relations,
        "where rows of the other category's list have this item's id"),
      LanguageKey("feed", .pointer, .relations, "the address of a podcast's feed in the item's own row"),
      LanguageKey("line", .text, .relations, "the label of a fact to show in each row of the list, such as a role"),
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
      LanguageKey("category", .text, .homes, "the category of its rows", isRequired: true),
    ] + requestKeys

  private static let requestKeys: [LanguageKey] =
    [
      LanguageKey(
        "path", .text, .requests,
        "the path after the base; {term} in a search, {id} and other keys of an item; {+id} keeps slashes"),
      LanguageKey("post", .text, .requests, "the path of a POST that changes nothing, instead of `path`"),
      LanguageKey(
        "json", .any, .requests, "the body of a POST, with placeholders; {\"number\": \"{id}\"} is a number"),
      LanguageKey("graphql", .text, .requests, "the GraphQL query of a POST, sent unchanged"),
      LanguageKey("variables", .any, .requests, "the variables of `graphql`, with placeholders"),
      LanguageKey(
        "query", .members(.oneOrMore(.text)), .requests,
        "parameters; one whose placeholder has no value is omitted, a list repeats the name"),
    ] + rowsKeys + [
      LanguageKey("paging", .object(.paging), .paging, "how to fetch the pages of a list"),
      LanguageKey(
        "empty", .list(.either([.whole(100...599), .pointer, .members(.list(.text))])), .requests,
        "what means that nothing was found: statuses, pointers, or conditions on the answer"),
      LanguageKey(
        "answer", .word(AnswerFormat.allCases.map(\.rawValue)), .requests, "the format of this answer"),
      LanguageKey(
        "ids", .either([.pointer, .object(.ids)]), .requests,
        "ids instead of rows; the items are looked up one by one, or by `many`"),
      LanguageKey(
        "escape", .word(["lucene"]), .requests, "lucene: escapes Lucene's operators in the values of placeholders"),
    ]

  private static let rowsKeys: [LanguageKey] = [
    LanguageKey("rows", .pointer, .requests, "where the rows are; * means every element; default the answer itself"),
    LanguageKey("where", .members(.list(.text)), .requests, "only rows that have one of these texts at the pointer"),
    LanguageKey("row", .pointer, .requests, "where the item is within each row; ^ then reads from the whole row"),
  ]

  private static let pagingKeys: [LanguageKey] = [
    LanguageKey(
      "by", .word(["offset", "page", "cursor", "next"]), .paging, "how the next page is requested", isRequired: true),
    LanguageKey("query", .text, .paging, "the parameter for the offset, page or cursor; in a POST a key of the body"),
    LanguageKey("at", .value, .paging, "where the answer has the next page's address (next) or cursor (cursor)"),
    LanguageKey("limit", .text, .paging, "the parameter for the number of rows"),
    LanguageKey("first", .whole(0...1_000_000), .paging, "the number of the first page, by page; default 1"),
    LanguageKey("most", .whole(1...100_000), .paging, "the most rows per page"),
    LanguageKey("total", .pointer, .paging, "where the total number of rows is"),
    LanguageKey("more", .pointer, .paging, "where any value but 0 means that there are more"),
    LanguageKey("end", .whole(1...1_000_000), .paging, "the most rows that the service returns of any list"),
    LanguageKey("together", .whole(1...20), .paging, "how many pages to request at once, where a page is a single row"),
  ]

  private static let cutKeys: [LanguageKey] = [
    LanguageKey("split", .text, .values, "splits a text at this separator; each part is converted"),
    LanguageKey("after", .text, .values, "only what follows the first occurrence of this; no value without one"),
    LanguageKey("before", .text, .values, "only what comes before the first occurrence of this; no value without one"),
    LanguageKey("strip", .oneOrMore(.text), .values, "removes the first of these prefixes that matches"),
    LanguageKey("trim", .text, .values, "removes this suffix"),
  ]

  private static let valueKeys: [LanguageKey] =
    [
      LanguageKey(
        "at", .pointer, .values, "a pointer into the row or, with each, into its elements; ^ reads from around the row"),
      LanguageKey(
        "each", .pointer, .values, "reads every element of a list; * visits lists and the members of objects"),
      LanguageKey("count", .pointer, .values, "how many elements a list has"),
      LanguageKey(
        "text", .oneOrMore(.text), .values,
        "a template: {/number} from the row, {./name} from an element of each, {value} so far, {base} the base"
      ),
    ] + cutKeys + [
      LanguageKey("as", .word(Conversion.allCases.map(\.rawValue)), .values, "how to convert a text"),
      LanguageKey(
        "map", .either([.members(.text), .object(.map)]), .values,
        "replaces texts; a text that is not listed has no value"),
      LanguageKey("times", .number, .values, "multiplies a number"),
      LanguageKey("least", .number, .values, "no value if the number is lower"),
      LanguageKey(
        "where", .members(.list(.text)), .values, "only elements that have one of these texts at the pointer"),
      LanguageKey("join", .text, .values, "what to put between parts; default a comma and a space"),
      LanguageKey("joinAt", .pointer, .values, "where each element has its own separator, put after it"),
      LanguageKey("first", .flag, .values, "only the first part with a value"),
      LanguageKey(
        "label", .value, .values, "in a fact with each: every element becomes a fact with this label"),
      LanguageKey("unit", .list(.text), .values, "for the field count: its noun, singular and plural"),
    ]

  private static let idsKeys: [LanguageKey] =
    [
      LanguageKey("at", .pointer, .values, "where the ids are; * means every element", isRequired: true)
    ] + cutKeys

  private static let mapKeys: [LanguageKey] =
    [
      LanguageKey("key", .pointer, .values, "where a row of the map has the text to replace", isRequired: true),
      LanguageKey("value", .pointer, .values, "where it has the replacement", isRequired: true),
    ] + requestKeys

  private static let filterKeys: [LanguageKey] = [
    LanguageKey(
      "name", .text, .filters, "the name of the option and the setting; requests use it as {name}", isRequired: true),
    LanguageKey("title", .text, .filters, "what help shows", isRequired: true),
    LanguageKey(
      "values", .either([.list(.text), .members(.text), .object(.values)]), .filters,
      "a list, an object (sent → shown), or a request with key and value; default any text"),
    LanguageKey("default", .text, .filters, "what is sent if nothing is chosen"),
  ]

  private static let valuesKeys: [LanguageKey] =
    [
      LanguageKey("key", .pointer, .filters, "where a row has the value to send", isRequired: true),
      LanguageKey("value", .pointer, .filters, "where it has the text to show", isRequired: true),
    ] + requestKeys
}

extension OtherID.Kind {
  fileprivate var title: String {
    switch self {
    case .isbn, .upc, .isrc: rawValue.uppercased()
    case .imdb: "IMDb id"
    case .tvdb: "TheTVDB id"
    case .musicbrainz: "MusicBrainz id"
    case .wikidata: "Wikidata item"
    case .url: "page"
    }
  }
}
