import Domain
import Synchronization

@testable import Catalogs
@testable import Sample
@testable import Wire

/// A small iTunes Search API: two singers and their albums, a series, a podcast, an author, a developer. Storefront JP
/// sells the first album under another number and lacks one track.
///
/// A request fails if its URL contains a text in `failing`.
final class ITunesShop: Sendable {
  private let failing: [String: HTTPResponse]
  private let requests = Mutex<[String]>([])

  init(failing: [String: HTTPResponse] = [:]) { self.failing = failing }

  var client: ITunesClient {
    ITunesClient { [self] request in
      requests.withLock { $0.append(request.url) }
      if let answer = failing.first(where: { request.url.contains($0.key) }) { return answer.value }
      return HTTPResponse(status: 200, json: Self.answer(to: request))
    }
  }

  /// The requests in the order of arrival, without the host.
  var asked: [String] {
    requests.withLock { $0.map { String($0.dropFirst("https://itunes.apple.com/".count)) } }
  }

  static func answer(to request: HTTPRequest) -> String {
    let query = request.query
    let shop = query["country"] == "JP" ? japan : world
    var rows: [String] = []
    for id in (query["id"] ?? "").split(separator: ",").map(String.init) {
      guard let row = shop[id] else { continue }
      rows.append(row)
      rows += (below["\(id) \(query["entity"] ?? "")"] ?? []).compactMap { shop[$0] }
    }
    switch (query["upc"], query["isbn"], query["bundleId"]) {
    // The reissue comes first, and its cover's name contains another code.
    case ("0196589073693", _, _): rows = [world["21"]!, world["20"]!]
    case (_, "9780316069359", _): rows = [world["60"]!]
    case (_, _, "com.example.Tides"): rows = [world["70"]!]
    default: break
    }
    return "\n\n\n{\"resultCount\":\(rows.count),\"results\":[\(rows.joined(separator: ",\n"))]}\n\n\n"
  }

  /// The parts of each number: `20 song`. In an order in which the service might send them, which may differ from ours.
  private static let below: [String: [String]] = [
    "20 song": ["2004", "2001", "2002", "2101", "2005"], "9020 song": ["92001", "92002"],
    "10 song": ["2002", "2001", "3001", "2004"], "10 album": ["20", "21"], "10 musicVideo": ["2005"],
    "11 album": ["21"], "11 song": ["3001"],
    "40 tvSeason": ["42", "41"], "40 tvEpisode": ["4201", "4102", "4101"],
    "41 tvEpisode": ["4102", "4101"], "42 tvEpisode": ["4201"],
    "50 podcastEpisode": ["1000000000501", "1000000000503", "1000000000502"], "51 podcast": ["50", "52"],
    "61 ebook": ["60"], "61 audiobook": ["62"], "71 software": ["70", "72"], "80 movie": ["81", "82"],
  ]

  private static let world: [String: String] = [
    "10": artist(10, "Mira Holm", type: "Artist"), "11": artist(11, "The Other", type: "Artist"),
    "20": album(20, "Tides", tracks: 6, cover: "196589073693"), "21": album(21, "Tides (Deluxe)", tracks: 9),
    // Two discs; track 2 of the first is not sold, and the video is part of the numbering.
    "2001": song(2001, "Ebb", disc: 1, track: 1, of: 3), "2002": song(2002, "Flow", disc: 1, track: 3, of: 3),
    "2004": song(2004, "Neap", disc: 2, track: 2, of: 2), "2101": song(2101, "Guest", disc: 2, track: 1, of: 2, by: 11),
    "2005": """
    {"wrapperType":"track","kind":"music-video","artistId":10,"collectionId":20,"trackId":2005,"artistName":"Mira Holm",
     "collectionName":"Tides","trackName":"Ebb (Video)","trackViewUrl":"https://music.apple.com/us/music-video/2005",
     "discCount":2,"discNumber":2,"trackCount":6,"trackNumber":3,"trackTimeMillis":200000}
    """,
    "3001": song(3001, "Lone", album: 30, disc: 1, track: 1, of: 1),
    "40": artist(40, "Harbour", type: "TV Show"),
    "41": season(41, "Harbour, Season 2", episodes: 2), "42": season(42, "Harbour, Season 10", episodes: 1),
    "4101": episode(4101, "Dawn", season: 41, "Harbour, Season 2", number: 1),
    "4102": episode(4102, "Dusk", season: 41, "Harbour, Season 2", number: 2),
    "4201": episode(4201, "Late", season: 42, "Harbour, Season 10", number: 1),
    "50": podcast(50, "Shoals", episodes: 2475), "52": podcast(52, "Reefs", episodes: 3),
    "51": artist(51, "Low Water", type: "Artist", page: "https://podcasts.apple.com/us/artist/low-water/51"),
    "1000000000501": podcastEpisode(501, "One", day: "2026-01-01"),
    "1000000000502": podcastEpisode(502, "Two", day: "2026-02-01"),
    "1000000000503": podcastEpisode(503, "Three", day: "2026-03-01"),
    "60": """
    {"kind":"ebook","artistId":61,"artistIds":[61],"artistName":"Ann Quay","trackId":60,"trackName":"Charts",
     "trackViewUrl":"https://books.apple.com/us/book/charts/id60","price":4.99,"currency":"USD","fileSizeBytes":100000}
    """,
    "61": artist(61, "Ann Quay", type: "Author"),
    "62": """
    {"wrapperType":"audiobook","artistId":61,"artistName":"Ann Quay","collectionId":62,"collectionName":"Charts, read",
     "collectionViewUrl":"https://books.apple.com/us/audiobook/charts/id62","copyright":"℗ Quay"}
    """,
    "70": app(70, "Tide Tables"), "71": artist(71, "Jetty", type: "Software Artist"), "72": app(72, "Moon"),
    "80": artist(80, "D. Rector", type: "Movie Artist"), "81": movie(81, "Pier"), "82": movie(82, "Pier II"),
  ]

