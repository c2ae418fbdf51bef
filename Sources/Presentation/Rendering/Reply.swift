package import Domain

/// The reply of a command; each output format renders it in its own way. Large cases are `indirect`, so that small ones
/// are cheap to copy.
package enum Reply: Sendable {
  indirect case screen(Screen)
  case starred([StarResult])
  case lists([(name: String, count: Int)])
  /// The screens' headings from the first to the current one, and those that `forward` leads to, the next one first.
  indirect case trail([String], ahead: [String])
  indirect case catalogs([CatalogSummary], current: String)
  indirect case catalogChecked(CatalogSummary, path: String)
  indirect case report(CatalogReport)
  /// Each with its current value.
  case settings([Setting])
  case help([Command], settings: [Setting])
  case topic(HelpTopic)
  /// A command, and the settings it can change with their accepted values.
  indirect case commandHelp(Command, settings: [Setting])
  indirect case exported(Export)
  /// A shell command that read the screen's items, and its output; nil if it was shown as it arrived.
  indirect case piped(command: String, output: [UInt8]?)
  /// How many items of a file are new favourites, how many were favourites already, and how many have an address that
  /// is not http or https.
  case imported(new: Int, known: Int, skipped: Int)
  case history([String])
  indirect case itemAction(ItemAction.Report)
  case limits([RequestBudget])
  case downloads([DownloadRecord])
  indirect case explained(Explanation)
  /// The command succeeded and prints nothing.
  case done
}

/// Why a command changed nothing.
package enum Unchanged: Sendable, Equatable {
  case filter, noFilter, order, noOrder, firstScreen, noFurther
  case catalog(String)
  case setting(String, value: String)
}
