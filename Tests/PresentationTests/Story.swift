import Domain
import Foundation
import Presentation
import Synchronization
import TestSupport
import Testing

/// A conversation with made-up services, as text: one of `Stories/*.txt`.
///
///     # what it promises
///     catalogs: shop, films             those of `Catalog.stock`; `shop` if the story says none
///     favourites: itunes:song:Air       at the start
///     file a.liner: search x; back      a file that is there; `\n` begins a line
///     with: prompt, 12 rows, json       what differs from a script that goes on behind failures; see `Setting`
///     song * -> Spring, Air             what a service answers; see `StoryService`
///     liner> search vivaldi             what is typed, behind the prompt; (Enter) is an empty line
///     vivaldi                           what is printed, results and diagnostics as they come
///     [asked iTunes: song vivaldi]      what happened besides
///
/// Unlike a session in `SessionTests`, it says what the services answer, how often they fail, and what they were asked.
struct Story {
  fileprivate enum Setting: String {
    /// Lines are typed on a terminal of 80 columns; `N rows` sets its height.
    case prompt
    /// The first failure ends it.
    case stops
    case strict, replay, sample
    /// Scripts may run shell commands.
    case shell
    /// It shows the requests to the services.
    case requests
    /// It shows the progress lines.
    case progress
  }

  private var catalogs = ["shop"]
  private var favorites: [Item] = []
  private var settings: Set<Setting> = []
  private var form = OutputFormat.text
  private var rows: Int?
  private var pictures = PictureDisplay.cannot(.noTerminal)
  private var answers: [String] = []
  private var typed: [String] = []
  private let head: [String]
  private let files = MemoryFiles()

