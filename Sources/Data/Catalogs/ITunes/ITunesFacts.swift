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
          ("Album", collectionName), ("Track", place(trackNumber, of: trackCount)), ("Disc", disc),
          ("Album price", money(collectionPrice)),
        ]
      case "tv-episode":
        [
          ("Season", collectionName), ("Episode", place(trackNumber, of: trackCount)),
          ("Season price", money(collectionPrice)), ("HD price", money(trackHdPrice)),
        ]
      case "feature-movie":
        [
          ("Part of", collectionName), ("Rental price", money(trackRentalPrice)), ("HD price", money(trackHdPrice)),
          ("HD rental price", money(trackHdRentalPrice)),
        ]
      case "podcast-episode": [("Podcast", collectionName), ("Format", episodeFileExtension)]
      case "Album": [("Copyright", copyright)]
      case "TV Season": [("HD price", money(collectionHdPrice)), ("Copyright", copyright)]
      case "audiobook": [("Copyright", copyright)]
      case "ebook": [("Stars", stars), ("Size", size)]
      case "software", "mac-software":
        [
          ("Platform", system), ("Version", version),
          ("Updated", currentVersionReleaseDate.flatMap(ReleaseDate.init)?.day),
          ("Requires", minimumOsVersion.map { "\(system) \($0)" }),
          ("Size", size), ("Stars", stars), ("Seller", sellerName), ("Languages", languages),
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

  private var disc: String? { (discCount ?? 1) > 1 ? place(discNumber, of: discCount) : nil }

  /// Prices of other forms. Zero, which podcasts have for all of them, means that the form does not exist.
  private func money(_ amount: Decimal?) -> String? {
    amount.flatMap { $0 > 0 ? price($0)?.text : nil }
  }

  private var stars: String? {
    guard let average = averageUserRating, (0...5).contains(average), userRatingCount != 0 else { return nil }
    let stars = "\((average * 10).rounded() / 10) out of 5"
    guard let count = userRatingCount, count > 0 else { return stars }
    return stars + " (\(Price.grouped(String(count))) \(count == 1 ? "rating" : "ratings"))"
  }

  /// A number of bytes, sent as a string.
  private var size: String? {
    guard let bytes = fileSizeBytes.flatMap(Double.init), bytes > 0, bytes < 1e15 else { return nil }
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
