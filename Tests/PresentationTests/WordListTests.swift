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
    ("title", WordMatch<String>.one("title")), ("TI", .one("title")), ("c", .several(["creator", "count"])),
    ("cr", .one("creator")), ("of", .one("off")), ("o", .several(["on", "off"])), ("on", .one("on")),
    ("rate_l", .one("rate-limited")), ("titel", .none), ("zzz", .none), ("", .none), ("-", .none),
  ])
  func `a word is chosen in full or by a unique prefix`(typed: String, found: WordMatch<String>) {
    #expect(Self.keys.match(typed) == found)
  }

  @Test(arguments: [
    ("de", WordMatch<String>.one("DE")), ("germ", .one("DE")), ("united k", .one("GB")), ("UNITED KINGDOM", .one("GB")),
    ("united", .several(["AE", "GB", "US"])), ("uk", .none), ("ja", .none),
    ("jap", .one("JP")), ("jápan", .one("JP")), ("germny", .none), ("j", .several(["JM", "JP"])),
    ("atlantis", .none),
  ])
  func `two letters are a code, never the prefix of a name`(typed: String, found: WordMatch<String>) {
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