  init(_ text: TextCase) throws {
    let lines = text.lines
    let isTyped = { (line: String) in
      guard line.first?.isWhitespace == false, line.contains("> ") else { return false }
      return !line.contains("-> ") && !line.hasPrefix("tour.liner:")
    }
    let first = lines.firstIndex(where: isTyped) ?? lines.endIndex
    head = ["# " + text.testDescription] + lines[..<first]
    typed = lines[first...].filter(isTyped).map { String($0[$0.firstRange(of: "> ")!.upperBound...]) }
    for line in lines[..<first] {
      if line.contains(" -> ") {
        answers.append(line)
        continue
      }
      let colon = try #require(line.firstRange(of: ": "), "\(line)")
      try adopt(String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }
  }

  private mutating func adopt(_ name: String, _ value: String) throws {
    let words = value.components(separatedBy: ", ")
    switch name {
    case "catalogs": catalogs = words
    case "favourites":
      favorites = try words.map { word in
        let id = try #require(ItemID(word))
        return Item(id: id, title: id.key)
      }
    case "pictures":
      pictures = value == "none" ? .cannot(.noGraphics) : .shows(words.compactMap { .init(rawValue: $0) })
    case "with":
      for word in words {
        if word.hasSuffix(" rows") {
          rows = Int(word.dropLast(5))
        } else if let form = OutputFormat.allCases.first(where: { "\($0)" == word }) {
          self.form = form
        } else {
          settings.insert(try #require(Setting(rawValue: word), "\(word)"))
        }
      }
      if settings.contains(.prompt) { rows = rows ?? 24 }
    case let file:
      try #require(file.hasPrefix("file "))
      files[String(file.dropFirst(5))] = value.replacing(#"\n"#, with: "\n")
    }
  }

  /// The story's text with the actual output below each line.
  func played() async throws -> String {
    let services = try catalogs.map { StoryService(try #require(Catalog.stock[$0], "\($0)"), answering: answers) }
    let stage = Stage(services, files, RecordingDesktop(pictures: pictures), settings)
    var resources = Resources()
    if settings.contains(.sample) { resources.sample = [services[0].catalog.name: "known"] }
    let coordinator = Coordinator(
      clients: services, start: services[0].catalog.name, favorites: Favorites(favorites), resources: resources)
    await coordinator.observe { [stage] in stage.transcript.show($0) }
    for service in services { service.onCancel { await coordinator.cancelLoad() } }
    let repl = await Repl(
      on: coordinator, output: stage.transcript.output(rows: rows, isMerged: true), interruption: Interruption(),
      options: .init(
        form: form, keepsGoing: !settings.contains(.stops),
        isStrict: settings.contains(.strict), shell: settings.contains(.shell) ? .always : .prompt),
      files: files, outside: stage.outside
    ) { [files] path throws(CommandError) in
      guard let text = files[path] else { throw .file(path: path, .notFound) }
      return ArraySource(text, source: path)
    }
    let lines = Lines(typed, isPrompt: settings.contains(.prompt), stage)
    let end: Repl.End
    if settings.contains(.replay) {
      end = await repl.replay(
        lines, .script,
        script: { [files] name in
          name == "held" ? files[name].map { ArraySource($0, source: name) } : nil
        })
    } else {
      end = await repl.run(lines, isPrompt: settings.contains(.prompt))
    }
    stage.tell()
    for line in lines.rest { stage.transcript.insert("not run> \(line)\n") }
    if end != .finished { stage.transcript.insert("[it ended: \(end)]\n") }
    let (expectations, failed) = await (repl.verdict.expectations, repl.verdict.failedCommands)
    if expectations != (0, 0) || failed > 0 {
      let counts = "\(expectations.met) met, \(expectations.failed) not; \(failed) other commands failed"
      stage.transcript.insert("[expectations: \(counts)]\n")
    }
    return head.joined(separator: "\n") + "\n" + stage.transcript.results.trimmingCharacters(in: .newlines)
  }
}

/// The lines of a story; each is recorded with its prompt when it is read.
private final class Lines: LineSource {
  private let state: Mutex<(rest: ArraySlice<String>, number: Int)>
  private let isPrompt: Bool
  private let stage: Stage

  init(_ lines: [String], isPrompt: Bool, _ stage: Stage) {
    state = Mutex((lines[...], 0))
    (self.isPrompt, self.stage) = (isPrompt, stage)
  }

  var rest: ArraySlice<String> { state.withLock(\.rest) }

  func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
    stage.tell()
    let (line, number) = state.withLock { state in
      state.number += 1
      return (state.rest.popFirst(), state.number)
    }
    guard let line else { return .end }
    stage.transcript.insert("\(prompt().text)> \(line)\n")
    let text = line == "(Enter)" ? "" : line.replacing(#"\n"#, with: "\n")
    return .line(Line(text, source: isPrompt ? nil : "tour.liner", number: number))
  }
}

/// The surroundings of a story: records the output and what happens outside.
private final class Stage: Sendable {
  let transcript = Transcript()
  private let services: [StoryService]
  private let files: MemoryFiles
  private let desktop: RecordingDesktop
  private let settings: Set<Story.Setting>
  private let state: Mutex<(files: [String: String], told: Int, fetched: [String])>

  init(
    _ services: [StoryService], _ files: MemoryFiles, _ desktop: RecordingDesktop, _ settings: Set<Story.Setting>
  ) {
    (self.services, self.files, self.desktop, self.settings) = (services, files, desktop, settings)
    state = Mutex((Self.contents(of: files), 0, []))
  }

  private static func contents(of files: MemoryFiles) -> [String: String] {
    Dictionary(uniqueKeysWithValues: files.paths.map { ($0, files[$0] ?? "") })
  }

  /// Pictures come from `h.invalid`; one with `gone` in its address does not exist, and `localhost` is refused.
  var outside: Outside {
    var outside = Outside(
      desktop: desktop,
      fetch: { [self] link async throws(CatalogError) in
        state.withLock { $0.fetched.append("fetched \(link.text)") }
        RequestContext.current.log?.append(Exchange(method: "GET", url: link.text, source: .network))
        if link.text.contains("gone") { throw .notFound(host: "h.invalid") }
        if link.text.contains("page") { return Array("<html>".utf8) }
        return link.text.hasSuffix("png") ? [0x89, 0x50, 0x4E, 0x47, 1, 2] : [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
      }, budgets: { [] })
    outside.refusal = {
      $0.text.contains("//localhost") ? .offLimits(host: "localhost", address: "localhost") : nil
    }
    return outside
  }

  /// Records what has happened since the last call.
  func tell() {
    let asked = services.flatMap { $0.takeAsked() }.map { "asked " + $0 }
    var lines = settings.contains(.requests) ? asked : []
    let loads = transcript.takeLoads()
    if settings.contains(.progress) { lines += loads }
    let requests = desktop.requests
    let contents = Self.contents(of: files)
    state.withLock { state in
      lines += state.fetched + requests.dropFirst(state.told)
      (state.fetched, state.told) = ([], requests.count)
      for (path, text) in contents.sorted(by: { $0.key < $1.key }) where state.files[path] != text {
        lines.append("\(path) holds " + (text.contains("\u{FFFD}") ? "a picture" : text.debugDescription))
      }
      state.files = contents
    }
    for line in lines { transcript.insert("[\(line.replacing("\n", with: #"\n"#))]\n") }
  }
}

struct StoryTests {
  @Test(arguments: TextCase.all(in: "Stories", least: 50))
  func `a conversation matches its story`(_ story: TextCase) async throws {
    try await story.check { try await Story($0).played() }
  }
}
