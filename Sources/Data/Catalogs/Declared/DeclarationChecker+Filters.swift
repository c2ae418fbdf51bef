import Domain
import Wire

/// Checks the options that a catalog adds to a search.
extension DeclarationChecker {
  /// - Returns: the filters, and the requests for their values by their names.
  mutating func filters(_ json: LocatedJSON?) -> ([SearchFilter], requests: [String: RemoteMap]) {
    var (names, requests) = (Set<String>(), [String: RemoteMap]())
    return (elements(json).compactMap { filter($0, among: &names, &requests) }, requests)
  }

  private mutating func filter(
    _ json: LocatedJSON, among names: inout Set<String>, _ requests: inout [String: RemoteMap]
  ) -> SearchFilter? {
    guard let object = object(json, .filter) else { return nil }
    let name = name(object["name"], of: "a filter", among: &names)
    if let name, let json = object["name"] {
      let ofCredentials = askedNames.contains(name) || alsoNames.contains(name)
      if ofCredentials || Self.takenFilterNames.contains(name) {
        let fault =
          ofCredentials ? "\"credentials\" already uses the name \"\(name)\"" : "liner uses the name \"\(name)\" itself"
        mistakes.add("\(fault); choose another for the filter", at: json.offset)
      }
    }
    let title = text(object["title"])
    // A filter cannot be used to list its own values.
    if let name { filterNames.remove(name) }
    let (values, titles, request) = filterValues(object["values"])
    if let name {
      filterNames.insert(name)
      requests[name] = request
    }
    var defaultValue = object["default"].flatMap { scalar($0)?.text }
    if case .oneOf(let list) = values, let typed = defaultValue, let json = object["default"] {
      defaultValue = list.first { $0 == typed || titles[$0] == typed }
      if defaultValue == nil { unknown(typed, "unknown value", among: list, at: json.offset) }
    }
    guard let name, let title else { return nil }
    return SearchFilter(name: name, meaning: title, defaultValue: defaultValue, values: values, valueTitles: titles)
  }

  /// The values, their titles if they need any, and the request for them.
  private mutating func filterValues(
    _ json: LocatedJSON?
  ) -> (SearchFilter.Values, titles: [String: String], RemoteMap?) {
    guard let json else { return (.any, [:], nil) }
    if json.list != nil { return (.oneOf(listed(json).compactMap { scalar($0)?.text }), [:], nil) }
    guard let object = object(json, "a list of values, or an object") else { return (.any, [:], nil) }
    guard json["path"] == nil, json["post"] == nil else {
      return (.requested(RequestedValues()), [:], askedMap(json, .values))
    }
    if object.members.isEmpty { mistakes.add("this object must not be empty", at: json.offset) }
    let shown = object.members.compactMap { member in scalar(member.value).map { (member.key, $0.text) } }
    let titles = Dictionary(shown.filter { $0.0 != $0.1 }) { first, _ in first }
    return (.oneOf(shown.map(\.0)), titles, nil)
  }

  /// Names with another meaning: search options, settings of liner, item keys, other placeholders.
  static let takenFilterNames = Set(
    ["in", "limit", "everywhere", "term", "value", "values", "url", "base", "key", "now", "salt"]
      + [
        "categories", "stores", "view", "theme", "hints", "live", "delay", "greeting", "favorites", "cache", "stale",
        "downloads", "page", "columns", "covers", "reader",
      ] + DeclaredField.keys
  ).subtracting(["explicit"])
}
