import ArgumentParser
import Presentation
import Terminal

/// The options of the program, checked by their types.
struct Options: ParsableArguments {
  @Option(name: [.customShort("c"), .long], help: "Run TEXT, then exit; repeatable.")
  var command: [String] = []

  @Flag(name: .shortAndLong, help: "Stay at the prompt after --command or scripts.")
  var interactive = false

  @Flag(help: "Answer from the embedded sample catalog; nothing leaves the machine.")
  var offline = false

  @Option(help: "The catalog to begin with.")
  var catalog = "itunes"

  @Option(
    name: .customLong("set"), help: ArgumentHelp("Any setting of the set command; repeatable.", valueName: "name=value")
  )
  var settings: [String] = []

  @Option(help: "The form of the results.")
  var output = OutputForm.text

  @Option(help: "When to use colour: auto, always or never.")
  var color = Appearance.Colors.auto

  @Flag(help: "Print each command behind the prompt before its output.")
  var echo = false

  @Flag(help: "Go on after a failing command.")
  var keepGoing = false

  @Option(help: ArgumentHelp("Load favourites from FILE and save them there.", valueName: "file"))
  var favorites: String?

  @Option(help: "Requests a minute towards one host: a number, or off.")
  var rate = Rate(perMinute: 20)

  @Option(help: "Seconds that a request may take.")
  var timeout = 15.0

  @Flag(help: "Skip the linerc file when the prompt starts.")
  var noRc = false

  @Argument(help: "Scripts to run; without one, commands come from the terminal or the pipe.")
  var scripts: [String] = []

  func validate() throws {
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout takes seconds from 0 to 3600, not \(timeout)")
    }
  }

  /// How many requests a minute one host is sent; nil for any number.
  struct Rate: ExpressibleByArgument {
    let perMinute: Int?

    init(perMinute: Int?) { self.perMinute = perMinute }

    init?(argument: String) {
      if argument.lowercased() == "off" {
        perMinute = nil
      } else if let number = Int(argument), (1...100_000).contains(number) {
        perMinute = number
      } else {
        return nil
      }
    }

    var defaultValueDescription: String { perMinute.map(String.init) ?? "off" }
  }
}

extension OutputForm: ExpressibleByArgument {}
extension Appearance.Colors: ExpressibleByArgument {}
