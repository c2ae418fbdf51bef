import Domain
import Presentation
import Synchronization
import TestSupport
import Testing

/// One category or storefront that fails: told everywhere, counted, and a failure of the command only where every part is
/// wanted.
struct PartFailureTests {
  private let told =
    "tour.liner:1: search vivaldi: Podcast: Could not reach itunes.apple.com. Check the connection, then: retry\n"

  /// Answers songs and nothing else.
  private func coordinator() -> Coordinator {
    let service = StubCatalogClient { request in
      guard request.category.name != "podcast" else { return .failure(.offline(host: "itunes.apple.com")) }
      return .success(ItemList(items: request.category.name == "song" ? [.made("Summer")] : []))
    }
    return Coordinator(clients: [service], start: "itunes")
  }

  private func played(_ script: String, _ form: OutputForm = .text, isStrict: Bool = false) async -> Played {
    await Played.script(
      script, options: Repl.Options(form: form, isStrict: isStrict), on: coordinator())
  }

  @Test(arguments: [OutputForm.text, .json, .csv, .tsv, .markdown])
  func `a part that failed is told on standard error, once, in every form`(form: OutputForm) async {
    let played = await played("search vivaldi\nshow\ntrail", form)
    #expect(played.diagnostics == told)
    #expect(played.end == .finished && !played.hasFailed)
  }

  @Test func `JSON counts it`() async throws {
    let lines = await played("search vivaldi\ntrail", .json).lines
    #expect(lines[0].contains(#""failed":1}"#))
    #expect(lines[0].contains(#""ok":true"#))
  }

  @Test(arguments: [OutputForm.text, .json, .csv])
  func `where every part is wanted the command has failed, with its results`(form: OutputForm) async {
    let played = await played("search vivaldi\ntrail", form, isStrict: true)
    #expect(played.end == .failed && played.hasFailed && played.failedCommands == 1)
    #expect(played.diagnostics == told)
    if form == .text { #expect(played.results.contains("Summer")) }
    if form == .json {
      #expect(played.lines[0].contains(#""ok":false,"error":{"code":"offline""#))
      #expect(played.lines[0].contains(#""title":"Summer""#))
    }
  }

  @Test func `such a failure can be expected, and going back to its screen is none`() async {
    let played = await played("search vivaldi\nexpect error offline\nhome\nforward\nshow", isStrict: true)
    #expect(played.end == .finished && !played.hasFailed)
  }

  @Test func `stores of one cause are one line, and a long list of them is cut`() {
    let codes = ["CA", "DE", "FR", "GB", "IT", "JP", "MX", "NL", "PL", "SE"]
    var section = Section(category: "song", title: "Stores", content: .idle)
    section.remarks = [
      .unknownStorefronts(codes, of: 61, .rateLimited(host: "h", retryAfter: nil)),
      .unknownStorefronts(["AU"], of: 61, .offline(host: "h")),
    ]
    let screen = Screen(kind: .stores, catalog: "itunes", title: "Stores", sections: [section])
    #expect(screen.failedParts == 11)
    #expect(
      TextRenderer().render(screen, favorites: Favorites()).text.split(separator: "\n").dropFirst() == [
        "  10 of 61 stores did not answer: CA, DE, FR, GB, IT, JP, MX, NL, …; retry asks again (rate-limited)",
        "  1 of 61 stores did not answer: AU; retry asks again (offline)",
      ])
  }

  @Test func `retry repeats what was cancelled, until another screen is gone to`() async {
    let terms = Mutex<[String]>([])
    let box = Mutex<Coordinator?>(nil)
    let service = StubCatalogClient { request in
      let isFirst = terms.withLock { terms in
        terms.append(request.term)
        return terms.count == 1
      }
      if isFirst {
        await box.withLock(\.self)?.cancelLoad()
        return .failure(.cancelled)
      }
      return .success(ItemList(items: [.made("Summer")]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    box.withLock { $0 = coordinator }
    let played = await Played.script(
      "search vivaldi --in song\nlimits\nset limit 5\nshow\nretry\nretry\nexpect error nothing-here",
      options: Repl.Options(keepsGoing: true),
      on: coordinator)
    #expect(terms.withLock(\.self) == ["vivaldi", "vivaldi"])
    #expect(await coordinator.trail == ["home", "vivaldi"])
    #expect(played.results.contains("Summer"))
  }
}
