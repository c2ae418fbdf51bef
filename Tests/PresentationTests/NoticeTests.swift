import Domain
import Presentation
import Synchronization
import TestSupport
import Testing

struct NoticeTests {
  @Test(arguments: [
    (
      Notice.listingsClosed(host: "api.mercadolibre.com"),
      "api.mercadolibre.com denies these credentials its listings; using its product catalog for this session"
    ),
    (
      .credentialsNotKept(FileError(path: "/s/liner/mercadolibre.json", .noSpace)),
      "Could not save the renewed credentials in /s/liner/mercadolibre.json: no space left on the disk. "
        + "They are lost when liner exits"
    ),
  ])
  func `a notice is a sentence`(notice: Notice, sentence: String) {
    #expect(ErrorMessages.sentence(for: notice) == sentence)
  }

  @Test(arguments: [
    (
      CatalogError.credentialsMissing(variables: [["TOKEN"], ["ID", "SECRET", "REFRESH"]]),
      "This catalog needs credentials. Set TOKEN, or ID, SECRET and REFRESH, then restart", ErrorCode.refused
    ),
    (
      .credentialsMissing(variables: [["TOKEN"]], about: "free at h"),
      "This catalog needs credentials. Set TOKEN (free at h), then restart", .refused
    ),
    (
      .credentialsNeeded("https://h/1", in: ["one"], variables: [["TOKEN"]], about: "free at h"),
      "one has \"https://h/1\", and needs credentials. Set TOKEN (free at h), then restart", .refused
    ),
    (
      .credentialsRejected(host: "h", reason: "used already"),
      "h rejects the credentials: used already. Renew them, then restart", .refused
    ),
    (
      .credentialsRejected(host: "h", reason: nil, variable: "LINER_H_TOKEN"),
      "h rejects the credentials. Renew the token in LINER_H_TOKEN, then restart", .refused
    ),
    (
      .credentialsRejected(host: "h", reason: nil, catalog: "nas"),
      "h rejects the credentials. Sign in again: catalog sign-in nas", .refused
    ),
    (
      .credentialsRejected(host: "h", reason: "Used already!"),
      "h rejects the credentials: Used already! Renew them, then restart", .refused
    ),
    (.reported(host: "h", code: .notFound, message: "No such film."), "h reports: No such film.", .notFound),
    (.reported(host: "h", code: .refused, message: "Wrong password"), "h reports: Wrong password.", .refused),
    (.reported(host: "h", code: .server, message: nil), "h reports: an error. Try again later: retry", .server),
    (
      .credentialsNotKept(FileError(path: "/s/f", .notPermitted)),
      "The credentials have expired, and the new ones could not be saved in /s/f: permission denied. Fix that, then: retry",
      .file
    ),
  ])
  func `a service's own words end with one full stop, and then what to do`(
    error: CatalogError, sentence: String, code: ErrorCode
  ) {
    #expect(ErrorMessages.sentence(for: error) == sentence)
    #expect(error.code == code)
  }

  @Test(arguments: [OutputFormat.text, .json])
  func `a notice about a catalog is printed before its first request, and in the JSON of that command`(
    form: OutputFormat
  ) async {
    let notice = Notice.declaration(path: "mine.json", hosts: ["h"], variables: [])
    let transcript = Transcript()
    let client = StubCatalogClient(
      Catalog(name: "test", title: "Test", categories: [Category(name: "thing", title: "Thing")])
    ) { _ in
      transcript.note(transcript.diagnostics)
      return .success(ItemList(items: []))
    }
    let repl = await transcript.repl(
      options: Repl.Options(form: form), on: Coordinator(clients: [client], notices: [notice], start: "test"))
    _ = await repl.run(ArraySource("search a\nsearch b", source: "tour.liner"))
    let sentence = ErrorMessages.sentence(for: notice) + "\n"
    #expect(transcript.notes == [sentence, sentence])
    #expect(
      transcript.data.split(separator: "\n").map { $0.contains(#""notice":"mine.json"#) }
        == (form == .json ? [true, false] : []))
  }
}
