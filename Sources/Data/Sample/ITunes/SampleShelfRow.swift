/// Rows of e-books and apps, which have a `price` and no country.
extension SampleRecord {
  /// Without wrapperType; the description is HTML.
  func ebookFields(in market: SampleMarket) -> Fields {
    joined(
      trackNames(in: market),
      [
        ("kind", "ebook"), ("artistId", market.id(wireArtist)), ("artistIds", .array(ids(wireArtist, in: market))),
        ("artistName", .text(creator)), ("artistViewUrl", market.page("author", wireArtist)),
        ("trackViewUrl", market.page("book", id)),
        ("price", market.price(price())), ("currency", .text(market.front.currency.code)),
        ("description", .text(row["about"])), ("releaseDate", .text(released(in: market.store))),
        ("genres", .texts([row["genre"] ?? "Books", "Books"])), ("artworkUrl100", artwork(100)),
        ("fileSizeBytes", .int(200_000 + id % 977 * 1000)),
      ], ratings)
  }

  func appFields(in market: SampleMarket) -> Fields {
    let isForMac = row.note("mac") != nil
    let released = released(in: market.store)
    let languages = (row.note("languages") ?? "EN").split(separator: ",").map(String.init)
    let fields: Fields = [
      ("wrapperType", "software"), ("kind", .text(isForMac ? "mac-software" : "software")),
      ("artistId", market.id(wireArtist)), ("artistName", .text(creator)),
      ("artistViewUrl", market.page("developer", wireArtist)),
      ("trackViewUrl", market.page("app", id)), ("version", .text(row["version"])), ("price", market.price(price())),
      ("currency", .text(market.front.currency.code)), ("description", .text(row["about"]?.replacing("¶", with: "\n"))),
      ("releaseDate", .text(released)), ("currentVersionReleaseDate", .text(released)),
      ("minimumOsVersion", .text(isForMac ? "12.0" : "16.0")), ("fileSizeBytes", .text(row["bytes"])),
      ("sellerName", .text(creator)), ("primaryGenreName", .text(row["genre"])),
      ("genres", .texts([row["genre"] ?? "Music"])), ("contentAdvisoryRating", "4+"),
      ("languageCodesISO2A", .texts(languages)), ("artworkUrl512", artwork(512)),
    ]
    return joined(trackNames(in: market), fields, ratings)
  }

  /// From `4.5/120`: the average rating and the number of ratings. Both or neither.
  private var ratings: Fields {
    guard let stars = row["stars"]?.split(separator: "/").map(String.init), stars.count == 2 else { return [] }
    return [("averageUserRating", .digits(stars[0])), ("userRatingCount", .digits(stars[1]))]
  }
}
