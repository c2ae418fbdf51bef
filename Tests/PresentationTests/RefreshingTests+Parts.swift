import Domain
import Synchronization
import TestSupport
import Testing

@testable import Presentation

/// Refreshes of which a part failed.
extension RefreshingTests {
  @Test func `a part that fails hides nothing of the others, is named, and is asked again alone`() async {
    let isDown = Atomic(true)
    let asked = Atomic(0)
    let coordinator = await coordinator {
      isDown.load(ordering: .relaxed) ? .failure(.offline(host: "x.example")) : .success(["Play"])
    } fresh: {
      asked.add(1, ordering: .relaxed)
      return .success(["Banana Pancakes", "Flake"])
    }
    _ = await play("search x", on: coordinator)
    #expect(
      await nextTold() == """
        1 new, 1 gone: type show. TV Show: Could
        not reach x.example. Check the
        connection, then: retry

        """)
    let shown = await play("show", on: coordinator)
    #expect(shown.hasPrefix("x\nTV Show as of 9:12; refresh failed, retry asks again\n\nSong"))
    #expect(shown.contains("   4 ☆ Flake\n") && shown.contains("   3 ☆ Show\n"))
    isDown.store(false, ordering: .relaxed)
    let retried = await play("retry", on: coordinator)
    #expect(retried.hasPrefix("x\n\nSong") && !retried.contains("Show\n"))
    #expect(asked.load(ordering: .relaxed) == 1)
  }

  @Test func `a part of a list that fails keeps its rows until retry brings them`() async {
    let isDown = Atomic(true)
    let coordinator = await coordinator {
      .success(["Flake", isDown.load(ordering: .relaxed) ? "! Banana Pancakes" : "Banana Pancakes by Jack"])
    }
    _ = await play("search x", on: coordinator)
    let told = await nextTold()?.replacing("\n", with: " ")
    #expect(told?.hasPrefix("1 new, 1 gone: type show. incomplete: itunes:song:Banana Pancakes: Could not ") == true)
    for command in ["show", "retry", "reload"] {
      let shown = await play(command, on: coordinator)
      #expect(shown.hasPrefix("x\nitunes:song:Banana Pancakes as of 9:12; refresh failed, retry asks again\n\nSong"))
      #expect(shown.contains("   3 ☆ Flake\n   2 ☆ Banana Pancakes\n"))
    }
    isDown.store(false, ordering: .relaxed)
    #expect(await play("retry", on: coordinator).hasPrefix("x\n\nSong"))
    #expect(await play("show", on: coordinator).contains("   2 ☆ Banana Pancakes  Jack\n"))
  }

  /// The part of an item that failed, by the source of its row.
  @Test(arguments: [
    (Section.Source.news([], from: "", to: ""), "Maker"), (.stores(.stub("Air"), in: []), "DE"),
    (.elsewhere(.item(.stub("Air")), in: ["itunes", "beta"], []), "itunes"),
    (.elsewhere(.item(.stub("Air")), in: ["itunes"], []), "wikidata"), (.memory, "itunes:song:Old"),
  ])
  func `rows of parts that failed stay in their places, others go`(source: Section.Source, part: String) {
    var screen = Screen(kind: .stores, catalog: "itunes", title: "")
    screen.sections = [Section(category: "song", title: "", source: source)]
    screen.staleness = Staleness(since: "9:12")
    let old = changing(Item.stub("Old")) { ($0.storefront, $0.from) = ("DE", "Maker") }
    screen.receive(.success(ItemList(items: [old, .stub("Kept")])), inSection: 0)
    for failed in [part, "beta"] {
      screen.sections[0].awaitEverything()
      let remark = Remark.incomplete([failed], .offline(host: "x.example"))
      screen.receive(.success(ItemList(items: [.stub("New"), .stub("Kept")])), with: [remark], inSection: 0)
      let isKept = failed == part || part == "wikidata"
      #expect(screen.sections[0].rows.map(\.item.title) == (isKept ? ["New", "Old", "Kept"] : ["New", "Kept"]))
    }
  }

  @Test func `a catalog that failed elsewhere is not asked at once again`() async {
    func catalog(_ name: String) -> Catalog {
      Catalog(name: name, title: name, categories: [Category(name: "song", title: "Song")])
    }
    let own = StubCatalogClient(.stub, items: ["song": [.stub("Air", creator: "Bach")]])
    let beta = StubCatalogClient(catalog("beta")) { _ in
      Self.answerFromDisk()
      let id = ItemID(catalog: "beta", category: "song", key: "1")
      return .success(ItemList(items: [changing(Item(id: id, title: "Air")) { $0.creator = "Bach" }]))
    }
    let gamma = StubCatalogClient(catalog("gamma")) { _ in .failure(.offline(host: "x.example")) }
    let coordinator = await coordinator(of: own, beta, gamma)
    let text = await play("search x --in song; elsewhere 1 beta,gamma", on: coordinator)
    #expect(text.contains("as of 9:12; reload refreshes\n   1 ☆ Air  beta  song"))
  }

  @Test(arguments: [false, true])
  func `a list that an item's refresh lacks is not gone`(isOnly: Bool) async {
    let cast = Relation("cast", title: "Cast", category: "album")
    let albums = Relation("albums", title: "Albums", category: "album")
    let client = StubCatalogClient(.stub) { item in
      guard RequestContext.current.acceptsStale else {
        let fresh = ItemDetails.Filled(albums, .success(ItemList(items: [.stub("New", category: "album")])))
        let failed = ItemDetails.Filled(cast, .failure(.offline(host: "x.example")))
        let now = Item.stub(item.title, creator: "Jack")
        return .success(ItemDetails(item: now, filled: isOnly ? [failed] : [fresh, failed]))
      }
      Self.answerFromDisk()
      let old = (isOnly ? [cast] : [albums, cast]).map { relation in
        ItemDetails.Filled(relation, .success(ItemList(items: [.stub("Old \(relation.word)", category: "album")])))
      }
      return .success(ItemDetails(item: item, filled: old))
    } search: {
      .success(ItemList(items: $0.category.name == "song" ? [.stub("Song")] : []))
    }
    let coordinator = await coordinator(of: client)
    _ = await play("search x; open 1", on: coordinator)
    let differences = isOnly ? "1 changed" : "1 new, 1 gone, 1 changed"
    #expect(await nextTold()?.replacing("\n", with: " ").hasPrefix("\(differences): type show. Cast: ") == true)
    let shown = await play("show", on: coordinator)
    #expect(shown.contains("by Jack") && shown.contains("☆ Old cast\n") && !shown.contains("☆ Old albums"))
    #expect(shown.contains("☆ New\n") == !isOnly)
  }

  /// The refresh of songs fails or not, beside shows that failed before.
  @Test(arguments: [false, true])
  func `retry of a part that failed at first loses no refresh, and leaves nothing old unmarked`(isDown: Bool) async {
    let isUp = Atomic(false)
    let client = StubCatalogClient(.stub) { request in
      if request.category.name != "song" {
        return isUp.load(ordering: .relaxed)
          ? .success(ItemList(items: [.stub("Show")])) : .failure(.offline(host: "x.example"))
      }
      if RequestContext.current.acceptsStale {
        Self.answerFromDisk()
        return .success(ItemList(items: [.stub("Upside Down")]))
      }
      return isDown && !isUp.load(ordering: .relaxed)
        ? .failure(.offline(host: "x.example")) : .success(ItemList(items: [.stub("Flake")]))
    }
    let coordinator = await coordinator(of: client)
    _ = await play("search x", on: coordinator)
    #expect(await nextTold()?.hasPrefix(isDown ? "Could not reach" : "1 new, 1 gone: type show") == true)
    isUp.store(true, ordering: .relaxed)
    let retried = await play("retry", on: coordinator)
    #expect(retried.hasPrefix("x\n\nSong") && retried.contains("☆ Flake\n") && retried.contains("☆ Show\n"))
  }

  @Test func `retry after a part failed shows what the others brought`() async {
    let coordinator = await coordinator {
      .failure(.offline(host: "x.example"))
    } fresh: {
      .success(["Flake"])
    }
    _ = await play("search x", on: coordinator)
    _ = await nextTold()
    let retried = await play("retry", on: coordinator)
    #expect(retried.hasPrefix("x\nTV Show as of 9:12; refresh failed, retry asks again\n\nSong"))
    #expect(retried.contains("   4 ☆ Flake\n") && retried.contains("   3 ☆ Show\n"))
  }

  @Test func `retry takes no old answer for what a refresh lacked`() async {
    let coordinator = await coordinator { .success(Self.old + ["! Flake"]) }
    _ = await play("search x", on: coordinator)
    _ = await nextTold()
    #expect(await !play("show; retry", on: coordinator).contains("as of"))
  }
}
