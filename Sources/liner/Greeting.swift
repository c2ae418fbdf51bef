import Domain
import Presentation

/// The first line of a prompt: what this is, which catalog it asks, and what to type.
struct Greeting {
  var version: String
  var catalog: Catalog
  /// The name of the storefront that is asked; nil if the catalog has none.
  var storefront: String?
  /// A term that the sample answers; nil if the services answer.
  var sampleTerm: String?
  /// How many favourites earlier sessions left unsaved.
  var left = 0

  /// - Parameter isForReader: whether a screen reader is in use.
  func text(width: Int?, isForReader: Bool) -> StyledText {
    var sentence = "liner \(version) · \(catalog.title)"
    if let storefront { sentence += " · \(storefront)" }
    if let sampleTerm {
      let others = [catalog.charts.map { _ in "charts" }, catalog.homes.first { $0.name == "seasons" }?.name]
      let examples = (["search \(sampleTerm)"] + others.compactMap(\.self)).joined(separator: ", ")
      sentence += " · --offline: a small sample; try \(examples)"
    }
    sentence += " · help lists the commands"
    if isForReader { sentence = StyledText.spoken(sentence) }
    var text = StyledText()
    text.append(wrapping: sentence, .faint, width: width)
    if left > 0 {
      let favorites = left == 1 ? "1 favourite" : "\(left) favourites"
      text.append(wrapping: "\(favorites) from earlier sessions: favs earlier", .faint, width: width)
    }
    return text
  }
}
