import Sample
import Wire
import Disk
import Domain
import Presentation
import Synchronization

extension Recording {
  /// Reads the recording at `path`.
  /// - Throws: `FileError`, with the line at which the recording is malformed.
  init(at path: String, in files: any Files) async throws(FileError) {
    guard let content = try await files.read(path) else { throw FileError(path: path, .notFound) }
    self = try Result { () throws(FileProblem) in try Recording(parsing: content.bytes) }
      .mapError { FileError(path: path, $0) }.get()
  }

  /// The day on which it started, as `2026-11-23`, which `news` depends on.
  var day: String? { values(of: "--day").first }

  /// Which catalogs could not be searched in the recorded session.
  var lacks: [String: SkippedCatalog.Reason] {
    assignments(of: "--lack").compactMapValues(SkippedCatalog.Reason.init(rawValue:))
  }

  /// The addresses of services in the recorded session, by variable. A replay sends nothing to them.
  var bases: [String: String] { assignments(of: "--url").filter { Bases.isVariable($0.key) } }

  fileprivate func values(of option: String) -> [String] {
    options.filter { $0.hasPrefix(option + " ") }.map { String($0.dropFirst(option.count + 1)) }
  }

  /// The values of an option of the form `NAME=VALUE`.
  private func assignments(of option: String) -> [String: String] {
    values(of: option).reduce(into: [:]) { assignments, value in
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { assignments[parts[0]] = parts[1] }
    }
  }
}

extension Recorder {
  /// Starts the recording that `options` request, with the options that affect answers; nil if they request none.
  static func begun(
    by options: Options, environment: [String: String], in places: BaseFolders, hiding secrets: KnownSecrets
  ) async throws(FileError) -> Recorder? {
    guard let path = options.record else { return nil }
    let recorder = try await Recorder(path: path, replaces: options.force, in: places, secrets: secrets)
    for (name, url) in environment.sorted(by: { $0.key < $1.key }) where Bases.isVariable(name) {
      recorder.note(base: url, for: name)
    }
    recorder.note(option: "--day \(options.offline ? SampleService.day : CalendarDay.today)")
    if options.offline { recorder.note(option: "--offline") }
    if let catalog = options.catalog { recorder.note(option: "--catalog \(catalog)") }
    for setting in options.settings { recorder.note(option: "--set \(setting)") }
    if let file = options.favorites { recorder.note(option: "--set favorites=\(file)") }
    for variable in options.variables { recorder.note(option: "--var \(variable)") }
    if options.keepGoing { recorder.note(option: "--keep-going") }
    if options.strict { recorder.note(option: "--strict") }
    if options.noCache { recorder.note(option: "--set cache=off") }
    return recorder
  }

  /// Records the address of a service, because items contain it.
  func note(base url: String, for variable: String) {
    guard let address = WebAddress(url) else { return }
    note(option: "--url \(variable)=\(address.user == nil ? url : address.location)")
  }
}

extension Options {
  /// Adopts the options of the recorded session; the current ones take precedence.
  /// - Returns: the recorded options that are ignored, because they name a file.
  mutating func adopt(_ recording: Recording) -> [String] {
    func namesFile(_ setting: String) -> Bool {
      let name = String(setting.prefix { $0 != "=" })
      return Self.catalogs.contains { (try? Setting.named(name, in: $0))?.isPath == true }
    }
    let (names, assignments) = (recording.values(of: "--catalog"), recording.values(of: "--set"))
    catalog = catalog ?? names.first { !CatalogTask.isPath($0) }
    settings = assignments.filter { !namesFile($0) } + settings
    variables = recording.values(of: "--var") + variables
    keepGoing = keepGoing || recording.options.contains("--keep-going")
    strict = strict || recording.options.contains("--strict")
    offline = offline || recording.options.contains("--offline")
    let ignored =
      names.filter(CatalogTask.isPath).map { "--catalog \($0)" }
      + assignments.filter(namesFile).map { "--set \($0)" }
    return recording.options.filter(ignored.contains)
  }
}

extension Recording.Command {
  /// `linerc` is the one that liner itself reads; any folder may contain liner's.
  fileprivate var stretch: Repl.Stretch { source.map { $0.hasSuffix("/liner/linerc") ? .start : .script } ?? .prompt }
}

/// The lines of a recorded session that are left.
final class RecordedLines: Sendable {
  private let rest: Mutex<ArraySlice<Recording.Command>>

  init(_ recording: Recording) { rest = Mutex(recording.commands[...]) }

  /// The next lines that were typed, or read from a script or `linerc`; nil if none are left.
  func nextStretch() -> (kind: Repl.Stretch, lines: any LineSource)? {
    rest.withLock { $0.first?.stretch }.map { kind in (kind, Part(of: self) { next, _ in next.stretch == kind }) }
  }

  /// The lines of the script with that name, if they come next, up to where the script ended or failed.
  func script(_ name: String) -> (any LineSource)? {
    guard rest.withLock({ $0.first?.source == name }) else { return nil }
    return Part(of: self) { next, number in next.source == name && next.line > number }
  }

  /// The lines that follow each other as long as `isNext` says so, given the number of the previous one.
  private final class Part: LineSource {
    private let whole: RecordedLines
    private let isNext: @Sendable (Recording.Command, Int) -> Bool
    private let number = Mutex(0)

    init(of whole: RecordedLines, isNext: @escaping @Sendable (Recording.Command, Int) -> Bool) {
      (self.whole, self.isNext) = (whole, isNext)
    }

    func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
      number.withLock { number in
        whole.rest.withLock { rest in
          guard let command = rest.first, isNext(command, number) else { return .end }
          rest.removeFirst()
          number = command.line
          return .line(Line(command.text, source: command.source, number: command.line))
        }
      }
    }
  }
}
