package import Domain

/// What a command has to say; each output form renders it in its own way.
///
/// What is large is kept apart (`indirect`), so that handing on the small ones costs little.
package enum Reply: Sendable {
  indirect case screen(Screen)
  case starred([Starred])
  case lists([FavoritesList])
  /// The screens' headings from the first to the present one, and those that `forward` leads to, the next one first.
  indirect case trail([String], ahead: [String])
  indirect case catalogs([CatalogSummary], current: String)
  indirect case catalogChecked(CatalogSummary, path: String)
  case catalogText([UInt8])
  case settings([SettingValue])
  case help([Command], settings: [Setting])
  case topic(HelpTopic)
  /// A command, and what it can set with the values that are accepted.
  indirect case commandHelp(Command, settings: [SettingValue])
  indirect case exported(Export)
  indirect case piped(Piped)
  case history([String])
  indirect case errand(DesktopErrand.Report)
  case limits([RequestBudget])
  case downloads([KeptDownload])
  indirect case explained(Explanation)
  /// The command has done its work silently.
  case done
}

/// Why a command that was carried out left everything as it was.
package enum Unchanged: Sendable, Equatable {
  case filter, noFilter, order, noOrder, firstScreen
  case catalog(String)
  case setting(String, value: String)
}

/// A setting as it stands.
package struct SettingValue: Sendable, Equatable {
  package let name: String
  /// nil: at its standard.
  package let value: String?
  package let standard: String
  package let meaning: String
  /// What it can be, in words; nil where that was not asked for, or anything will do.
  package var accepted: String?

  /// What is in force.
  package var inForce: String { value ?? standard }
}

/// What a command of the shell made of a screen's items.
package struct Piped: Sendable, Equatable {
  package let command: String
  /// nil where it was shown as it came.
  package let output: [UInt8]?
}
