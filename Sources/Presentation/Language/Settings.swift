package import Domain

/// The user's settings, validated when they were set. A missing one has its default.
package struct Settings: Sendable, Equatable {
  /// By catalog name, then by setting name: each catalog keeps its own. What catalogs share is under an empty name.
  private var byCatalog: [String: [String: String]] = [:]

  package init() {}

  private var shared: [String: String] { byCatalog[""] ?? [:] }

  /// The setting with its current value.
  package func current(_ setting: Setting, in catalog: Catalog) -> Setting {
    changing(setting) { $0.value = value(of: setting, in: catalog) }
  }

  package func value(of setting: Setting, in catalog: Catalog) -> String? {
    byCatalog[setting.isShared ? "" : catalog.name]?[setting.name]
  }

  /// Sets a setting, in any spelling of name and value; `default` restores the default.
  /// - Throws: `usage`, with the allowed values.
  @discardableResult
  package mutating func set(_ name: String, to text: String, in catalog: Catalog) throws(CommandError) -> Setting {
    let setting = try Setting.named(name, in: catalog, accepting: text)
    let value = try setting.value(of: setting.isList ? text.unquotedList : text, in: catalog)
    byCatalog[setting.isShared ? "" : catalog.name, default: [:]][setting.name] = value
    return setting
  }

  /// The categories to search; nil means the catalog's default.
  package func categories(of catalog: Catalog) -> [Category]? {
    byCatalog[catalog.name]?["categories"]?.split(separator: ",").compactMap { catalog.category(named: String($0)) }
  }

  package func limit(in catalog: Catalog) -> Int? { byCatalog[catalog.name]?["limit"].flatMap { Int($0) } }

  /// The default storefronts of `stores`, besides the current one.
  static let defaultStores = ["US", "GB", "DE", "FR", "JP", "AU", "CA"]

  /// The storefronts of `stores`, by default with the current one first.
  package func stores(of catalog: Catalog) -> [String] {
    if let chosen = byCatalog[catalog.name]?["stores"] {
      return chosen.uppercased().split(separator: ",").map(String.init)
    }
    let own = catalog.storefrontFilter.flatMap { filters(of: catalog)[$0] }?.uppercased()
    return (own.map { [$0] } ?? []) + Self.defaultStores.filter { $0 != own }
  }

  package func filters(of catalog: Catalog) -> [String: String] {
    let values = byCatalog[catalog.name] ?? [:]
    return catalog.filters.reduce(into: [:]) { $0[$1.name] = values[$1.name] ?? $1.defaultValue }
  }

  /// The names of the catalogs for `--everywhere` and `elsewhere`; nil means all.
  package var everywhere: [String]? {
    shared["everywhere"].flatMap { $0 == "all" ? nil : $0.split(separator: ",").map(String.init) }
  }

  /// Replaces the catalogs in `everywhere`, as typed, with their full names.
  /// - Parameter name: the full name for a typed one.
  package mutating func completeEverywhere(
    by name: (_ typed: String) throws(CommandError) -> String
  ) throws(CommandError) {
    guard let typed = everywhere else { return }
    let names = try typed.map { typed throws(CommandError) in try name(typed) }
    byCatalog["", default: [:]]["everywhere"] = names.unique.joined(separator: ",")
  }

  package var isTiled: Bool { shared["view"] == "tiles" }
  package var theme: String { shared["theme"] ?? "auto" }
  /// Whether the output is for a screen reader: one item per line, nothing redrawn.
  package var isForReader: Bool { shared["reader"] == "on" }
  package var showsHints: Bool { shared["hints"] != "off" && !isForReader }
  /// Whether item screens show the cover, which a screen reader cannot read.
  package var showsCovers: Bool { shared["covers"] == "on" && !isForReader }
  package var greets: Bool { shared["greeting"] != "off" }
  /// The path of the file for saving favourites; nil keeps them in memory.
  package var favoritesFile: String? { shared["favorites"].flatMap { $0 == "memory" ? nil : $0 } }
  /// The folder for files from `get`; nil means the default folder.
  package var downloads: String? { shared["downloads"] }
  package var previewsLive: Bool { shared["live"] == "on" && !isForReader }
  package var previewDelay: Duration { .milliseconds(shared["delay"].flatMap { Int($0) } ?? 500) }
  package var keepsAnswers: Bool { shared["cache"] != "off" }
  /// Whether a prompt shows expired answers while it fetches new ones.
  package var showsStale: Bool { shared["stale"] != "off" }
  package var page: PageLength {
    switch shared["page"] {
    case nil, "auto": .screenful
    case "off": .unlimited
    // More rows than any screen has, and small enough to add without overflow.
    case let rows?: Int(rows).map { .rows(min($0, 1_000_000)) } ?? .screenful
    }
  }
  /// The columns after the title; nil means chosen for the items.
  package var columns: [ItemField]? {
    shared["columns"]?.split(separator: ",").compactMap { ItemField.named(String($0)) }
  }

  package enum PageLength: Sendable, Equatable {
    case screenful, unlimited
    case rows(Int)
  }
}

