import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesRelationTests {
  @Test(arguments: TextTable.rows("every category has relations") { ($0[0], $0[1], $0[2]) })
  func `every category has relations`(category: String, kind: String, words: String) {
    var item = Item(id: .itunes(category, "1"), title: "A title")
    item.kind = kind
    item.albumID = .itunes("album", "2")
    item.creatorID = .itunes("artist", "3")
    #expect(Catalog.itunes.relations(of: item).map(\.word).joined(separator: " ") == words)
  }

  @Test func `a relation leads to an existing category, by a unique word`() {
    for category in ITunesCategory.all {
      for entry in category.relations {
        #expect(entry.relation.category.flatMap(ITunesCategory.named) != nil)
        #expect(entry.parts.allSatisfy { ITunesCategory.named($0) != nil })
        let others = category.relations.filter { $0.relation != entry.relation }
        #expect(
          others.allSatisfy { Set($0.relation.keys).isDisjoint(with: entry.relation.keys) }, "\(entry.relation.word)")
      }
    }
  }

  @Test func `the filled relations cost at most two requests`() {
    for category in ITunesCategory.all {
      let kinds = category.category.name == "artist" ? ITunesCategory.artist.relations.flatMap(\.relation.kinds) : [""]
      for kind in kinds + ["Artist"] {
        let filled = category.relations.filter { entry in
          entry.relation.preview != .named && (entry.relation.kinds.isEmpty || entry.relation.kinds.contains(kind))
            && !entry.relation.otherKinds.contains(kind)
        }
        let requests = Set(filled.map { "\(String(describing: $0.relation.need)) \($0.entity)" })
        #expect(requests.count <= 2, "\(category.category.name) \(kind)")
      }
    }
  }
}
