import Wire
import Domain
import FoundationEssentials

extension Item {
  /// A place in a chart, by the names of either generation of feeds.
  ///
  /// In the current generation everything but lists is text, even numbers. In the older one every value is in a `label`
  /// or among `attributes`. No name has values of the same form in both.
  /// - Parameter host: another host of Apple's pages, that of the sample.
  /// - Throws: why the place cannot be shown.
  init(chartRow row: JSONValue, at rank: Int, as category: ITunesCategory, pagesOf host: String?) throws(SkippedRow) {
    func label(_ name: String) -> String? { row[name]?["label"]?.text }
    func attribute(_ attribute: String, of name: String) -> JSONValue? { row[name]?["attributes"]?[attribute] }
    // One link is an object; several are a list.
    func link(where fits: (JSONValue) -> Bool) -> String? {
      (row["link"]?.array ?? [row["link"]].compactMap(\.self)).lazy
        .compactMap { $0["attributes"] }.first(where: fits)?["href"]?.text
    }
    guard let name = row["name"]?.text ?? label("im:name") else { throw SkippedRow(row: rank, reason: "no title") }
    guard let id = row["id"]?.key ?? attribute("im:id", of: "id")?.key else {
      throw SkippedRow(row: rank, reason: "no id")
    }
    self.init(id: .itunes(category.category.name, id), title: name)
    kind = category.kinds.first
    creator = row["artistName"]?.text ?? label("im:artist")
    let artistPage = attribute("href", of: "im:artist")?.text
    // In the older generation it is only in the address of the artist's page.
    creatorID = (row["artistId"]?.key ?? artistPage.flatMap { ApplePage($0, orOf: host) }?.number).map {
      .itunes("artist", $0)
    }
    creatorLink = (row["artistUrl"]?.text ?? artistPage).flatMap(WebLink.init)
    let page = row["url"]?.text ?? link { $0["rel"]?.text == "alternate" } ?? label("id")
    self.link = page.flatMap(WebLink.init)
    let whole = category.whole(onPage: row["im:collection"]?["link"]?["attributes"]?["href"]?.text, orOf: host)
    album = whole == nil ? nil : row["im:collection"]?["im:name"]?["label"]?.text
    albumID = whole ?? category.whole(onPage: page, orOf: host)
    // In the older generation the last is the largest.
    artwork = (row["artworkUrl100"]?.text ?? row["im:image"]?.array?.last?["label"]?.text).flatMap(WebLink.init)
    // For apps, this is a picture instead.
    preview = link { $0["rel"]?.text == "enclosure" && $0["type"]?.text?.hasPrefix("image") != true }
      .flatMap(WebLink.init)
    let currency = attribute("currency", of: "im:price")?.text
    price = Self.price(attribute("amount", of: "im:price"), currency)
    // In the current generation a day; podcasts and their episodes have none.
    released = (row["releaseDate"]?.text ?? label("im:releaseDate")).flatMap(ReleaseDate.init)
    // The current generation lists the parent genre of music last, named like the medium.
    genre = row["genres"]?.array?.lazy.compactMap { $0["name"]?.text }.first ?? attribute("label", of: "category")?.text
    // Apple spells it "Explict".
    isExplicit = row["contentAdvisoryRating"]?.text.map { $0.lowercased().hasPrefix("expl") }
    count = label("im:itemCount").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    description = label("summary").flatMap { PlainText(html: $0)?.text }
    if let rent = Self.price(attribute("amount", of: "im:rentalPrice"), currency), rent.amount > 0 {
      facts.append(Fact("Rental price", rent.text))
    }
    if category.level == .collection, let rights = label("rights") { facts.append(Fact("Copyright", rights)) }
  }

  private static func price(_ amount: JSONValue?, _ currency: String?) -> Price? {
    guard let currency, let number = amount.flatMap({ Scalar($0)?.decimal }), number >= 0 else { return nil }
    return Price(amount: number, currency: currency)
  }
}

extension ITunesCategory {
  /// The whole that an item of this category is part of, from the address of its page: a song's contains its album.
  fileprivate func whole(onPage address: String?, orOf host: String?) -> ItemID? {
    guard let page = address.flatMap({ ApplePage($0, orOf: host) }), let number = page.number, let whole,
      page.category == whole
    else { return nil }
    return .itunes(whole, number)
  }
}
