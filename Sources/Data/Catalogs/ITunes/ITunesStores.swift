import Wire
package import Domain

extension ITunesClient {
  /// Looks for `item` by its own number. Music, films and books have other numbers elsewhere, so then by the barcode
  /// of its cover, and by a search. What these find is likely the same, and marked so.
  package func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale {
    guard let category = ITunesCategory.named(item.id.category) else { return .notFound }
    if let same = try await sameNumber(as: item, category, in: storefront, filters: filters) {
      return .found(same.matched(.id))
    }
    if category.keepsNumbers { return .notSold }
    let work = Work(item)
    // An unknown barcode is no reason not to search.
    if let likely = try? await sameBarcode(as: item, work, in: storefront, filters: filters) {
      return .found(likely.matched(.likely))
    }
    let term = [item.creator, item.title].compactMap(\.self).joined(separator: " ")
    let query = [
      ("term", term), ("media", category.media.rawValue), ("entity", category.entity), ("limit", "10"),
    ]
    let found = try await records(
      ofSearch: query + Self.place(storefront, filters), storefront: storefront, category: category)
    return work.best(of: found.items).map { .found($0.matched(.likely)) } ?? .notFound
  }

  private func sameNumber(
    as item: Item, _ category: ITunesCategory, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    guard item.id.key.isCatalogueNumber else { return nil }
    var lookup = ITunesLookup(key: item.id.key)
    if !category.isLookedUp {
      // An episode is listed only with its podcast.
      guard let whole = item.albumID else { return nil }
      lookup = ITunesLookup(key: whole.key, entity: category.entity)
    }
    return try await records(of: lookup, storefront: storefront, filters: filters, as: category).entry(of: item.id)
  }

  private func sameBarcode(
    as item: Item, _ work: Work, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    guard ["album", "song"].contains(item.id.category), let barcode = item.artwork?.barcode else { return nil }
    let isAlbum = item.id.category == "album"
    let lookup = ITunesLookup(parameter: "upc", key: barcode, entity: isAlbum ? nil : "song")
    let found = try await records(of: lookup, storefront: storefront, filters: filters, as: .song)
    let items = found.items.filter { $0.id.category == item.id.category }
    if isAlbum { return items.first { work.hasSameParts(as: $0) } }
    return items.first { $0.track == item.track && $0.disc == item.disc && work.isAsLong(as: $0) == true }
  }
}

extension Item {
  fileprivate func matched(_ match: Match) -> Item {
    var item = self
    item.match = match
    return item
  }
}

/// What identifies a work if its number does not.
private struct Work {
  private let item: Item
  private let title: ComparableTitle
  private let creators: Set<String>

  init(_ item: Item) {
    self.item = item
    title = ComparableTitle(item.title)
    creators = ComparableTitle.creators(in: item.creator ?? "")
  }

  /// The best candidate; nil if none fits.
  func best(of candidates: [Item]) -> Item? {
    candidates.filter(fits).min { a, b in remoteness(of: a) < remoteness(of: b) }
  }

  private func fits(_ other: Item) -> Bool {
    guard title.resembles(ComparableTitle(other.title)),
      creators.isEmpty || !creators.isDisjoint(with: ComparableTitle.creators(in: other.creator ?? "")),
      hasSameParts(as: other)
    else { return false }
    // A known length overrules dates, because re-issues have dates of their own.
    if let isAsLong = isAsLong(as: other) { return isAsLong }
    guard let year = item.released.flatMap({ Int($0.year) }), let other = other.released.flatMap({ Int($0.year) })
    else { return true }
    return abs(year - other) <= 1
  }

  /// Nil if either length is unknown.
  func isAsLong(as other: Item) -> Bool? {
    guard let one = item.duration, let two = other.duration else { return nil }
    // Films are cut and measured slightly differently.
    let tolerance = item.id.category == "movie" ? 60.0 : 2.0
    return abs((one - two) / .seconds(1)) <= tolerance
  }

  func hasSameParts(as other: Item) -> Bool {
    guard let one = item.count, let two = other.count else { return true }
    return one == two
  }

  private func remoteness(of other: Item) -> (Int, Double, String) {
    let isOtherEdition = other.isExplicit != nil && item.isExplicit != nil && other.isExplicit != item.isExplicit
    let distance = item.duration.flatMap { one in other.duration.map { abs((one - $0) / .seconds(1)) } } ?? 0
    return (isOtherEdition ? 1 : 0, distance, other.released?.text ?? "")
  }
}

/// A title for comparison: lower-case letters and digits, without diacritics.
struct ComparableTitle {
  private let whole: [Unicode.Scalar]
  /// Without the text in brackets.
  private let core: [Unicode.Scalar]
  private let versions: Set<String>

  init(_ title: String) {
    let folded = Self.folded(title)
    whole = Array(folded.unicodeScalars.prefix(Self.longest))
    core = Array(Self.folded(Self.withoutBrackets(title)).unicodeScalars.prefix(Self.longest))
    versions = Set(folded.split(separator: " ").map(String.init)).intersection(Self.versionWords)
  }

  /// Whether at least 87 of 100 letters are the same, with or without brackets, and the version is of the same kind.
  func resembles(_ other: ComparableTitle) -> Bool {
    guard versions == other.versions else { return false }
    return [(whole, other.whole), (core, other.core)].contains { Self.likeness($0, $1) >= 0.87 }
  }

  /// The creators that `text` names: `A & B feat. C` names three.
  static func creators(in text: String) -> Set<String> {
    var names: Set<String> = []
    var name: [Substring] = []
    let spaced = text.replacing("&", with: " , ").replacing(",", with: " , ").replacing(";", with: " , ")
    for word in (spaced + " ,").split(separator: " ") {
      if [",", "feat.", "feat", "featuring", "ft.", "and", "with", "x"].contains(word.lowercased()) {
        let folded = folded(name.joined(separator: " "))
        if !folded.isEmpty { names.insert(folded) }
        name = []
      } else {
        name.append(word)
      }
    }
    return names
  }

  private static let versionWords: Set = ["live", "extended", "mixed", "mix", "remix", "karaoke", "instrumental"]
  /// Enough to tell titles apart; comparing costs the product of both lengths.
  private static let longest = 120

  private static func withoutBrackets(_ text: String) -> String {
    var depth = 0
    return text.filter { character in
      if "([".contains(character) { depth += 1 }
      defer { if ")]".contains(character) { depth = max(0, depth - 1) } }
      return depth == 0
    }
  }

  private static func folded(_ text: String) -> String {
    var folded = ""
    for scalar in text.folded.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark: break
      case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .spacingMark:
        folded.unicodeScalars.append(scalar)
      // An apostrophe belongs to its word.
      case .otherPunctuation where scalar == "'": break
      case .finalPunctuation where scalar == "’": break
      default: if folded.last != " " { folded += " " }
      }
    }
    return folded.split(separator: " ").joined(separator: " ")
  }

  /// How much of the longer title remains when one is edited into the other.
  private static func likeness(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Double {
    guard !a.isEmpty, !b.isEmpty else { return 0 }
    if a == b { return 1 }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let edited = x == y ? diagonal : 1 + Swift.min(diagonal, row[j], row[j + 1])
        diagonal = row[j + 1]
        row[j + 1] = edited
      }
    }
    return 1 - Double(row[b.count]) / Double(max(a.count, b.count))
  }
}
