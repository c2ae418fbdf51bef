import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Walks through the samples as a newcomer would: everything that is named exists, and leads back.
struct SampleWalkTests {
  @Test func `every relation of Ghibli leads there and back`() async throws {
    let client = try DeclaredStub.shipped("ghibli", fetch: SampleService().fetch(for: "ghibli"))
    var items: [Item] = []
    for category in client.catalog.categories {
      items += try await client.search(SearchRequest(category: category, term: "")).items
    }
    var words: Set<String> = []
    for item in items {
      let details = try await client.details(of: item, filters: [:])
      #expect(!details.filled.isEmpty, "\(item.title) leads nowhere")
      for filled in details.filled {
        words.insert(item.id.category + " " + filled.relation.word)
        for other in try filled.answer.get().items {
          let back = try #require(client.catalog.relations(of: other).first { $0.category == item.id.category })
          let page = try await client.related(by: back, to: other, filters: [:], offset: 0)
          #expect(page.items.contains { $0.id == item.id }, "\(item.title) → \(other.title)")
        }
      }
      let link = try #require(item.link)
      #expect(try await client.item(for: .page(link.text), filters: [:]) == item)
    }
    let all = client.catalog.categories.flatMap { category in category.relations.map { category.name + " " + $0.word } }
    #expect(words == Set(all))
  }

  @Test(arguments: ShippedDeclarations.all.map(\.name))
  func `a sample's suggestion finds something, and everything on the screen can be opened`(
    name: String
  ) async throws {
    let client = try DeclaredStub.shipped(name, fetch: SampleService().fetch(for: name))
    let suggestion = try #require(SampleService.suggestion(for: name))
    #expect(suggestion.hasPrefix("search "))
    let term = String(suggestion.dropFirst("search ".count))
    var ahead: [Item] = []
    for category in client.catalog.defaultCategories {
      ahead += try await client.search(SearchRequest(category: category, term: term)).items
    }
    #expect(!ahead.isEmpty, "\(suggestion) finds nothing")
    for home in client.catalog.homes {
      for index in home.shelves([:]).indices {
        ahead += try await client.shelf(index, of: home.name, filters: [:], limit: nil, offset: 0).items
      }
    }
    var seen: Set<ItemID> = []
    while let item = ahead.popLast() {
      guard seen.insert(item.id).inserted else { continue }
      let details = try await client.details(of: item, filters: [:])
      for filled in details.filled { ahead += try filled.answer.get().items }
      if let page = details.item.link?.text, client.recognizes(.page(page)),
        client.declaration.category(named: item.id.category)?.pages.isEmpty == false
      {
        #expect(try await client.item(for: .page(page), filters: [:]).id == item.id, "\(page)")
      }
      for relation in client.catalog.relations(of: details.item) {
        do {
          let page = try await client.related(by: relation, to: details.item, filters: [:], offset: 0)
          #expect(page.skipped.isEmpty, "\(item.id) \(relation.word)")
          ahead += page.items
        } catch .noRelation {
        } catch {
          Issue.record("\(item.id) \(relation.word): \(error)")
        }
      }
    }
    #expect(seen.count >= 5, "\(seen.count) items")
  }

  @Test(arguments: ["MLA", "MLB", "MLM"])
  func `from every listing the seller, the category and the offers lead back`(site: String) async throws {
    let client = try DeclaredClient.mercadoLibre([:], isReplay: true, fetch: SampleService().fetch(for: "mercadolibre"))
    var listings: [ItemID: Item] = [:]
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for item in try await client.products(String(letter), site: site).items { listings[item.id] = item }
    }
    #expect(listings.count >= 20)
    for item in listings.values {
      let seller = try #require(try await client.related("seller", to: item).items.first)
      #expect(seller.id == item.creatorID && seller.title == item.creator)
      let products = try await client.related("products", to: seller)
      #expect(products.items.contains { listings[$0.id] != nil })
      #expect(products.items.allSatisfy { $0.creatorID == item.creatorID })
      for word in ["category", "offers"] {
        let page = try await client.related(word, to: item)
        #expect(page.extent == .all && page.skipped.isEmpty)
        // Only some products have offers.
        if page.items.isEmpty, word == "offers" { continue }
        #expect(page.items.contains { $0.id == item.id }, "\(item.title) \(word)")
        if word == "category" { #expect(page.items.allSatisfy { $0.albumID == item.albumID }) }
      }
      let link = try #require(item.link)
      #expect(try await client.item(for: .page(link.text), filters: [:]).id == item.id)
      #expect(try await client.item(for: .item(item.id), filters: [:]).title == item.title)
      #expect(try await client.details(of: item, filters: [:]).item.creator == item.creator)
    }
  }

  @Test func `a product of the catalog shows its offers, and its seller's other listings`() async throws {
    let client = try DeclaredClient.mercadoLibre([:], isReplay: true, fetch: SampleService().fetch(for: "mercadolibre"))
    let details = try await client.details(of: .mercadoLibre("product", "MLA700100101", "x"), filters: [:])
    #expect(details.filled.map(\.relation.word) == ["offers"])
    let offer = try #require(try details.filled[0].answer.get().items.first)
    #expect(try await client.details(of: offer, filters: [:]).item.link != nil)
    let seller = try await client.item(for: .page("https://sample.liner.invalid/perfil/880101"), filters: [:])
    #expect(seller.title == "LA CUERDA FLOJA")
  }
}
