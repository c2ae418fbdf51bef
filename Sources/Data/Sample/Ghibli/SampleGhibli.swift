import Wire

/// The Ghibli API over tables: `/films`, `/people`, `/locations`, `/species` and `/vehicles`, each also `/{id}`.
///
/// It has the traps of the real one: strings for everything, links with the base of the request, and lists whose only
/// link is that of the whole collection, which means that nothing is known. Parameters have no effect.
struct SampleGhibli: SampleAnswering {
  private let films = SampleTable(Self.films).rows
  private let people = SampleTable(Self.people).rows
  private let locations = SampleTable(Self.locations).rows
  private let species = SampleTable(Self.species).rows
  private let vehicles = SampleTable(Self.vehicles).rows

  func answer(to request: HTTPRequest) -> HTTPResponse {
    let roots: Set = ["films", "people", "locations", "species", "vehicles"]
    guard let route = SampleRoute(request, from: roots) else { return .json([:], status: 404) }
    let links = Links(base: route.base)
    let records: [(id: String, json: SampleJSON)] =
      switch route.path[0] {
      case "films": films.map { (Links.id("films", $0["id"]), film($0, links)) }
      case "people": people.map { (Links.id("people", $0["id"]), person($0, links)) }
      case "locations": locations.map { (Links.id("locations", $0["id"]), location($0, links)) }
      case "species": species.map { (Links.id("species", $0["id"]), kind($0, links)) }
      case "vehicles": vehicles.map { (Links.id("vehicles", $0["id"]), vehicle($0, links)) }
      default: []
      }
    guard route.path.count > 1 else { return .json(.array(records.map(\.json))) }
    guard route.path.count == 2, let record = records.first(where: { $0.id == route.path[1] }) else {
      return .json([:], status: 404)
    }
    return .json(record.json)
  }

  private func film(_ row: SampleTable.Row, _ links: Links) -> SampleJSON {
    let known = (row["known"] ?? "").split(separator: " ")
    func list(_ resource: String, _ rows: [SampleTable.Row]) -> SampleJSON {
      known.contains(resource[...]) ? links.list(resource, rows.filter { $0.names(row) }) : links.nothingKnown(resource)
    }
    let kinds = Set(people.filter { $0.names(row) }.compactMap { $0["species"] })
    return [
      "id": .text(Links.id("films", row["id"])), "title": field(row, "title"),
      "original_title": field(row, "original"), "original_title_romanised": field(row, "romanised"),
      "image": links.picture(row, "image"), "movie_banner": links.picture(row, "banner"),
      "description": field(row, "about"), "director": field(row, "director"), "producer": field(row, "producer"),
      "release_date": field(row, "year"), "running_time": field(row, "minutes"), "rt_score": field(row, "score"),
      "people": list("people", people),
      "species": known.contains("species")
        ? links.list("species", species.filter { kinds.contains($0["id"] ?? "") }) : links.nothingKnown("species"),
      "locations": list("locations", locations), "vehicles": list("vehicles", vehicles),
      "url": .text(links.link("films", row["id"])),
    ]
  }

  private func person(_ row: SampleTable.Row, _ links: Links) -> SampleJSON {
    [
      "id": .text(Links.id("people", row["id"])), "name": field(row, "name"), "gender": field(row, "gender"),
      "age": field(row, "age"), "eye_color": field(row, "eyes"), "hair_color": field(row, "hair"),
      "films": links.list("films", films.filter { row.names($0) }),
      "species": .text(links.link("species", row["species"])), "url": .text(links.link("people", row["id"])),
    ]
  }

  private func location(_ row: SampleTable.Row, _ links: Links) -> SampleJSON {
    [
      "id": .text(Links.id("locations", row["id"])), "name": field(row, "name"), "climate": field(row, "climate"),
      "terrain": field(row, "terrain"), "surface_water": field(row, "water"),
      "residents": row["residents"].map { residents in
        .array(residents.split(separator: " ").map { .text(links.link("people", String($0))) })
      } ?? ["TODO"],
      "films": links.list("films", films.filter { row.names($0) }), "url": .text(links.link("locations", row["id"])),
    ]
  }

  private func kind(_ row: SampleTable.Row, _ links: Links) -> SampleJSON {
    let members = people.filter { $0["species"] == row["id"] }
    return [
      "id": .text(Links.id("species", row["id"])), "name": field(row, "name"),
      "classification": field(row, "classification"), "eye_colors": field(row, "eyes"),
      "hair_colors": field(row, "hair"), "people": links.list("people", members),
      "films": links.list("films", films.filter { film in members.contains { $0.names(film) } }),
      "url": .text(links.link("species", row["id"])),
    ]
  }

  private func vehicle(_ row: SampleTable.Row, _ links: Links) -> SampleJSON {
    [
      "id": .text(Links.id("vehicles", row["id"])), "name": field(row, "name"), "description": field(row, "about"),
      "vehicle_class": field(row, "class"), "length": field(row, "length"),
      "pilot": .text(links.link("people", row["pilot"])), "films": links.list("films", films.filter { row.names($0) }),
      "url": .text(links.link("vehicles", row["id"])),
    ]
  }

  private func field(_ row: SampleTable.Row, _ column: String) -> SampleJSON { .text(row[column] ?? "") }
}

extension SampleTable.Row {
  /// Whether the column `films` names the film.
  fileprivate func names(_ film: SampleTable.Row) -> Bool {
    guard let id = film["id"] else { return false }
    return self["films"]?.split(separator: " ").contains(id[...]) ?? false
  }
}

/// Links in the service's form: base, resource, id.
private struct Links {
  let base: String

  /// 36 characters in the form of a UUID; the tables number their rows.
  static func id(_ resource: String, _ number: String?) -> String {
    let number = number ?? "0"
    let first = ["films": "f1a50000", "people": "be0b1e00", "locations": "10c00000", "species": "5bec1e50"][resource]
    let last = String(repeating: "0", count: 12 - number.count) + number
    return "\(first ?? "7e41c1e0")-5a3b-4c1e-9d00-\(last)"
  }

  func link(_ resource: String, _ number: String?) -> String {
    "\(base)/\(resource)/" + (number.map { Self.id(resource, $0) } ?? "")
  }

  func list(_ resource: String, _ rows: [SampleTable.Row]) -> SampleJSON {
    rows.isEmpty ? nothingKnown(resource) : .array(rows.map { .text(link(resource, $0["id"])) })
  }

  func nothingKnown(_ resource: String) -> SampleJSON { [.text(link(resource, nil))] }

  func picture(_ film: SampleTable.Row, _ name: String) -> SampleJSON {
    .text("https://sample.liner.invalid/ghibli/\(film["id"] ?? "")/\(name).jpg")
  }
}
