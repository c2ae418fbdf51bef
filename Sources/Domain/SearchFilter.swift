import Synchronization

/// One way to narrow a catalog's searches, such as by country.
package struct SearchFilter: Sendable, Hashable {
  /// The name of the setting, and of the search option after `--`.
  package let name: String
  package let meaning: String
  /// The default value; nil if the filter is not sent by default.
  package let defaultValue: String?
  package let values: Values
  /// The categories and home pages whose requests use it; nil for all.
  package var users: [String]?
  private let titles: [String: String]

  package enum Values: Sendable, Hashable {
    case oneOf([String])
    /// Each named category accepts its own values; other categories accept none.
    case byCategory([String: [String]])
    /// Any text.
    case any
    /// Values that the service lists.
    case requested(RequestedValues)
  }

  package init(
    name: String, meaning: String, defaultValue: String? = nil, values: Values, valueTitles: [String: String] = [:]
  ) {
    self.name = name
    titles = valueTitles
    (self.meaning, self.defaultValue, self.values) = (meaning, defaultValue, values)
  }

  /// Readable names for values that need one: `Germany` for `DE`.
  package var valueTitles: [String: String] {
    if case .requested(let values) = values { values.known?.titles ?? [:] } else { titles }
  }

  /// Every value that is valid for some category, as far as known; values that differ by category are sorted.
  package var allValues: [String] {
    switch values {
    case .oneOf(let values): values
    case .byCategory(let lists): Set(lists.values.joined()).sorted()
    case .any: []
    case .requested(let values): values.known?.values ?? []
    }
  }

  /// The values with their titles, for display: `2 (Jazz)`.
  package var readableValues: [String] { allValues.map(WordList(allValues, titles: valueTitles).readable) }

  /// Whether any text may be a value: always, or until the service has listed the values.
  package var acceptsAny: Bool {
    switch values {
    case .any: true
    case .requested(let values): values.known == nil
    case .oneOf, .byCategory: false
    }
  }

  /// The catalog's spelling of `typed`, a value or its title in any case; nil if it is neither, or several.
  package func value(matching typed: String) -> String? {
    let (wanted, values, titles) = (typed.lowercased(), allValues, valueTitles)
    let equal = values.filter { $0.lowercased() == wanted }
    return values.first { $0 == typed }
      ?? (equal.isEmpty ? values.filter { titles[$0]?.lowercased() == wanted } : equal).only
  }

  /// The values. Storefronts can also be given by name, but two letters always mean a code.
  package var choice: WordList {
    let (values, titles) = (allValues, valueTitles)
    if titles.isEmpty { return WordList(values, shortestTitle: 3) }
    let suggested = isOfCountries ? ["uk": "GB"] : [:]
    let chosen = Self.otherNames.filter { values.contains($0.value) }
    return WordList(
      values, titles: titles, shortestTitle: 3, otherWords: suggested, aliases: chosen, hasCountries: isOfCountries)
  }

  package var isOfCountries: Bool { !valueTitles.isEmpty && allValues.contains("GB") }

  /// Other names for countries, besides those of the stores.
  private static let otherNames = [
    "england": "GB", "britain": "GB", "great britain": "GB", "usa": "US", "america": "US",
    "holland": "NL", "korea": "KR", "turkey": "TR", "uae": "AE", "emirates": "AE", "czech republic": "CZ",
    "macedonia": "MK", "swaziland": "SZ", "burma": "MM", "macau": "MO", "ivory coast": "CI", "cape verde": "CV",
  ]

  /// Whether `value`, one of `allValues`, may be sent for `category`.
  package func allows(_ value: String, for category: Category) -> Bool {
    switch values {
    case .oneOf, .any, .requested: users?.contains(category.name) ?? true
    case .byCategory(let lists): lists[category.name]?.contains(value) ?? false
    }
  }
}

/// The values and titles of a filter, once the service has listed them.
package final class RequestedValues: Sendable, Hashable {
  private let list = Mutex<(values: [String], titles: [String: String], key: String, at: ContinuousClock.Instant)?>(nil)

  package init() {}

  /// Nil unless they were requested within the last day.
  package var known: (values: [String], titles: [String: String], key: String)? {
    list.withLock(\.self).flatMap { .now - $0.at < .seconds(86_400) ? ($0.values, $0.titles, $0.key) : nil }
  }

  /// - Parameters:
  ///   - titles: by value; titles that equal their values are dropped.
  ///   - key: identifies their request, which other filters may narrow.
  ///   - since: when they were requested.
  package func keep(_ values: [String], titles: [String: String], key: String, since: ContinuousClock.Instant = .now) {
    list.withLock { $0 = (values, titles.filter { $0.key != $0.value }, key, since) }
  }

  package static func == (a: RequestedValues, b: RequestedValues) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
