import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct GhibliItemTests {
  @Test func `a film says everything that was sent`() async throws {
    let stub = GhibliStub([
      "films": """
      [{"id":"2baf70d1","title":"Castle in the Sky","original_title":"天空の城ラピュタ",
        "original_title_romanised":"Tenkū no shiro Rapyuta","image":"https://image.test/a.jpg",
        "movie_banner":"https://image.test/b.jpg","description":"A girl falls.","director":"Hayao Miyazaki",
        "producer":"Isao Takahata","release_date":"1986","running_time":"124","rt_score":"95",
        "people":["https://elsewhere.test/people/"],"url":"https://elsewhere.test/films/other"}]
      """
    ])
    var film = Item(
      id: ItemID(catalog: "ghibli", category: "film", key: "2baf70d1"), title: "Castle in the Sky",
      facts: [
        Fact("Original title", "天空の城ラピュタ (Tenkū no shiro Rapyuta)"), Fact("Producer", "Isao Takahata"),
        Fact("Score", "95 %"),
      ])
    film.creator = "Hayao Miyazaki"
    film.link = WebLink("https://ghibli.test/films/2baf70d1")
    film.artwork = WebLink("https://image.test/a.jpg")
    film.description = "A girl falls."
    film.duration = .seconds(124 * 60)
    film.released = ReleaseDate("1986")
    #expect(try await stub.search("film").items == [film])
  }

  @Test(arguments: [
    (
      "character", #""gender":"Female","age":"late teens","eye_color":"Brown","hair_color":"None""#,
      ["Gender: Female", "Age: late teens", "Eyes: Brown", "Hair: None"]
    ),
    ("character", #""gender":"NA","age":"","eye_color":"na","hair_color":"Unknown""#, []),
    ("character", #""age":400,"gender":null,"eye_color":["Brown"]"#, ["Age: 400"]),
    (
      "location", #""climate":"Mild","terrain":"Hill","surface_water":"40""#,
      ["Climate: Mild", "Terrain: Hill", "Water: 40 %"]
    ),
    ("location", #""climate":"TODO","terrain":"todo","surface_water":"""#, []),
    ("location", #""surface_water":"0""#, ["Water: 0 %"]),
    (
      "species", #""classification":"Mammal","eye_colors":"Black, Red","hair_colors":"White""#,
      ["Classification: Mammal", "Eyes: Black, Red", "Hair: White"]
    ),
    ("vehicle", #""vehicle_class":"Airship","length":"1,000""#, ["Class: Airship", "Length: 1,000"]),
    ("film", #""original_title":"紅の豚""#, ["Original title: 紅の豚"]),
    ("film", #""original_title_romanised":"Kurenai no buta""#, ["Original title: Kurenai no buta"]),
    ("film", #""rt_score":"none","producer":null"#, []),
  ])
  func `facts are those of the kind, without what nobody knows`(
    category: String, fields: String, facts: [String]
  ) async throws {
    let stub = GhibliStub { _ in HTTPResponse(status: 200, json: #"[{"id":"1","name":"X",\#(fields)}]"#) }
    let item = try #require(try await stub.search(category).items.first)
    #expect(item.facts.map { "\($0.label): \($0.value)" } == facts)
  }

  @Test(arguments: [
    (#""release_date":"soon""#), (#""running_time":"long""#), (#""running_time":"-5""#), (#""running_time":"0""#),
    (#""image":"javascript:alert(1)""#), (#""image":{}"#), (#""description":"""#),
    (#""running_time":"99999999999999999999""#),
  ])
  func `a field that is not what it should be counts as absent`(field: String) async throws {
    let stub = GhibliStub(["films": #"[{"id":"1","title":"X",\#(field)}]"#])
    var bare = Item(id: ItemID(catalog: "ghibli", category: "film", key: "1"), title: "X")
    bare.link = WebLink("https://ghibli.test/films/1")
    #expect(try await stub.search("film").items == [bare])
  }

  @Test(arguments: [
    (#""url":["https://old.test/locations/1"],"id":"1""#, "1", "https://ghibli.test/locations/1"),
    (#""url":"htps://old.test/locations/1","id":"1""#, "1", "https://ghibli.test/locations/1"),
    (#""url":"https://old.test/locations/other","id":"1""#, "1", "https://ghibli.test/locations/1"),
    (#""id":12"#, "12", "https://ghibli.test/locations/12"),
    (#""url":"https://old.test/locations/1""#, "Irontown", nil),
    (#""id":"a b""#, "a b", "https://ghibli.test/locations/a%20b"),
  ])
  func `a record is known by its id, never by its url`(fields: String, key: String, link: String?) async throws {
    let stub = GhibliStub(["locations": #"[{"name":"Irontown",\#(fields)}]"#])
    let item = try #require(try await stub.search("location").items.first)
    #expect(item.id.key == key)
    #expect(item.link?.text == link)
  }
}
