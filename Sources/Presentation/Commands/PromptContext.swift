package import Domain

/// What completion and hints go by: the session as it is while a line is typed.
package struct PromptContext: Sendable {
  package var screen: Screen
  /// The one in force.
  package var catalog: Catalog
  /// The one that the screen is of, whose categories `open` takes.
  package var screenCatalog: Catalog
  package var catalogs: [Catalog]
  package var settings: Settings
  package var searches: SearchHistory
  /// Lines typed before, the newest last.
  package var lines: [String]
  /// Those of them that failed, and are not offered.
  package var failedLines: Set<String>
  /// The paths that begin with what is given, folders with a slash at their end.
  package var files: @Sendable (String) -> [String]

  package init(
    screen: Screen, catalog: Catalog, screenCatalog: Catalog? = nil, catalogs: [Catalog]? = nil,
    settings: Settings = Settings(),
    searches: SearchHistory = SearchHistory(), lines: [String] = [],
    failedLines: Set<String> = [],
    files: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) {
    self.screen = screen
    self.catalog = catalog
    self.screenCatalog = screenCatalog ?? catalog
    self.catalogs = catalogs ?? [catalog]
    self.settings = settings
    self.searches = searches
    self.lines = lines
    self.failedLines = failedLines
    self.files = files
  }
}
