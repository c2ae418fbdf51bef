import Domain
import TestSupport
import Testing

@testable import Presentation

/// A list of songs that is open, the loop that runs lines on it, and what comes out and is asked outside.
struct ErrandSession: Sendable {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2]

  let transcript = Transcript()
  let files = MemoryFiles()
  let coordinator: Coordinator

  /// - Parameter artwork: the cover of an item in a size, as JPEG.
  init(
    _ items: [Item],
    artwork: @escaping StubCatalogClient.Artwork = { item, size in
      item.artwork.flatMap { _ in WebLink("https://h.invalid/1/\(size).jpg") }
    }
  ) {
    func client(_ catalog: Catalog) -> StubCatalogClient {
      StubCatalogClient(
        catalog, details: StubCatalogClient.itemAlone, artwork: artwork,
        pngArtwork: { item, size in item.artwork.flatMap { _ in WebLink("https://h.invalid/1/\(size).png") } },
        search: { _ in .success(ItemList(items: items)) })
    }
    let songs = Catalog(
      name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)],
      features: [.previews, .sizedArtwork])
    let films = Catalog(name: "plain", title: "Plain", categories: [Category(name: "film", title: "Film")])
    coordinator = Coordinator(clients: [client(songs), client(films)], start: "c")
  }

  /// Runs the script after the list was opened.
  func run(
    _ script: String, desktop: RecordingDesktop = RecordingDesktop(), form: OutputForm = .text,
    answer: Result<[UInt8], CatalogError> = .success(ErrandSession.jpeg), budgets: [RequestBudget] = [],
    interruption: Interruption = Interruption(), shell: Repl.Options.Shell = .prompt,
    fetched: (@Sendable (WebLink) -> Void)? = nil
  ) async -> Repl.End {
    var outside = Outside(
      desktop: desktop,
      fetch: { [transcript] link async throws(CatalogError) in
        transcript.note(link.text)
        RequestContext.current.log?.append(Exchange(method: "GET", url: link.text, source: .network))
        fetched?(link)
        if link.text.contains("/4/") { throw .notFound(host: "h.invalid") }
        return try answer.get()
      }, budgets: { budgets })
    outside.refusal = {
      $0.text.contains("//localhost") ? .offLimits(host: "localhost", address: "localhost") : nil
    }
    await coordinator.observe { [transcript] in transcript.show($0) }
    let repl = await transcript.repl(
      options: Repl.Options(form: form, shell: shell), interruption: interruption, files: files, outside: outside,
      on: coordinator)
    _ = await repl.run(ArraySource("open song", source: "-c"))
    transcript.clear()
    return await repl.run(ArraySource(script, source: "-c"))
  }
}

/// Tests of what becomes of items outside: pages, players, covers, commands of the shell.
protocol ErrandSuite: Sendable {
  var session: ErrandSession { get }
}

extension ErrandSuite {
  var transcript: Transcript { session.transcript }
  var files: MemoryFiles { session.files }
}

extension [Item] {
  /// 1 has everything, 2 has nothing, 3 is from a catalog without previews.
  static let threeErrands: [Item] = [
    full, .made("Empty", catalog: "c", key: "2"), .made("Foreign", category: "film", catalog: "plain", key: "3"),
  ]

  /// 1 and 4 have everything, 2 has nothing, 3 has a cover that is not there, 5 leads to this machine.
  static let fiveErrands: [Item] = [
    full, .made("Empty", catalog: "c", key: "2"),
    .made("Gone", catalog: "c", key: "4") { item in item.artwork = WebLink("https://h.invalid/4/100.jpg") },
    .made("Full", catalog: "c", key: "5") { item in
      item.link = WebLink("https://h.invalid/5")
      item.preview = WebLink("https://h.invalid/5.m4a")
      item.audio = WebLink("https://h.invalid/5.mp3")
      item.artwork = WebLink("https://h.invalid/5/100.jpg")
    },
    .made("Sly", catalog: "c", key: "6") { item in
      item.preview = WebLink("http://localhost:631/x.mp3")
      item.artwork = WebLink("http://localhost:631/6/100.jpg")
    },
  ]

  private static let full = Item.made("Full", catalog: "c", key: "1") { item in
    item.link = WebLink("https://h.invalid/1")
    item.preview = WebLink("https://h.invalid/1.m4a")
    item.artwork = WebLink("https://h.invalid/1/100.jpg")
  }
}
