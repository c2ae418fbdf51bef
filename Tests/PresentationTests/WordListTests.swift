import Domain
import Presentation
import Testing

struct WordListTests {
  private static let keys = WordList(["title", "creator", "count", "rate-limited", "on", "off"])
  private static let stores = WordList(
    ["AE", "DE", "GB", "JM", "JP", "US"],
    titles: [
      "AE": "United Arab Emirates", "DE": "Germany", "GB": "United Kingdom", "JM": "Jamaica", "JP": "Japan",
      "US": "United States",
    ], shortestTitle: 3, otherWords: ["uk": "GB"], hasCountries: true)

  @Test(arguments: [
    ("title", ["title"]), ("TI", ["title"]), ("c", ["creator", "count"]),
    ("cr", ["creator"]), ("of", ["off"]), ("o", ["on", "off"]), ("on", ["on"]),
    ("rate_l", ["rate-limited"]), ("titel", []), ("zzz", []), ("", []), ("-", []),
  ])
  func `a word is chosen in full or by a unique prefix`(typed: String, found: [String]) {
    #expect(Self.keys.match(typed) == found)
  }

  @Test(arguments: [
    ("de", ["DE"]), ("germ", ["DE"]), ("united k", ["GB"]), ("UNITED KINGDOM", ["GB"]),
    ("united", ["AE", "GB", "US"]), ("uk", []), ("ja", []),
    ("jap", ["JP"]), ("jápan", ["JP"]), ("germny", []), ("j", ["JM", "JP"]),
    ("atlantis", []),
  ])
  func `two letters are a code, never the prefix of a name`(typed: String, found: [String]) {
    #expect(Self.stores.match(typed) == found)
  }

  @Test(arguments: [
    ("uk", ["GB"]), ("ja", ["JM", "JP"]), ("germny", ["DE"]), ("atlantis", []), ("", []),
  ])
  func `a word that matches nothing gets suggestions`(typed: String, meant: [String]) {
    #expect(Self.stores.suggestions(for: typed) == meant)
  }

  @Test(arguments: [
    ("united", "\"united\" could be ae (United Arab Emirates), gb (United Kingdom) or us (United States)"),
    ("uk", "country cannot be \"uk\"; did you mean gb (United Kingdom)?"),
    ("atlantis", "country cannot be \"atlantis\"; use AE, DE, GB, JM, JP or US"),
  ])
  func `an invalid value is refused with the valid ones`(typed: String, sentence: String) {
    do throws(CommandError) {
      Issue.record("\(try Self.stores.resolve(typed, for: "country"))")
    } catch {
      #expect(ErrorMessages.sentence(for: error) == sentence)
    }
  }
}
