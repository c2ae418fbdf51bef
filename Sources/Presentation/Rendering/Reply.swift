package import Domain

/// What a command has to say; each output form renders it in its own way.
package enum Reply: Sendable {
  indirect case screen(Screen)
  /// Items that came to the favourites or went.
  case starred([Starred])
  case trail([String])
  case catalogs([Catalog], current: String)
  case settings([SettingValue])
  case help([Command])
  case commandHelp(Command)
  case exported(Export)
  /// What was searched for, newest first.
  case history([String])
  case errand(DesktopErrand.Outcome)
  case limits([RequestBudget])
  case explained(Explanation)
  /// The command has done its work silently.
  case done
}

/// A setting as it stands.
package struct SettingValue: Sendable, Equatable {
  package let name: String
  /// nil: at its standard.
  package let value: String?
  package let standard: String
  package let meaning: String
}
