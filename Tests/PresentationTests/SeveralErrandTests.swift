import Domain
import TestSupport
import Testing

@testable import Presentation

/// Pages, players and covers of several items.
struct SeveralErrandTests: ErrandSuite {
  let session = ErrandSession(.fiveErrands, artwork: { item, _ in item.artwork })

  @Test func `links of several are printed one a line, and what has none is told`() async {
    #expect(await session.run("link all; expect text https://h.invalid/5") == .finished)
    #expect(transcript.results == "https://h.invalid/1\nhttps://h.invalid/5\n")
    #expect(transcript.diagnostics == "-c:1: link all: 3 skipped: no page for 2-3,5\n")
  }

  @Test func `one number that is not there fails the whole command`() async {
    let desktop = RecordingDesktop()
    #expect(await session.run("browse 1,9", desktop: desktop) == .failed)
    #expect(desktop.requests.isEmpty)
  }

  @Test func `several are opened, copied one a line, and played one after the other, episodes whole`() async {
    let desktop = RecordingDesktop()
    _ = await session.run("browse 1,4; copy 1,4; play 1,4", desktop: desktop)
    #expect(
      desktop.requests == [
        "browse https://h.invalid/1", "browse https://h.invalid/5", "copy https://h.invalid/1\nhttps://h.invalid/5",
        "play Full (1 of 2) https://h.invalid/1.m4a", "play Full (2 of 2) https://h.invalid/5.mp3",
      ])
  }

  @Test func `a page on this machine is printed, and opened by no browser`() async {
    let other = ErrandSession([.made("Sly", catalog: "c") { $0.link = WebLink("http://localhost:631/admin") }])
    let desktop = RecordingDesktop()
    #expect(await other.run("link 1; browse 1", desktop: desktop) == .failed)
    #expect(other.transcript.results == "http://localhost:631/admin\n")
    #expect(other.transcript.diagnostics.hasPrefix("-c:1: browse 1: localhost is on this machine"))
    #expect(desktop.requests.isEmpty)
  }

  @Test func `more than five pages are opened only for who is sure`() async {
    let six = ErrandSession(
      (1...6).map { number in
        .made("\(number)", catalog: "c", key: "\(number)") { $0.link = WebLink("https://h.invalid/\(number)") }
      })
    let desktop = RecordingDesktop()
    #expect(await six.run("browse all", desktop: desktop) == .failed)
    #expect(
      six.transcript.diagnostics == "-c:1: browse all: that would open 6 pages; add --yes for more than 5\n")
    #expect(desktop.requests.isEmpty)
    _ = await six.run("browse 1-5", desktop: desktop)
    _ = await six.run("browse all --yes", desktop: desktop)
    #expect(desktop.requests.count == 11)
  }

  @Test func `what a stranger leads to this machine is neither played nor fetched`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await session.run(
      "play 5; expect error refused; artwork 5; expect error refused; artwork 5 --save x.jpg; expect error refused",
      desktop: desktop)
    _ = await session.run("set covers on; open 5", desktop: desktop)
    #expect(desktop.requests.isEmpty)
    #expect(transcript.notes.isEmpty)
    #expect(files.paths.isEmpty)
  }

  @Test func `covers are saved in a folder, each under a name of its own, and failures keep nobody from the rest`()
    async
  {
    #expect(await session.run("artwork all --save c/") == .finished)
    #expect(files.paths == ["c/Full.jpg", "c/Full (2).jpg"])
    #expect(
      transcript.results == """
        c/Full.jpg  6 bytes from https://h.invalid/1/100.jpg
        c/Full (2).jpg  6 bytes from https://h.invalid/5/100.jpg

        """)
    #expect(
      transcript.diagnostics == """
        -c:1: artwork all --save c/: 3 Gone: h.invalid has nothing at that address (HTTP 404)
        -c:1: artwork all --save c/: 5 Sly: localhost is on this machine or its network, where feeds and declarations must not lead
        -c:1: artwork all --save c/: 1 skipped: no cover for 2

        """)
    #expect(
      transcript.loads == [
        "asking C", "saving cover 1 of 4", "saving cover 2 of 4", "saving cover 3 of 4",
        "saving cover 4 of 4", "answered",
      ])
  }

  @Test func `a cover that is there already stays, and is not asked for again`() async {
    files["c/Full.jpg"] = "mine"
    #expect(await session.run("artwork 1,4 --save c/") == .finished)
    #expect(files["c/Full.jpg"] == "mine")
    #expect(transcript.notes == ["https://h.invalid/5/100.jpg"])
    #expect(transcript.results.hasPrefix("c/Full.jpg  already exists; not replaced\n"))
    #expect(transcript.diagnostics == "-c:1: artwork 1,4 --save c/: 1 already existed; --force replaces\n")
    #expect(await session.run("artwork 1 --save c/") == .failed)
    #expect(await session.run("artwork 1,4 --save c/ --force") == .finished)
    #expect(files["c/Full.jpg"] != "mine")
  }

  @Test func `covers of several do not go into one file`() async {
    #expect(await session.run("artwork 1-2 --save c.jpg") == .failed)
    #expect(transcript.notes.isEmpty)
    #expect(transcript.diagnostics.hasSuffix("with a slash at the end: --save c.jpg/\n"))
  }

  @Test func `a full disk ends it, and how far it came is told`() async {
    let files = files
    let end = await session.run("artwork 1,4 --save c/; expect error file") { link in
      if link.text.contains("/5/") { files.failWrites(with: .noSpace) }
    }
    #expect(end == .finished)
    #expect(
      transcript.diagnostics
        == "-c:1: artwork 1,4 --save c/: c/Full (2).jpg: no space left on the disk; nothing was written (after 1 of 2 succeeded)\n"
    )
  }

  @Test func `Ctrl-C keeps what is done`() async {
    let interruption = Interruption()
    let end = await session.run("artwork 1,4 --save c/; link 1", interruption: interruption) { link in
      if link.text.contains("/1/") { interruption.raise() }
    }
    #expect(end == .interrupted)
    #expect(files.paths == ["c/Full.jpg"])
    #expect(transcript.diagnostics == "-c:1: artwork 1,4 --save c/: stopped; 1 left\n")
  }

  @Test func `stopping one stops all that was to be played`() async {
    let desktop = RecordingDesktop(playing: { Playback(player: "mpv", wasStopped: true) })
    _ = await session.run("play 1,4", desktop: desktop)
    #expect(desktop.requests.count == 1)
    #expect(transcript.diagnostics == "-c:1: play 1,4: stopped; 1 left\n")
  }

  @Test func `covers shown one below the other say whose they are`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await session.run("artwork 1,4", desktop: desktop)
    #expect(desktop.requests == ["show jpeg above 1 Full", "show jpeg above 4 Full"])
  }

  @Test func `JSON has a list for several, and a value for one`() async {
    _ = await session.run("link 1; link 1-2; artwork 1-3 --save c/; artwork 1,4 --save c/", form: .json)
    let keys = transcript.results.split(separator: "\n").map { line in
      line.split(separator: #""ok":true,"#, maxSplits: 1).last.map(String.init) ?? ""
    }
    #expect(
      keys == [
        #""link":"https://h.invalid/1"}"#, #""link":["https://h.invalid/1"],"lacking":[2]}"#,
        #""artwork":[{"url":"https://h.invalid/1/100.jpg","file":"c/Full.jpg"}],"lacking":[2],"failed":[{"number":3,"code":"not-found","message":"h.invalid has nothing at that address (HTTP 404)"}]}"#,
        #""artwork":[{"url":"https://h.invalid/1/100.jpg","file":"c/Full.jpg","kept":true},{"url":"https://h.invalid/5/100.jpg","file":"c/Full (2).jpg"}]}"#,
      ])
  }
}
