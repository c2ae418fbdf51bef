import Domain
import FoundationEssentials

extension ITunesRow {
  /// Further facts about an item of this kind, in reading order; missing ones are omitted.
  func facts(of kind: String?) -> [Fact] {
    let system = kind == "software" ? "iOS" : "macOS"
    let table: [(String, String?)] =
      switch kind {
      case "song", "music-video":
        [
          ("Album", self[.collectionName]), ("Track", place(integer(.trackNumber), of: integer(.trackCount))),
          ("Disc", disc),
          ("Album price", money(amount(.collectionPrice))),
        ]
      case "tv-episode":
        [
          ("Season", self[.collectionName]), ("Episode", place(integer(.trackNumber), of: integer(.trackCount))),
          ("Season price", money(amount(.collectionPrice))), ("HD price", money(amount(.trackHdPrice))),
        ]
      case "feature-movie":
        [
          ("Part of", self[.collectionName]), ("Rental price", money(amount(.trackRentalPrice))),
          ("HD price", money(amount(.trackHdPrice))),
          ("HD rental price", money(amount(.trackHdRentalPrice))),
        ]
      case "podcast-episode": [("Podcast", self[.collectionName]), ("Format", self[.episodeFileExtension])]
      case "Album": [("Copyright", self[.copyright])]
      case "TV Season": [("HD price", money(amount(.collectionHdPrice))), ("Copyright", self[.copyright])]
      case "audiobook": [("Copyright", self[.copyright])]
      case "ebook": [("Stars", stars), ("Size", size)]
      case "software", "mac-software":
        [
          ("Platform", system), ("Version", self[.version]),
          ("Updated", self[.currentVersionReleaseDate].flatMap(ReleaseDate.init)?.day),
          ("Requires", self[.minimumOsVersion].map { "\(system) \($0)" }),
          ("Size", size), ("Stars", stars), ("Seller", self[.sellerName]), ("Languages", languages),
        ]
      default: []
      }
    return table.compactMap { label, value in value.map { Fact(label, $0) } }
  }

  private func place(_ number: Int?, of count: Int?) -> String? {
    guard let number, number > 0 else { return nil }
    guard let count, count >= number else { return String(number) }
    return "\(number) of \(count)"
  }

  private var disc: String? {
    (integer(.discCount) ?? 1) > 1 ? place(integer(.discNumber), of: integer(.discCount)) : nil
  }

  /// Prices of other forms. Zero, which podcasts have for all of them, means that the form does not exist.
  private func money(_ amount: Decimal?) -> String? {
    amount.flatMap { $0 > 0 ? price($0)?.text : nil }
  }

  private var stars: String? {
    guard let average = number(.averageUserRating), (0...5).contains(average), integer(.userRatingCount) != 0 else {
      return nil
    }
    let stars = "\((average * 10).rounded() / 10) out of 5"
    guard let count = integer(.userRatingCount), count > 0 else { return stars }
    return stars + " (\(Price.grouped(String(count))) \(count == 1 ? "rating" : "ratings"))"
  }

  /// A number of bytes, sent as a string.
  private var size: String? {
    guard let bytes = id(.fileSizeBytes).flatMap(Double.init), bytes > 0, bytes < 1e15 else { return nil }
    return switch bytes {
    case 1e9...: "\((bytes / 1e8).rounded() / 10) GB"
    case 1e6...: "\((bytes / 1e5).rounded() / 10) MB"
    default: "\(Int((bytes / 1e3).rounded(.up))) kB"
    }
  }

  /// A code may occur twice, such as ZH for both scripts.
  private var languages: String? {
    var seen: Set<String> = []
    let codes = languageCodesISO2A.filter { seen.insert($0).inserted }
    return codes.isEmpty ? nil : codes.joined(separator: ", ")
  }
}
