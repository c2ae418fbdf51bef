extension Command {
  static let seasons = home(
    "seasons", summary: "music for spring, summer, autumn and winter",
    """
    Searches songs for each season, in the language of the storefront. seasons summer, or open summer on that screen, \
    shows all of one season.
    """)

  /// A command that goes to the catalog's home of shelves of the same name.
  private static func home(_ name: String, summary: String, _ explanation: String) -> Command {
    Command(name, "[NAME]", summary, explanation, example: name, argument: .shelf(home: name)) {
      arguments, _ throws(CommandError) in
      .go(.shelves(name, only: arguments.isEmpty ? nil : try arguments.plainText()))
    }
  }
}
