import Wire
import Domain

import struct FoundationEssentials.Decimal

/// One place in a feed of the current generation, by its own names. Everything but lists is text there, even numbers.
struct CurrentChartRow: Sendable {
  private let json: JSONValue

  /// - Throws: why `json` contains no record.
  init(_ json: JSONValue, row: Int) throws(SkippedRow) { self.json = try json.record(atRow: row) }

  var id: String? { json["id"]?.key }
  var name: String? { json["name"]?.text }
  var artistName: String? { json["artistName"]?.text }
  var artistId: String? { json["artistId"]?.key }
  var artistUrl: String? { json["artistUrl"]?.text }
  var url: String? { json["url"]?.text }
  var artworkUrl100: String? { json["artworkUrl100"]?.text }
  /// A day; podcasts and their episodes have none.
  var releaseDate: String? { json["releaseDate"]?.text }
  var contentAdvisoryRating: String? { json["contentAdvisoryRating"]?.text }
  /// Music lists its parent genre last, named like the medium.
  var genre: String? { json["genres"]?.array?.lazy.compactMap { $0["name"]?.text }.first }
}

/// One place in a feed of the older generation, where every value is in a `label` or among `attributes`.
struct FormerChartRow: Sendable {
  private let json: JSONValue

  /// - Throws: why `json` contains no record.
  init(_ json: JSONValue, row: Int) throws(SkippedRow) { self.json = try json.record(atRow: row) }

  var id: String? { json["id"]?["attributes"]?["im:id"]?.key }
  var name: String? { label("im:name") }
  var artist: String? { label("im:artist") }
  var artistPage: String? { json["im:artist"]?["attributes"]?["href"]?.text }
  var collection: String? { json["im:collection"]?["im:name"]?["label"]?.text }
  var collectionPage: String? { json["im:collection"]?["link"]?["attributes"]?["href"]?.text }
  var page: String? { link { $0["rel"]?.text == "alternate" } ?? label("id") }
  /// Apps have a picture of themselves here instead.
  var preview: String? {
    link { $0["rel"]?.text == "enclosure" && $0["type"]?.text?.hasPrefix("image") != true }
  }
  /// The last is the largest.
  var image: String? { json["im:image"]?.array?.last?["label"]?.text }
  /// As text: `1.29000`.
  var amount: String? { json["im:price"]?["attributes"]?["amount"]?.key }
  var currency: String? { json["im:price"]?["attributes"]?["currency"]?.text }
  var rentalAmount: String? { json["im:rentalPrice"]?["attributes"]?["amount"]?.key }
  var itemCount: Int? { label("im:itemCount").flatMap { Int($0) } }
  var genre: String? { json["category"]?["attributes"]?["label"]?.text }
  var releaseDate: String? { label("im:releaseDate") }
  var rights: String? { label("rights") }
  var summary: String? { label("summary") }

  private func label(_ name: String) -> String? { json[name]?["label"]?.text }

  /// One link is an object; several are a list.
  private func link(where fits: (JSONValue) -> Bool) -> String? {
    (json["link"]?.array ?? [json["link"]].compactMap(\.self)).lazy
      .compactMap { $0["attributes"] }.first(where: fits)?["href"]?.text
  }
}

extension Item {
  /// A place in a feed of the current generation; nil without a name or an id.
  init?(_ row: CurrentChartRow, as category: ITunesCategory) {
    guard let name = row.name, let id = row.id else { return nil }
    self.init(id: .itunes(category.category.name, id), title: name)
    kind = category.kinds.first
    creator = row.artistName
    creatorID = row.artistId.map { .itunes("artist", $0) }
    creatorLink = row.artistUrl.flatMap(WebLink.init)
    link = row.url.flatMap(WebLink.init)
    albumID = category.whole(onPage: row.url)
    artwork = row.artworkUrl100.flatMap(WebLink.init)
    released = row.releaseDate.flatMap(ReleaseDate.init)
    genre = row.genre
    // Apple spells it "Explict".
    isExplicit = row.contentAdvisoryRating.map { $0.lowercased().hasPrefix("expl") }
  }

  /// A place in a feed of the older generation; nil without a name or an id.
  init?(_ row: FormerChartRow, as category: ITunesCategory) {
    guard let name = row.name, let id = row.id else { return nil }
    self.init(id: .itunes(category.category.name, id), title: name)
    kind = category.kinds.first
    creator = row.artist
    creatorID = row.artistPage.flatMap { ApplePage($0) }?.number.map { .itunes("artist", $0) }
    creatorLink = row.artistPage.flatMap(WebLink.init)
    link = row.page.flatMap(WebLink.init)
    let isPart = category.whole(onPage: row.collectionPage) != nil
    album = isPart ? row.collection : nil
    albumID = category.whole(onPage: row.collectionPage) ?? category.whole(onPage: row.page)
    artwork = row.image.flatMap(WebLink.init)
    preview = row.preview.flatMap(WebLink.init)
    price = Self.price(row.amount, row.currency)
    released = row.releaseDate.flatMap(ReleaseDate.init)
    genre = row.genre
    count = row.itemCount.flatMap { $0 >= 0 ? $0 : nil }
    description = row.summary.flatMap { PlainText(html: $0)?.text }
    if let rent = Self.price(row.rentalAmount, row.currency), rent.amount > 0 {
      facts.append(Fact("To rent", "\(rent.digits) \(rent.currency)"))
    }
    if category.level == .collection, let rights = row.rights { facts.append(Fact("Copyright", rights)) }
  }

  private static func price(_ amount: String?, _ currency: String?) -> Price? {
    guard let amount, let currency, let number = Decimal(string: amount), number >= 0 else { return nil }
    return Price(amount: number, currency: currency)
  }
}

extension ITunesCategory {
  /// The whole that a thing of this category is part of, from the address of its page: a song's leads to its album.
  fileprivate func whole(onPage address: String?) -> ItemID? {
    guard let page = address.flatMap({ ApplePage($0) }), let number = page.number else { return nil }
    switch (category.name, page.kind) {
    case ("song", "album"), ("music-video", "album"): return .itunes("album", number)
    case ("tv", "tv-season"): return .itunes("season", number)
    case ("episode", "podcast"): return .itunes("podcast", number)
    default: return nil
    }
  }
}
