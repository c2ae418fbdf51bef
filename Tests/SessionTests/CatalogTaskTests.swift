import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Presentation
@testable import Wire

struct CatalogTaskTests {
  @Test func `every key of the language is on a page of the help and in the schema`() throws {
    let topic = TextRenderer().render(.topic(HelpTopic.all.first { $0.name == "catalogs" }!), favorites: Favorites())
      .text
    #expect(topic.contains("help catalogs TOPIC: \(DeclarationLanguage.topics.map(\.name).joined(separator: ", "))."))
    let pages = try DeclarationLanguage.topics.map {
      try DeclarationHelp.report(on: $0.name).lines.joined(separator: "\n")
    }
    let schema = DeclarationSchema.value.lines.joined(separator: "\n")
    for object in LanguageObject.allCases {
      #expect(schema.contains("\"\(object.rawValue)\": {"))
      for key in object.keys {
        #expect(pages.contains { $0.contains("  \(key.name) ") }, "\(object.rawValue).\(key.name)")
        #expect(schema.contains("\"\(key.name)\": {"), "\(object.rawValue).\(key.name)")
      }
    }
    #expect(throws: (any Error).self) { try DeclarationHelp.report(on: "zzz") }
    // Every object may have a comment, even one whose keys its author chooses.
    #expect(schema.matches(of: /"additionalProperties"/).count == schema.matches(of: /"\/\/": {/).count)
  }
}
