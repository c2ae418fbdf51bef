/// The long options of the program itself, which stand before a command.
package enum ProgramOptions {
  /// Those without a value.
  package static let withoutValue: Set = [
    "interactive", "offline", "echo", "keep-going", "force", "no-cache", "shell", "step", "generate-manual", "no-rc",
    "strict", "version", "help",
  ]

  /// Those that take the next word.
  package static let withValue: Set = [
    "command", "catalog", "set", "output", "color", "favorites", "record", "replay", "rate", "wait", "var", "timeout",
    "log-level", "log-file", "pace", "cast", "generate-completion-script",
  ]

  /// - Parameter option: with its dashes.
  static func contains(_ option: String) -> Bool {
    let name = String(option.dropFirst(2))
    return option.hasPrefix("--") && (withoutValue.contains(name) || withValue.contains(name))
  }

  static func example(of option: String) -> String {
    if option == "--output" { return "--output json" }
    return withValue.contains(String(option.dropFirst(2))) ? option + " VALUE" : option
  }
}
