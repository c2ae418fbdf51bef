import Domain
import Presentation
import Synchronization
import TestSupport
import Testing

struct NoticeTests {
  @Test(arguments: [
    (
      Notice.listingsClosed(host: "api.mercadolibre.com"),
      "api.mercadolibre.com does not show its listings to these credentials; "
        + "the product catalogue answers for this session"
    ),
    (
      .credentialsNotKept(path: "/s/liner/mercadolibre.json", reason: "No space left on device"),
      "The renewed credentials could not be kept at /s/liner/mercadolibre.json: No space left on device. "
        + "They end with this session"
    ),
  ])
  func `a notice is a sentence`(notice: Notice, sentence: String) {
    #expect(ErrorMessages.sentence(for: notice) == sentence)
  }

  @Test(arguments: [
    (
      CatalogError.credentialsMissing(variables: [["TOKEN"], ["ID", "SECRET", "REFRESH"]]),
      "Credentials are needed. Set TOKEN, or else ID, SECRET and REFRESH, and start again", ErrorCode.refused
    ),
    (
      .credentialsRejected(host: "h", reason: "used already"),
      "h does not accept the credentials: used already. Renew them and start again", .refused
    ),
    (
      .credentialsNotKept(path: "/s/f", reason: "Permission denied"),
      "The credentials have run out, and new ones could not be kept at /s/f: Permission denied. See to that, then: retry",
      .file
    ),
  ])
  func `what is wrong with credentials is a sentence that says what to do`(
    error: CatalogError, sentence: String, code: ErrorCode
  ) {
    #expect(ErrorMessages.sentence(for: error) == sentence)
    #expect(error.code == code)
  }

  @Test(arguments: OutputForm.allCases)
  func `a notice is told once, beside the results`(form: OutputForm) async {
    let coordinator = Coordinator(clients: [NoticingClient()], start: "test")
    let transcript = await Transcript.of("search a\nshow\nsearch b\n", form: form, on: coordinator)
    #expect(transcript.diagnostics == [ErrorMessages.sentence(for: NoticingClient.notice) + "\n"])
    let mentions = transcript.results.count { $0.contains(#""notice":"h does not show"#) }
    #expect(mentions == (form == .json ? 1 : 0))
  }
}

/// Finds nothing, and has something to say at first.
private final class NoticingClient: CatalogClient {
  static let notice = Notice.listingsClosed(host: "h")

  let catalog = Catalog(name: "test", title: "Test", categories: [Category(name: "thing", title: "Thing")])
  private let isFirst = Atomic(true)

  func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
    if isFirst.exchange(false, ordering: .relaxed) { RequestContext.current.log?.append(Self.notice) }
    return Page(items: [])
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    ItemDetails(item: item)
  }
}

/// What a script printed.
private struct Transcript {
  var results: [String] = []
  var diagnostics: [String] = []

  static func of(_ script: String, form: OutputForm, on coordinator: isolated Coordinator) async -> Transcript {
    let transcript = Mutex(Transcript())
    var repl = Repl(
      output: Repl.Output(
        results: { text in transcript.withLock { $0.results.append(text.text) } },
        data: { bytes in transcript.withLock { $0.results.append(String(decoding: bytes, as: UTF8.self)) } },
        diagnostics: { text in transcript.withLock { $0.diagnostics.append(text.text) } }),
      interruption: Interruption(), options: Repl.Options(form: form), files: MemoryFiles(), errands: .uninvited,
      openScript: { path throws(CommandError) in throw .file(path: path, .notFound) })
    _ = await repl.run(ArraySource(script, source: "test"), on: coordinator)
    return transcript.withLock(\.self)
  }
}