  private static let japan: [String: String] = [
    "9020": album(9020, "Tides", tracks: 3), "92001": song(92001, "Ebb", album: 9020, disc: 1, track: 1, of: 3),
    "92002": song(92002, "Flow", album: 9020, disc: 1, track: 3, of: 3), "10": artist(10, "Mira Holm", type: "Artist"),
  ]

  private static func artist(_ id: Int, _ name: String, type: String, page: String? = nil) -> String {
    """
    {"wrapperType":"artist","artistType":"\(type)","artistName":"\(name)","artistId":\(id),
     "artistLinkUrl":"\(page ?? "https://music.apple.com/us/artist/\(id)")","primaryGenreName":"Folk"}
    """
  }

  private static func album(_ id: Int, _ name: String, tracks: Int, cover: String = "mzi.cover") -> String {
    """
    {"wrapperType":"collection","collectionType":"Album","artistId":10,"collectionId":\(id),"artistName":"Mira Holm",
     "collectionName":"\(name)","collectionViewUrl":"https://music.apple.com/us/album/\(id)","collectionPrice":9.99,
     "artworkUrl100":"https://is1.example/image/\(cover).jpg/100x100bb.jpg","trackCount":\(tracks),"currency":"USD"}
    """
  }

  private static func song(
    _ id: Int, _ name: String, album: Int = 20, disc: Int, track: Int, of count: Int, by artist: Int = 10
  ) -> String {
    """
    {"wrapperType":"track","kind":"song","artistId":\(artist),"collectionId":\(album),"trackId":\(id),
     "artistName":"\(artist == 10 ? "Mira Holm" : "The Other")","collectionName":"Tides","trackName":"\(name)",
     "trackViewUrl":"https://music.apple.com/us/album/tides/\(album)?i=\(id)","trackPrice":1.29,"currency":"USD",
     "discCount":2,"discNumber":\(disc),"trackCount":\(count),"trackNumber":\(track),"trackTimeMillis":180000}
    """
  }

  private static func season(_ id: Int, _ name: String, episodes: Int) -> String {
    """
    {"wrapperType":"collection","collectionType":"TV Season","artistId":40,"artistName":"Harbour","collectionId":\(id),
     "collectionName":"\(name)","collectionViewUrl":"https://itunes.apple.com/us/tv-season/x/id\(id)",
     "trackCount":\(episodes)}
    """
  }

  private static func episode(_ id: Int, _ name: String, season: Int, _ title: String, number: Int) -> String {
    // Without a kind, as lookups return it since 2026: the page contains it.
    """
    {"wrapperType":"track","kind":null,"artistId":40,"collectionId":\(season),"trackId":\(id),"artistName":"Harbour",
     "collectionName":"\(title)","trackName":"\(name)","discCount":1,"discNumber":1,"trackCount":2,
     "trackNumber":\(number),"trackViewUrl":"https://itunes.apple.com/us/tv-season/x/id\(season)?i=\(id)"}
    """
  }

  private static func podcast(_ id: Int, _ name: String, episodes: Int) -> String {
    """
    {"wrapperType":"track","kind":"podcast","artistId":51,"collectionId":\(id),"trackId":\(id),"artistName":"Low Water",
     "collectionName":"\(name)","trackName":"\(name)","trackViewUrl":"https://podcasts.apple.com/us/podcast/id\(id)",
     "feedUrl":"https://feeds.example/\(id).xml","trackCount":\(episodes)}
    """
  }

  private static func podcastEpisode(_ id: Int, _ name: String, day: String) -> String {
    """
    {"wrapperType":"podcastEpisode","kind":"podcast-episode","collectionId":50,"trackId":1000000000\(id),
     "collectionName":"Shoals","trackName":"\(name)","releaseDate":"\(day)T05:00:00Z",
     "trackViewUrl":"https://podcasts.apple.com/us/podcast/x/id50?i=1000000000\(id)",
     "episodeUrl":"https://cdn.example/\(id).mp3"}
    """
  }

  private static func app(_ id: Int, _ name: String) -> String {
    """
    {"wrapperType":"software","kind":"software","artistId":71,"artistName":"Jetty","trackId":\(id),
     "trackName":"\(name)","trackViewUrl":"https://apps.apple.com/us/app/x/id\(id)","price":0,"currency":"USD"}
    """
  }

  private static func movie(_ id: Int, _ name: String) -> String {
    """
    {"wrapperType":"track","kind":"feature-movie","artistId":80,"artistName":"D. Rector","trackId":\(id),
     "trackName":"\(name)","trackViewUrl":"https://itunes.apple.com/us/movie/x/id\(id)","trackTimeMillis":6000000}
    """
  }
}
