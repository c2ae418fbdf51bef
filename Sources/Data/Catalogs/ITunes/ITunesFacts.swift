import Domain

extension ITunesRow {
  /// Further facts about an item of this kind, in reading order; missing ones are omitted.
  func facts(of kind: String?) -> [Fact] {
    (kind.flatMap { Self.facts[$0] } ?? []).compactMap { label, value in
      fact(value, on: kind == "software" ? "iOS" : "macOS").map { Fact(label, $0) }
    }
  }

  /// By the service's word for the kind.
  private static let facts: [String: [(label: String, value: String)]] =
    EmbeddedFile.table("facts").lines.reduce(into: [:]) { facts, line in
      let cells = line.fields(separatedBy: UInt8(ascii: "\t"))
      for kind in cells[0].fields(separatedBy: UInt8(ascii: ",")) {
        facts[kind, default: []].append((cells[1], cells[2]))
      }
    }

  private func fact(_ value: String, on system: String) -> String? {
    switch value {
    case "place": place(integer(.trackNumber), of: integer(.trackCount))
    case "disc": (integer(.discCount) ?? 1) > 1 ? place(integer(.discNumber), of: integer(.discCount)) : nil
    case "stars": stars
    case "size": size
    case "languages": languages
    case "system": system
    case "updated": self[.currentVersionReleaseDate].flatMap(ReleaseDate.init)?.day
    case "requires": self[.minimumOsVersion].map { "\(system) \($0)" }
    // A video's price beside no album is its own.
    case "collectionPrice" where self[.collectionName] == nil: nil
    default: Key(rawValue: value).flatMap { value.hasSuffix("Price") ? money($0) : self[$0] }
    }
  }

  private func place(_ number: Int?, of count: Int?) -> String? {
    guard let number, number > 0 else { return nil }
    guard let count, count >= number else { return String(number) }
    return "\(number) of \(count)"
  }

  /// Prices of other forms. Zero, which podcasts have for all of them, means that the form does not exist.
  private func money(_ key: Key) -> String? { number(key) ?? 0 > 0 ? price(amount(key))?.text : nil }

  private var stars: String? {
    guard let average = number(.averageUserRating), (0...5).contains(average), integer(.userRatingCount) != 0 else {
      return nil
    }
    let stars = "\((average * 10).rounded() / 10) out of 5"
    guard let count = integer(.userRatingCount), count > 0 else { return stars }
    return stars + " (\(count.counted("rating")))"
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
    let codes = languageCodesISO2A.unique
    return codes.isEmpty ? nil : codes.joined(separator: ", ")
  }
}
