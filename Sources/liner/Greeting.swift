import Domain
import Presentation

/// The first line of a prompt: what this is, which catalog it asks, and what to type.
struct Greeting {
  var version: String
  var catalog: Catalog
  /// The name of the chosen storefront.
  var storefront: String?
  var isOffline: Bool
  /// How many favourites earlier sessions left unsaved.
  var left = 0

  /// - Parameter isForReader: whether a screen reader is in use.
  func text(width: Int?, isForReader: Bool) -> StyledText {
    var sentence = "liner \(version) · \(catalog.title)"
    if let storefront { sentence += " · \(storefront)" }
    if isOffline {
      let examples = catalog.charts != nil ? "charts, search vivaldi, seasons" : "search and open"
      sentence += " · offline: a small sample; try \(examples)"
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
