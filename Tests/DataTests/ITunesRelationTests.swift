import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesRelationTests {
  @Test(arguments: [
    ("song", "song", "album artist songs albums"), ("album", "Album", "tracks artist albums"),
    ("artist", "Artist", "albums songs videos"), ("artist", "Author", "books audiobooks"),
    ("artist", "Software Artist", "apps"), ("artist", "Podcast Artist", "podcasts"),
    ("artist", "TV Show", "seasons episodes"), ("artist", "Movie Artist", "movies"),
    ("artist", "something new", "albums songs videos"),
    ("music-video", "music-video", "artist videos songs album"), ("podcast", "podcast", "episodes podcasts artist"),
    ("episode", "podcast-episode", "podcast episodes"), ("tv", "tv-episode", "season episodes seasons show"),
    ("season", "TV Season", "episodes seasons show"), ("movie", "feature-movie", "artist movies"),
    ("audiobook", "audiobook", "artist audiobooks books"), ("ebook", "ebook", "artist books audiobooks"),
    ("app", "software", "artist apps"),
  ])
  func `every category leads on`(category: String, kind: String, words: String) {
    var item = Item(id: .itunes(category, "1"), title: "A title")
    item.kind = kind
    item.albumID = .itunes("album", "2")
    item.creatorID = .itunes("artist", "3")
    #expect(Catalog.itunes.relations(of: item).map(\.word).joined(separator: " ") == words)
  }

  @Test func `a relation leads to things of a category there is, by a word that no other has`() {
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

  @Test func `what is filled costs two requests at most`() {
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
