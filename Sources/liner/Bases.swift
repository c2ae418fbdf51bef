import Catalogs
import Domain
import Presentation

/// The base addresses of the services.
enum Bases {
  /// The environment without empty bases, which count as unset.
  /// - Throws: if a base is not a web address.
  static func checked(_ environment: [String: String]) throws(CommandError) -> [String: String] {
    let environment = environment.filter { !isVariable($0.key) || !$0.value.isEmpty }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) where isVariable(name) && !isBase(value) {
      throw .usage(.badValue(value, of: name, allowed: ["an address such as https://example.org"]))
    }
    return environment
  }

  /// A base must allow paths to be appended.
  private static func isBase(_ text: String) -> Bool {
    WebAddress(text) != nil && !text.contains("?") && !text.contains("#")
  }

  /// Whether a variable replaces a base, as `LINER_ITUNES_URL` does.
  static func isVariable(_ name: String) -> Bool { name.hasPrefix("LINER_") && name.hasSuffix("_URL") }

  static func itunes(_ environment: [String: String]) -> String { environment["LINER_ITUNES_URL"] ?? ITunesClient.home }
  static func charts(_ environment: [String: String]) -> String {
    environment["LINER_CHARTS_URL"] ?? ITunesClient.chartsHome
  }
}
