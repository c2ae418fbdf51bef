@testable import Catalogs
@testable import Sample
@testable import Wire
import Testing

@Suite struct `The sample's tables` {
  let rows =
    SampleTables(
      Array(
        """
        {"tables": {"songs": [["id", "title", "length", "notes"],
          ["1", "Clair de lune", "5:01", "explicit price=0.69"], ["3", "", "1:02:30"], ["4", "Début à l’aube"]]}}
        """.utf8))?["songs"] ?? []

  @Test func `are read by column`() {
    #expect(rows.map { $0.int("id") } == [1, 3, 4])
    #expect(rows.map { $0["title"] } == ["Clair de lune", nil, "Début à l’aube"])
    #expect(rows.map { $0.seconds("length") } == [301, 3750, nil])
    #expect(rows[0]["price"] == nil)
  }

  @Test func `take notes with and without a value`() {
    #expect(rows[0].note("explicit") == "")
    #expect(rows[0].note("price") == "0.69")
    #expect(rows[0].note("clean") == nil)
    #expect(rows[1].note("price") == nil)
  }

  @Test(arguments: [
    ("", #""""#), ("Spring", #""Spring""#), (#"12" Mix"#, #""12\" Mix""#), (#"AC\DC"#, #""AC\\DC""#),
    ("one\ntwo", #""one\ntwo""#), ("\u{1B}[31m", #""\u001b[31m""#), ("봄 🌧️", #""봄 🌧️""#),
  ])
  func `are written as JSON`(text: String, json: String) {
    #expect(String(decoding: SampleJSON.text(text).bytes, as: UTF8.self) == json)
  }

  @Test func `are written with the keys in order, the unknown left out and null kept`() {
    let none: String? = nil
    let value: SampleJSON = [
      "b": 1, "a": .digits("1.290"), "none": .text(none), "null": nil, "list": [true, [:], .int(Int?.none)],
    ]
    #expect(
      String(decoding: value.bytes, as: UTF8.self) == #"{"b":1,"a":1.290,"null":null,"list":[true,{},null]}"#)
  }
}