/// One setting; a new one is an entry in the table of settings.
package struct Setting: Sendable {
  package let name: String
  package let meaning: String
  /// The default value, as shown.
  package let defaultValue: String
  /// Values to offer; empty if there are too many to list.
  package let values: [String]
  /// What a value means, if that is not obvious.
  package var valueTitles: [String: String] = [:]
  /// Whether it accepts several values, separated by commas.
  package var isList = false
  /// Whether it is a file or folder that liner then writes to.
  package var isPath = false
  /// An example value for help, if the other properties provide none.
  var ownExample: String?
  /// Whether it is the same in every catalog.
  package let isShared: Bool
  /// Its current value, in a reply about settings; nil means the default.
  package var value: String?
  /// The accepted values, in words; nil if they were not requested, or any value is accepted.
  package var accepted: String?
  fileprivate let checked: @Sendable (String, Catalog) throws -> String

  package var effectiveValue: String { value ?? defaultValue }

  /// Whether `default` is one of its values, so that it does not restore the default.
  package var acceptsDefaultAsValue: Bool { (values + valueTitles.values).contains { $0.lowercased() == "default" } }

  /// An example value for help: its own, or one that is not the default.
  package var example: String {
    ownExample ?? values.first { $0 != defaultValue && !defaultValue.split(separator: ",").contains($0[...]) } ?? values
      .first
      ?? "default"
  }

  /// Every setting of a catalog: first those for searching, then those for display.
  package static func all(in catalog: Catalog) -> [Setting] {
    [categories(of: catalog), limit(in: catalog)] + catalog.filters.map(filter)
      + [stores(in: catalog)].compactMap(\.self) + appearance
  }

  private static func stores(in catalog: Catalog) -> Setting? {
    guard catalog.features.contains(.stores), let filter = catalog.storefronts else { return nil }
    return Setting(
      name: "stores", meaning: "stores to compare prices in",
      defaultValue: Settings.defaultStores.joined(separator: ",").lowercased(),
      values: filter.allValues.map { $0.lowercased() },
      valueTitles: filter.valueTitles, isList: true, isShared: false
    ) { text, _ in try filter.storefronts(text).map { $0.lowercased() }.joined(separator: ",") }
  }

  /// The setting with that name, in full or by a unique prefix.
  /// - Parameter value: if only one of several accepts it, that one is meant: `set li 3` can only mean the limit.
  /// - Throws: `usage` if there is none, or several.
  package static func named(
    _ name: String, in catalog: Catalog, accepting value: String? = nil
  ) throws(CommandError) -> Setting {
    let all = all(in: catalog)
    let matches = all.match(name.wordKey, by: { [$0.name.wordKey] })
    if let setting = matches.only { return setting }
    let fitting = matches.filter { setting in value.map { (try? setting.checked($0, catalog)) != nil } ?? true }
    if let setting = fitting.only { return setting }
    _ = try matches.chosen(by: name, named: \.name)
    let names = WordList(all.map(\.name), otherWords: otherNames)
    throw .usage(.unknownSetting(name, nearest: names.suggestions(for: name).first))
  }

  /// Other names for our settings, including search options with the same meaning.
  private static let otherNames = [
    "favourites": "favorites", "in": "categories", "language": "lang", "storefront": "country", "color": "theme",
    "colour": "theme", "colors": "theme", "colours": "theme",
  ]

  /// The value as stored; nil for the default, which `default` restores unless it is a value.
  fileprivate func value(of text: String, in catalog: Catalog) throws(CommandError) -> String? {
    if text.lowercased() == "default", !acceptsDefaultAsValue { return nil }
    do { return try checked(text, catalog) } catch {
      let error = CommandError(error)
      if case .usage(.ambiguousWord) = error { throw error }
      if WordList(["default"]).match(text).only != nil { return nil }
      throw error
    }
  }

  private static func categories(of catalog: Catalog) -> Setting {
    let defaultValue = catalog.defaultCategories.map(\.name).joined(separator: ",")
    return Setting(
      name: "categories", meaning: "categories to search", defaultValue: defaultValue,
      values: catalog.searchable.map(\.name), isList: true, isShared: false
    ) { text, catalog in
      let chosen = try Category.list(text, in: catalog)
      let refused = chosen.filter { !$0.isSearchable }
      if !refused.isEmpty { throw catalog.noSearch(for: refused) }
      return chosen.map(\.name).joined(separator: ",")
    }
  }

  private static func limit(in catalog: Catalog) -> Setting {
    Setting(
      name: "limit", meaning: "results per category", defaultValue: "5 on home, else service default",
      values: [], ownExample: "30", isShared: false
    ) { text, catalog in String(try wholeNumber(text, of: "limit", in: 1...catalog.largestLimit)) }
  }

  private static func filter(_ filter: SearchFilter) -> Setting {
    Setting(
      name: filter.name, meaning: filter.meaning, defaultValue: filter.defaultValue ?? "service default",
      values: filter.allValues, valueTitles: filter.valueTitles, isShared: false
    ) { text, _ in try filter.checked(text) }
  }

  private static let appearance: [Setting] = [
    Setting(
      name: "everywhere", meaning: "catalogs that --everywhere searches", defaultValue: "all", values: ["all"],
      isList: true, ownExample: "itunes,deezer", isShared: true
    ) { text, _ throws(CommandError) in
      let names = text.lowercased().split { $0 == "," || $0 == " " }
      guard !names.isEmpty, names.joined().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
        throw .usage(.badValue(text, of: "everywhere", allowed: ["all", "names of catalogs"]))
      }
      return names.joined(separator: ",")
    },
    choice("view", "how lists are laid out", ["list", "tiles"]),
    choice("theme", "colours", ["auto", "light", "dark", "mono"]),
    choice("hints", "ghost text after the cursor", ["on", "off"]),
    choice("live", "preview searches as you type", ["off", "on"]),
    Setting(
      name: "delay", meaning: "milliseconds before a preview", defaultValue: "500", values: [], ownExample: "200",
      isShared: true
    ) { text, _ in String(try wholeNumber(text, of: "delay", in: 0...10_000)) },
    choice("greeting", "greeting line at the start", ["on", "off"]),
    Setting(
      name: "favorites", meaning: "file for saving favourites, or memory", defaultValue: "memory", values: ["memory"],
      isPath: true, ownExample: "~/favourites.jsonl", isShared: true
    ) { text, _ in
      text.lowercased() == "memory" ? "memory" : try path(text, of: "favorites", or: ["a file", "memory"])
    },
    choice("cache", "cache answers on disk, an hour or a day", ["on", "off"]),
    choice("stale", "show old answers while refreshing", ["on", "off"]),
    Setting(
      name: "downloads", meaning: "folder for files from get", defaultValue: "~/Downloads/liner", values: [],
      isPath: true, isShared: true
    ) { text, _ in try path(text, of: "downloads", or: ["a folder"]) },
    Setting(
      name: "page", meaning: "rows per page at the prompt", defaultValue: "auto", values: ["auto", "off"],
      ownExample: "off", isShared: true
    ) { text, _ throws(CommandError) in
      if let word = WordList(["auto", "off"]).match(text).only { return word }
      guard let rows = Int(text), rows > 0 else {
        throw .usage(.badValue(text, of: "page", allowed: ["auto", "off", "a number of rows"]))
      }
      return String(rows)
    },
    Setting(
      name: "columns", meaning: "list columns after the title", defaultValue: "chosen for the items",
      values: ItemField.columns.map(\.key), isList: true, isShared: true
    ) { text, _ in try ItemField.columns.list(text, for: "columns").map(\.key).unique.joined(separator: ",") },
    choice("covers", "show covers on item screens", ["off", "on"]),
    choice("reader", "for screen readers: one item per line", ["off", "on"]),
  ]

  private static func path(_ text: String, of name: String, or allowed: [String]) throws(CommandError) -> String {
    if text.allSatisfy(\.isWhitespace) { throw .usage(.badValue(text, of: name, allowed: allowed)) }
    return text
  }

  private static func choice(_ name: String, _ meaning: String, _ values: [String]) -> Setting {
    Setting(name: name, meaning: meaning, defaultValue: values[0], values: values, isShared: true) { text, _ in
      try WordList(values).resolve(text, for: name)
    }
  }

  static func wholeNumber(_ text: String, of name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .usage(.notAWholeNumber(text, of: name, range: range))
    }
    return number
  }
}

