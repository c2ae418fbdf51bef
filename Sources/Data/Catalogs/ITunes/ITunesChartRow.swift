import Wire
import Domain

import struct FoundationEssentials.Decimal

/// One place in a feed of either generation, by the feeds' own names.
///
/// In the current generation everything but lists is text, even numbers. In the older one every value is in a `label`
/// or among `attributes`. No name has values of the same form in both.
struct ITunesChartRow: Sendable {
  private let json: JSONValue

  /// - Throws: why `json` contains no record.
  init(_ json: JSONValue, row: Int) throws(SkippedRow) { self.json = try json.record(atRow: row) }

  var id: String? { json["id"]?.key ?? json["id"]?["attributes"]?["im:id"]?.key }
  var name: String? { json["name"]?.text ?? label("im:name") }
  var artist: String? { json["artistName"]?.text ?? label("im:artist") }
  /// In the older generation it is only in the address of the artist's page.
  var artistID: String? { json["artistId"]?.key ?? formerArtistPage.flatMap { ApplePage($0) }?.number }
  var artistPage: String? { json["artistUrl"]?.text ?? formerArtistPage }
  var collection: String? { json["im:collection"]?["im:name"]?["label"]?.text }
  var collectionPage: String? { json["im:collection"]?["link"]?["attributes"]?["href"]?.text }
  var page: String? { json["url"]?.text ?? link { $0["rel"]?.text == "alternate" } ?? label("id") }
  /// For apps, this is a picture instead.
  var preview: String? {
    link { $0["rel"]?.text == "enclosure" && $0["type"]?.text?.hasPrefix("image") != true }
  }
  /// In the older generation the last is the largest.
  var image: String? { json["artworkUrl100"]?.text ?? json["im:image"]?.array?.last?["label"]?.text }
  /// As text: `1.29000`.
  var amount: String? { json["im:price"]?["attributes"]?["amount"]?.key }
  var currency: String? { json["im:price"]?["attributes"]?["currency"]?.text }
  var rentalAmount: String? { json["im:rentalPrice"]?["attributes"]?["amount"]?.key }
  var itemCount: Int? { label("im:itemCount").flatMap { Int($0) } }
  /// The current generation lists the parent genre of music last, named like the medium.
  var genre: String? {
    json["genres"]?.array?.lazy.compactMap { $0["name"]?.text }.first ?? json["category"]?["attributes"]?["label"]?.text
  }
  /// In the current generation a day; podcasts and their episodes have none.
  var releaseDate: String? { json["releaseDate"]?.text ?? label("im:releaseDate") }
  var contentAdvisoryRating: String? { json["contentAdvisoryRating"]?.text }
  var rights: String? { label("rights") }
  var summary: String? { label("summary") }

  private var formerArtistPage: String? { json["im:artist"]?["attributes"]?["href"]?.text }

  private func label(_ name: String) -> String? { json[name]?["label"]?.text }

  /// One link is an object; several are a list.
  private func link(where fits: (JSONValue) -> Bool) -> String? {
    (json["link"]?.array ?? [json["link"]].compactMap(\.self)).lazy
      .compactMap { $0["attributes"] }.first(where: fits)?["href"]?.text
  }
}

extension Item {
  /// A place in a chart; nil without a name or an id.
  init?(_ row: ITunesChartRow, as category: ITunesCategory) {
    guard let name = row.name, let id = row.id else { return nil }
    self.init(id: .itunes(category.category.name, id), title: name)
    kind = category.kinds.first
    creator = row.artist
    creatorID = row.artistID.map { .itunes("artist", $0) }
    creatorLink = row.artistPage.flatMap(WebLink.init)
    link = row.page.flatMap(WebLink.init)
    let whole = category.whole(onPage: row.collectionPage)
    album = whole == nil ? nil : row.collection
    albumID = whole ?? category.whole(onPage: row.page)
    artwork = row.image.flatMap(WebLink.init)
    preview = row.preview.flatMap(WebLink.init)
    price = Self.price(row.amount, row.currency)
    released = row.releaseDate.flatMap(ReleaseDate.init)
    genre = row.genre
    // Apple spells it "Explict".
    isExplicit = row.contentAdvisoryRating.map { $0.lowercased().hasPrefix("expl") }
    count = row.itemCount.flatMap { $0 >= 0 ? $0 : nil }
    description = row.summary.flatMap { PlainText(html: $0)?.text }
    if let rent = Self.price(row.rentalAmount, row.currency), rent.amount > 0 {
      facts.append(Fact("To rent", rent.text))
    }
    if category.level == .collection, let rights = row.rights { facts.append(Fact("Copyright", rights)) }
  }

  private static func price(_ amount: String?, _ currency: String?) -> Price? {
    guard let amount, let currency, let number = Decimal(string: amount), number >= 0 else { return nil }
    return Price(amount: number, currency: currency)
  }
}

extension ITunesCategory {
  /// The whole that an item of this category is part of, from the address of its page: a song's contains its album.
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
