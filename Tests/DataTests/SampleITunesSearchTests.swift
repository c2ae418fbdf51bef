import Catalogs
import Sample
import Wire
import Foundation
import Testing

@Suite struct `A sample search of iTunes` {
  let sample = SampleAnswers(of: "itunes")

  @Test(arguments: ["spring", "summer", "autumn", "winter"])
  func `has six songs and more for a season`(season: String) async throws {
    let songs = try await sample.songs(season)
    #expect(songs.count >= 6)
    #expect(songs.prefix(6).allSatisfy { $0.lowercased().contains(season) })
  }

  @Test(arguments: ["봄", "여름", "가을", "겨울"])
  func `has three songs and more for a Korean season`(season: String) async throws {
    let songs = try await sample.songs(season, ("country", "KR"))
    #expect(songs.count >= 3)
    #expect(songs.allSatisfy { $0.contains(season) })
  }

  @Test(arguments: [
    ("JP", ["春", "夏", "秋", "冬"]), ("TW", ["春天", "夏天", "秋天", "冬天"]), ("FR", ["printemps", "été", "automne", "hiver"]),
    ("DE", ["Frühling", "Sommer", "Herbst", "Winter"]), ("AR", ["primavera", "verano", "otoño", "invierno"]),
    ("IT", ["primavera", "estate", "autunno", "inverno"]), ("BR", ["primavera", "verão", "outono", "inverno"]),
    ("RU", ["весна", "лето", "осень", "зима"]), ("NL", ["lente", "zomer", "herfst", "winter"]),
    ("PL", ["wiosna", "lato", "jesień", "zima"]), ("TR", ["ilkbahar", "yaz", "sonbahar", "kış"]),
  ])
  func `has a song for each season in other languages`(country: String, seasons: [String]) async throws {
    for season in seasons {
      #expect(try await !sample.songs(season, ("country", country)).isEmpty, "\(season)")
    }
  }

  @Test(arguments: [
    ("song", "vivaldi", 8), ("podcast", "vivaldi", 2), ("tvEpisode", "vivaldi", 8), ("album", "vivaldi", 4),
    ("musicArtist", "vivaldi", 1), ("musicVideo", "four seasons", 1), ("podcastEpisode", "vivaldi", 5),
    ("tvSeason", "vivaldi", 2), ("movie", "chaplin", 3), ("audiobook", "alice", 1), ("ebook", "austen", 3),
    ("software", "vivaldi", 1), ("allArtist", "lewis carroll", 1), ("audiobookAuthor", "austen", 1),
    ("macSoftware", "mac", 2), ("musicTrack", "metronome", 3), ("song", "jack", 2), ("podcast", "jack", 1),
  ])
  func `answers for every entity`(entity: String, term: String, least: Int) async throws {
    #expect(try await sample.search(term, ("entity", entity)).count >= least)
  }

  @Test(arguments: [
    ("music", "song", "song"), ("podcast", "podcast", "podcast"), ("tvShow", "tv-episode", "four seasons"),
    ("movie", "feature-movie", "keaton"), ("musicVideo", "music-video", "spring"), ("ebook", "ebook", "verne"),
    ("software", "software", "lantern"), ("all", "song", "spring"),
  ])
  func `takes the track entity of a media`(media: String, kind: String, term: String) async throws {
    let kinds = try await sample.search(term == "song" || term == "podcast" ? "vivaldi" : term, ("media", media))
      .compactMap { $0["kind"] as? String }
    #expect(kinds.contains(kind))
  }

  @Test(arguments: [
    // What is called so comes first, then what has the words in its title, then its creator's, then all others.
    ("clair de lune", "Clair de lune"), ("waltz", "Minute Waltz, Op. 64 No. 1"),
    ("calendar trio", "Spring, Last Bus Home"),
    ("calendar winter", "Winter Window"), ("чайковский январь", "Январь. У камелька"),
    ("vivaldi", "Spring, RV 269: I. Allegro"),
  ])
  func `puts the best first`(term: String, first: String) async throws {
    #expect(try await sample.songs(term).first == first)
  }

  @Test func `finds what lies in the collection's name last`() async throws {
    let songs = try await sample.songs("lyric grieg pieces")
    #expect(songs.count == 5)
  }