extension Catalog {
  /// The error for a catalog without a search, or without one for these categories, which says how to list them.
  func noSearch(for categories: [Category]) -> CommandError {
    let what = categories.isEmpty ? "search" : "search for " + categories.map(\.name.inQuotes).joined(separator: ", ")
    let homes = categories.isEmpty ? homes.map(\.name) : []
    let names = (categories.isEmpty ? self.categories : categories).filter(\.isListable).map(\.name) + homes
    let hint = names.isEmpty ? "" : "; try: " + names.map { "open \($0)" }.joined(separator: ", ")
    return .nothingHere(.feature(what + hint, catalog: title))
  }
}

extension Category {
  /// The categories named in a comma-separated list, each once, in the order of a home screen.
  static func list(_ text: String, in catalog: Catalog) throws(CommandError) -> [Category] {
    let lists = try text.split(separator: ",").map { word throws(CommandError) in
      try several(word.trimmingPrefix(while: \.isWhitespace), in: catalog)
    }
    let list = catalog.categories.filter(lists.joined().contains)
    if list.isEmpty { throw unknown(text, in: catalog) }
    return list
  }

  /// One category, the categories of a group such as `music`, or for `all` every one.
  private static func several(_ word: Substring, in catalog: Catalog) throws(CommandError) -> [Category] {
    let typed = String(word)
    if let group = catalog.groups[typed.wordKey] { return group }
    if typed.lowercased() == "all" { return catalog.searchable }
    let category = try catalog.match(category: typed).chosen(by: typed, named: \.name)
    guard let category else { throw unknown(typed, in: catalog) }
    return [category]
  }

  private static func unknown(_ typed: String, in catalog: Catalog) -> CommandError {
    let (known, inner) = (catalog.searchable.map(\.name), catalog.secondaryCategories.match(typed))
    return known.isEmpty || !inner.isEmpty
      ? catalog.noSearch(for: inner) : .usage(.unknownCategory(typed, catalog: catalog.title, known: known))
  }
}

extension String {
  /// A comma-separated list without the double quotes around its values.
  var unquotedList: String {
    guard contains("\"") else { return self }
    return split(separator: ",", omittingEmptySubsequences: false).map { value in
      let value = String(value).trimmed
      return value.count > 1 && value.first == "\"" && value.last == "\"" ? String(value.dropFirst().dropLast()) : value
    }
    .joined(separator: ",")
  }
}
