import Domain
import TestSupport
import Testing

@testable import Presentation

/// Pages, players and covers of one item.
struct DesktopErrandTests: ErrandSuite {
  let session = ErrandSession(.threeErrands)

  // MARK: Pages and previews

  @Test func `a link is printed`() async {
    _ = await session.run("link 1")
    #expect(transcript.results == "https://h.invalid/1\n")
  }

  @Test func `an episode without a page is linked and copied by its sound`() async {
    let episode = Item.made("Episode", catalog: "c", key: "1") { $0.audio = WebLink("https://h.invalid/e.mp3?x=1") }
    let desktop = RecordingDesktop()
    let other = ErrandSession([episode])
    _ = await other.run("link 1; copy 1; browse 1", desktop: desktop)
    #expect(other.transcript.results.hasPrefix("https://h.invalid/e.mp3?x=1\n"))
    #expect(desktop.requests == ["copy https://h.invalid/e.mp3?x=1"])
  }

  @Test func `an item's own screen needs no number`() async {
    _ = await session.run("expect items 3; open 1; link; expect text \"https://h.invalid/1\"")
    #expect(transcript.diagnostics == "")
  }

  @Test func `a page is opened, copied and a preview played, each once`() async {
    let desktop = RecordingDesktop()
    _ = await session.run("browse 1; copy 1; play 1", desktop: desktop)
    #expect(
      desktop.requests == [
        "browse https://h.invalid/1", "copy https://h.invalid/1", "play Full https://h.invalid/1.m4a",
      ])
    #expect(
      transcript.results
        == "opened https://h.invalid/1\nasked the terminal to copy https://h.invalid/1\nplayed https://h.invalid/1.m4a with mpv\n"
    )
  }

  @Test(arguments: [
    ("link 2", "there is no web page for this item"), ("browse 2", "there is no web page for this item"),
    ("copy 2", "there is no web page for this item"), ("link 2-3", "there is no web page for this item"),
    ("play 2", "there is no preview for this item"),
    ("play 3", "Plain has no previews"), ("artwork 2", "there is no cover for this item"),
    ("artwork 3", "there is no cover for this item"), ("artwork 3 --size 5", "Plain has no covers in other sizes"),
  ])
  func `what an item lacks is said, and nothing is started`(line: String, sentence: String) async {
    let desktop = RecordingDesktop()
    #expect(await session.run(line, desktop: desktop) == .failed)
    #expect(transcript.diagnostics == "-c:1: \(line): \(sentence)\n")
    #expect(desktop.requests.isEmpty)
    #expect(transcript.notes.isEmpty)
  }

  @Test func `a number that is not there is no item`() async {
    _ = await session.run("link 9; expect error no-such-item")
    #expect(transcript.diagnostics == "-c:1: link 9: there is no item 9 here; this screen has 1-3\n")
  }

  @Test(
    arguments: [
      ("https://h.invalid/1.m4a", "The address is https://h.invalid/1.m4a"), ("/d/1.m4a", "The file is /d/1.m4a"),
    ])
  func `a missing program is an error that tells where to find the sound`(_ target: String, _ place: String) async {
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        throw .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play previews", target: target))
      })
    _ = await session.run("play 1; expect error nothing-here", desktop: desktop)
    #expect(
      transcript.diagnostics
        == "-c:1: play 1: no program to play previews found; install mpv, ffmpeg or vlc. \(place)\n")
  }

  @Test func `cancelling stops what plays, and ends the script`() async {
    let gate = Gate()
    let interruption = Interruption()
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        gate.open()
        while !Task.isCancelled { await Task.yield() }
        return Playback(player: "mpv", wasStopped: true)
      })
    async let end = session.run("play 1; link 1", desktop: desktop, interruption: interruption)
    await gate.wait()
    interruption.raise()
    #expect(await session.coordinator.cancelLoad())
    #expect(await end == .interrupted)
    #expect(transcript.results == "stopped https://h.invalid/1.m4a with mpv\n")
    #expect(await !session.coordinator.cancelLoad())
  }

  // MARK: Covers

  @Test func `without a terminal the largest cover's address is printed, and nothing fetched`() async {
    _ = await session.run("artwork 1; artwork 1 --size 300")
    #expect(transcript.results == "https://h.invalid/1/10000.jpg\nhttps://h.invalid/1/300.jpg\n")
    #expect(transcript.notes.isEmpty)
  }

  @Test func `a terminal that draws nothing is told with the address`() async {
    _ = await session.run("artwork 1", desktop: RecordingDesktop(pictures: .cannot(.noGraphics)))
    #expect(
      transcript.results == """
        https://h.invalid/1/10000.jpg
        This terminal cannot show pictures; install chafa to see them as text

        """)
  }

  @Test(arguments: [
    ([Picture.Format.jpeg, .png], "artwork 1", ErrandSession.jpeg, "https://h.invalid/1/600.jpg", "show jpeg"),
    ([.jpeg, .png], "artwork 1 --size 90", ErrandSession.jpeg, "https://h.invalid/1/90.jpg", "show jpeg"),
    ([.png], "artwork 1", ErrandSession.png, "https://h.invalid/1/600.png", "show png"),
  ])
  func `a cover is fetched in a size and format that can be shown`(
    formats: [Picture.Format], line: String, answer: [UInt8], fetched: String, shown: String
  ) async {
    let desktop = RecordingDesktop(pictures: .shows(formats))
    _ = await session.run(line, desktop: desktop, answer: .success(answer))
    #expect(transcript.notes == [fetched])
    #expect(desktop.requests == [shown])
    #expect(transcript.results == "")
  }

  @Test func `a picture in a format that cannot be shown is not`() async {
    let desktop = RecordingDesktop(pictures: .shows([.png]))
    _ = await session.run("artwork 1", desktop: desktop, answer: .success(ErrandSession.jpeg))
    #expect(desktop.requests == [])
    #expect(
      transcript.results == """
        https://h.invalid/1/600.png
        This terminal cannot show JPEG pictures; install chafa to see them

        """)
  }

  @Test func `JSON has addresses and never a picture`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await session.run("artwork 1; artwork 1 --save a.jpg; link 1; play 1", desktop: desktop, form: .json)
    #expect(desktop.requests == ["play Full https://h.invalid/1.m4a"])
    let head = #"{"v":1,"source":"-c","line":1,"command":"#
    #expect(
      transcript.results == """
        \(head)"artwork 1","ok":true,"artwork":{"url":"https://h.invalid/1/10000.jpg"}}
        \(head)"artwork 1 --save a.jpg","ok":true,"artwork":{"url":"https://h.invalid/1/10000.jpg","file":"a.jpg"}}
        \(head)"link 1","ok":true,"link":"https://h.invalid/1"}
        \(head)"play 1","ok":true,"played":"https://h.invalid/1.m4a"}

        """)
  }

  @Test func `a cover is saved, and replaces no file unless told to`() async {
    _ = await session.run(
      "artwork 1 --save a.jpg; artwork 1 --save a.jpg; expect error file; artwork 1 --save a.jpg --force")
    #expect(files.paths == ["a.jpg"])
    #expect(transcript.results == String(repeating: "a.jpg  6 bytes from https://h.invalid/1/10000.jpg\n", count: 2))
    #expect(transcript.diagnostics == "-c:1: artwork 1 --save a.jpg: a.jpg already exists; --force replaces it\n")
  }

  @Test(arguments: [
    (Result<[UInt8], CatalogError>.success(Array("<html>".utf8)), ErrorCode.unreadable),
    (.success([]), .unreadable), (.failure(.notFound(host: "h")), .notFound), (.failure(.cancelled), .cancelled),
  ])
  func `what is no picture is not saved`(answer: Result<[UInt8], CatalogError>, code: ErrorCode) async {
    #expect(await session.run("artwork 1 --save a.jpg; expect error \(code.rawValue)", answer: answer) == .finished)
    #expect(files.paths.isEmpty)
  }
}
