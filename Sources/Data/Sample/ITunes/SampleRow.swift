/// Records as the rows of an answer: the keys that the service sends for each kind, and those it leaves out.
extension SampleRecord {
  func wireRow(in store: SampleStore) -> SampleJSON {
    let common = commonFields(in: store)
    return switch kind {
    case .musicArtist, .author, .developer, .show: .object(artistFields)
    case .album: .object(common + albumFields(in: store))
    case .song: .object(common + songFields(in: store))
    case .musicVideo: .object(common + musicVideoFields)
    case .podcast: .object(common + podcastFields(in: store))
    case .podcastEpisode: .object(podcastEpisodeFields(in: store))
    case .tvSeason: .object(common + tvSeasonFields(in: store))
    case .tvEpisode: .object(common + tvEpisodeFields(in: store))
    case .movie: .object(common + movieFields)
    case .audiobook: .object(common + audiobookFields)
    case .ebook: .object(ebookFields(in: store))
    case .software: .object(appFields(in: store))
    }
  }

  typealias Fields = [(String, SampleJSON)]

  /// ISO 8601; the parts of an album or season came out with it where they have no date of their own.
  func released(in store: SampleStore) -> String? {
    (row["date"] ?? store.record(parent)?.row["date"]).map { date in
      // The form of the store's early years is kept where a table asks for it.
      if row.note("olddate") != nil { return "\(date) 07:00:00 Etc/GMT" }
      return date.contains("T") ? date : date + "T07:00:00Z"
    }
  }

  /// A price in the column or note, `fallback` otherwise; nil where the table says there is none.
  func price(_ fallback: String? = nil) -> String? {
    row.note("noprice") != nil ? nil : row["price"] ?? row.note("price") ?? fallback
  }

  var explicitness: String {
    isExplicit ? "explicit" : row.note("clean") != nil ? "cleaned" : "notExplicit"
  }

  var advisory: String? {
    row["rating"] ?? (isExplicit ? "Explicit" : row.note("clean") != nil ? "Clean" : nil)
  }

  /// One of the sizes in which the cover comes; its name is the last part of the URL.
  func artwork(_ size: Int) -> SampleJSON {
    guard row.note("noart") == nil else { return .absent }
    // Songs and episodes show the cover of what they are part of.
    return .text("\(Self.site)/image/thumb/Sample/v4/\(parent ?? id)/cover.jpg/\(size)x\(size)bb.jpg")
  }

  func page(_ kind: String, _ id: Int?) -> SampleJSON {
    id.map { .text("\(Self.site)/us/\(kind)/\($0)?uo=4") } ?? .absent
  }

  /// Nowhere, so that nobody takes a sample's link for a page of a store.
  static let site = "https://sample.liner.invalid"

  /// The keys that most kinds share; kinds without them do not use this.
  private func commonFields(in store: SampleStore) -> Fields {
    [
      ("artistId", .int(wireArtist)), ("artistName", .text(creator)),
      ("artistViewUrl", page("artist", wireArtist)),
      ("releaseDate", .text(released(in: store))), ("country", "USA"), ("currency", "USD"),
      ("primaryGenreName", .text(row["genre"] ?? store.record(parent)?.row["genre"])),
      ("contentAdvisoryRating", .text(advisory ?? store.record(parent)?.row["rating"])),
    ]
  }

  /// Left out where a table wants to show what that looks like.
  var wireArtist: Int? { row.note("noartist") == nil ? artist : nil }

  private var artistFields: Fields {
    let type =
      switch kind {
      case .author: "Author"
      case .developer: "Software Artist"
      case .show: "TV Show"
      default: "Artist"
      }
    return [
      ("wrapperType", "artist"), ("artistType", .text(type)), ("artistName", .text(title)),
      ("artistLinkUrl", page("artist", id)), ("artistId", .int(id)), ("primaryGenreName", .text(row["genre"])),
      ("primaryGenreId", .int(row.int("genreId"))),
    ]
  }
}

extension SampleRecord {
  func joined(_ parts: Fields...) -> Fields { Array(parts.joined()) }

  /// The three sizes of most kinds.
  var artworks: Fields {
    [("artworkUrl30", artwork(30)), ("artworkUrl60", artwork(60)), ("artworkUrl100", artwork(100))]
  }

  var trackNames: Fields {
    [("trackId", .int(id)), ("trackName", .text(title)), ("trackCensoredName", .text(title))]
  }

  /// The name and page of the whole: of this record, or of the one it is part of.
  func collectionNames(_ kind: String, _ id: Int?, _ title: String?) -> Fields {
    [
      ("collectionId", .int(id)), ("collectionName", .text(title)), ("collectionCensoredName", .text(title)),
      ("collectionViewUrl", page(kind, id)),
    ]
  }

  /// With odd milliseconds, as they are, yet not so many as to be rounded up.
  var trackTimeMillis: SampleJSON { .int(row.seconds("length").map { $0 * 1000 + id % 400 }) }

  func preview(_ file: String) -> SampleJSON {
    row.note("nopreview") == nil ? .text("\(Self.site)/preview/\(id)/\(file)") : .absent
  }
}
