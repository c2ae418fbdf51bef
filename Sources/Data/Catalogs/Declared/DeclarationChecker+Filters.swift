import Domain
import Wire

/// Checks the options that a catalog adds to a search.
extension DeclarationChecker {
  mutating func filters(_ json: LocatedJSON?) -> [DeclaredFilter] {
    var names: Set<String> = []
    return elements(json).compactMap { filter($0, among: &names) }
  }

  private mutating func filter(_ json: LocatedJSON, among names: inout Set<String>) -> DeclaredFilter? {
    guard let object = object(json, .filter) else { return nil }
    let name = name(object["name"], of: "a filter", among: &names)
    if let name, let json = object["name"],
      Self.takenFilterNames.contains(name) || askedNames.contains(name) || alsoNames.contains(name)
    {
      mistakes.add("liner uses the name \"\(name)\" itself; choose another for the filter", at: json.offset)
    }
    let title = text(object["title"])
    // A filter cannot be used to list its own values.
    if let name { filterNames.remove(name) }
    let values = filterValues(object["values"])
    if let name { filterNames.insert(name) }
    var defaultValue = object["default"].flatMap { scalar($0)?.text }
    if case .listed(let list) = values, let typed = defaultValue, let json = object["default"] {
      defaultValue = list.first { $0.value == typed || $0.title == typed }?.value
      if defaultValue == nil { unknown(typed, "unknown value", among: list.map(\.value), at: json.offset) }
    }
    guard let name, let title else { return nil }
    return DeclaredFilter(name: name, title: title, defaultValue: defaultValue, values: values)
  }

  private mutating func filterValues(_ json: LocatedJSON?) -> DeclaredFilter.Values {
    guard let json else { return .any }
    if let list = json.list {
      if list.isEmpty { mistakes.add("this list must not be empty", at: json.offset) }
      return .listed(list.compactMap { scalar($0).map { ($0.text, $0.text) } })
    }
    guard let object = object(json, "a list of values, or an object") else { return .any }
    guard json["path"] == nil, json["post"] == nil else {
      return askedMap(json, .values).map { .requested($0) } ?? .any
    }
    if object.members.isEmpty { mistakes.add("this object must not be empty", at: json.offset) }
    return .listed(object.members.compactMap { member in scalar(member.value).map { (member.key, $0.text) } })
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