  @Test(
    arguments: [
      ("1", 1), ("7", 7), ("50", 50), ("200", 60), ("1000", 60), ("0", 1), ("many", 50), (nil, 50),
    ] as [(String?, Int)])
  func `keeps to the limit`(limit: String?, count: Int) async throws {
    let query = limit.map { [("limit", $0)] } ?? []
    let rows = try await sample.rows("search", [("term", "i"), ("media", "music")] + query)
    #expect(count == 60 ? (rows.count > 50 && rows.count <= 200) : rows.count == count)
  }

  @Test(arguments: ["", " ", "…", "qqqq", "spring qqqq"])
  func `has nothing for`(term: String) async throws {
    #expect(try await sample.search(term).isEmpty)
  }

  @Test func `has nothing without a term`() async throws {
    #expect(try await sample.rows("search", [("entity", "song")]).isEmpty)
  }

  @Test func `leaves out the explicit when told to`() async throws {
    let all = try await sample.songs("metronome")
    #expect(all.contains("Damn the Metronome"))
    #expect(try await sample.songs("metronome", ("explicit", "Yes")) == all)
    #expect(try await sample.songs("metronome", ("explicit", "No")) == all.filter { $0 != "Damn the Metronome" })
  }

  @Test(arguments: [
    ("song", "songTerm", "mandolins", 1), ("song", "artistTerm", "vivaldi", 14), ("song", "albumTerm", "vivaldi", 7),
    ("album", "albumTerm", "vivaldi", 2), ("musicArtist", "artistTerm", "vivaldi", 1),
    ("tvEpisode", "showTerm", "night ferry", 6), ("tvEpisode", "tvSeasonTerm", "night ferry", 6),
    ("tvEpisode", "tvEpisodeTerm", "fog", 2), ("tvSeason", "tvSeasonTerm", "night ferry", 2),
    ("movie", "directorTerm", "murnau", 3), ("movie", "movieTerm", "kid", 1), ("movie", "releaseYearTerm", "1928", 3),
    ("movie", "descriptionTerm", "locomotive", 1), ("podcast", "titleTerm", "vivaldi", 2),
    ("podcast", "genreIndex", "mathematics", 1), ("audiobook", "authorTerm", "austen", 2),
    ("software", "softwareDeveloper", "tuning fork", 5), ("podcast", "languageTerm", "english", 0),
  ])
  func `narrows to an attribute`(entity: String, attribute: String, term: String, count: Int) async throws {
    #expect(try await sample.search(term, ("entity", entity), ("attribute", attribute)).count == count)
  }

  @Test(arguments: [
    ([("country", "PR")], "country"), ([("country", "yyy")], "country"), ([("country", "")], "country"),
    ([("media", "films")], "mediaType"), ([("entity", "film")], "resultEntity"),
    ([("media", "podcast"), ("entity", "song")], "resultEntity"),
    ([("entity", "song"), ("attribute", "movieTerm")], "attributeType"),
    ([("media", "ebook"), ("attribute", "titleTerm")], "attributeType"),
    ([("lang", "klingon")], "language"), ([("lang", "en")], "language"),
  ])
  func `refuses a bad value by the name the service has for it`(query: [(String, String)], key: String) async throws {
    let response = try await sample.response("search", [("term", "vivaldi")] + query)
    #expect(response.status == 400)
    let body = try JSONSerialization.jsonObject(with: Foundation::Data(response.body)) as? [String: Any]
    #expect(body?["errorMessage"] as? String == "Invalid value(s) for key(s): [\(key)]")
    #expect(body?["results"] == nil)
  }

  @Test(arguments: ["us", "US", "kr", "FR"])
  func `takes a storefront in either case`(country: String) async throws {
    #expect(try await !sample.songs("vivaldi", ("country", country), ("lang", "en_us")).isEmpty)
  }

  @Test func `comes in the service's envelope`() async throws {
    let response = try await sample.response("search", [("term", "clair de lune"), ("entity", "song")])
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.hasPrefix("\n\n\n{\n \"resultCount\":1,\n \"results\": [\n{"))
    #expect(text.hasSuffix("}]\n}\n\n\n"))
    #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
  }
}
