import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Recorded answers, where they lie beside the package; they are no part of it.
struct MercadoLibreRecordedTests {
  private static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // A worktree may lie one level deeper.
    return ["../shared/recorded/mercadolibre", "../../shared/recorded/mercadolibre"]
      .map { root.appending(path: $0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  private func answer(_ name: String, status: Int = 200) throws -> HTTPResponse {
    let folder = try #require(Self.folder)
    return HTTPResponse(status: status, body: [UInt8](try Foundation.Data(contentsOf: folder.appending(path: name))))
  }

  @Test(.enabled(if: folder != nil)) func `a recorded search gives an item for every row`() async throws {
    let stub = MercadoLibreStub(["sites/MCO/search": try answer("search-3-results.json")])
    let page = try await stub.client().search(.products("iphone", site: "MCO", limit: 3))
    #expect(page.items.count == 3)
    #expect(page.skipped.isEmpty)
    #expect(page.hasMore)
    let item = try #require(page.items.first)
    #expect(item.id.description == "mercadolibre:product:MCO613074938")
    #expect(item.title == "iPhone 6s 128 Gb Plata")
    #expect(item.price == Price(amount: 1_020_000, currency: "COP"))
    #expect(item.creator == "Apple")
    #expect(item.artwork?.text.hasPrefix("https://") == true)
    #expect(item.facts.contains(Fact("Available", "3")))
  }

  @Test(.enabled(if: folder != nil)) func `recorded items are read in full`() throws {
    let json = try JSONValue(parsing: answer("items-multiget.json").body)
    for entry in try #require(json.array) {
      let item = try Item(MercadoLibreRow(try #require(entry["body"])), by: .listings)
      #expect(item.price != nil)
      #expect(item.creatorID != nil)
      #expect(item.facts.contains { $0.label == "Warranty" })
      #expect(item.facts.contains { $0.label == "Picture 2" })
      #expect(item.facts.allSatisfy { !$0.value.isEmpty })
    }
  }

  @Test(
    .enabled(if: folder != nil),
    arguments: [
      ("transcribed-error-400-products-search-offset.json", 400, "external_search_products.offset"),
      ("transcribed-error-400-invalid-grant.json", 400, "Error validating grant."),
      ("transcribed-error-401-no-token.json", 401, "authorization value not present"),
      ("transcribed-error-403-policyagent.json", 403, "At least one policy returned UNAUTHORIZED."),
      ("transcribed-error-403-search.json", 403, "forbidden"),
    ])
  func `a recorded refusal gives its reason`(file: String, status: Int, beginning: String) throws {
    let response = try answer(file, status: status)
    let error = #expect(throws: CatalogError.self) { try MercadoLibreAnswer(response, from: "h") }
    guard case .refused("h", status, let reason?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix(beginning))
  }
}
