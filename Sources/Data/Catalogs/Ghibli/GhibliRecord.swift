import Wire
import Domain

/// One record of an answer, by the service's own names; these go no further than `Item(record, …)`.
///
/// Which fields come with which record, and what is wrong with them at times: the database behind the API
/// (janaipakos/ghibliapi), and recorded answers of 2019. Everything is a string, numbers too, and what is not known is
/// spelled in several ways.
struct GhibliRecord: Sendable {
  private let json: JSONValue

  /// - Throws: why there is no record in `json`.
  init(_ json: JSONValue, row: Int) throws(SkippedRow) {
    self.json = try json.record(atRow: row)
  }

  /// What a record is asked for by. Never taken from its `url`, which leads to another record at times.
  var id: String? { json["id"]?.key.flatMap { Self.isKey($0) ? $0 : nil } }
  /// Films have a title, all else a name.
  var title: String? { json["title"]?.text ?? json["name"]?.text }
  var description: String? { known("description") }

  var originalTitle: String? { known("original_title") }
  var romanisedTitle: String? { known("original_title_romanised") }
  var director: String? { known("director") }
  var producer: String? { known("producer") }
  var releaseDate: String? { known("release_date") }
  var runningTime: Duration? {
    known("running_time").flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? .seconds($0 * 60) : nil }
  }
  var score: String? { percentage("rt_score") }
  var image: String? { known("image") }

  var gender: String? { known("gender") }
  var age: String? { known("age") }
  var eyeColor: String? { known("eye_color") }
  var hairColor: String? { known("hair_color") }

  var climate: String? { known("climate") }
  var terrain: String? { known("terrain") }
  var surfaceWater: String? { percentage("surface_water") }

  var classification: String? { known("classification") }
  var eyeColors: String? { known("eye_colors") }
  var hairColors: String? { known("hair_colors") }

  var vehicleClass: String? { known("vehicle_class") }
  var length: String? { known("length") }

  /// `天空の城ラピュタ (Tenkū no shiro Rapyuta)`
  var originalTitles: String? {
    guard let originalTitle else { return romanisedTitle }
    return romanisedTitle.map { "\(originalTitle) (\($0))" } ?? originalTitle
  }

  /// The ids in the links of `field`, which is a list or a single one, each once.
  ///
  /// A link that ends with the collection means that nothing is known; so does "TODO". The host is that of whatever
  /// copy of the database answers, and a scheme may be misspelt, so that only the last two parts count.
  func keys(in field: String, of collection: String) -> [String] {
    let links = json[field]?.array ?? json[field].map { [$0] } ?? []
    var seen: Set<String> = []
    return links.compactMap { link in
      guard let parts = link.text?.split(separator: "/", omittingEmptySubsequences: false), parts.count > 1,
        parts[parts.count - 2] == collection
      else { return nil }
      let key = String(parts[parts.count - 1])
      return Self.isKey(key) && seen.insert(key).inserted ? key : nil
    }
  }

  /// Whether `text` can stand in a path as it is.
  static func isKey(_ text: String) -> Bool {
    !text.allSatisfy { $0 == "." }
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains($0))
      }
  }

  /// What `field` says, unless it is one of the ways to say that nobody knows.
  private func known(_ field: String) -> String? {
    guard let text = json[field]?.key, !Self.unknown.contains(text.lowercased()) else { return nil }
    return text
  }

  private static let unknown: Set<String> = ["na", "n/a", "todo", "unknown"]

  private func percentage(_ field: String) -> String? {
    known(field).flatMap { Int($0) }.flatMap { (0...100).contains($0) ? "\($0) %" : nil }
  }
}
