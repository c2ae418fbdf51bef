import Disk
import Domain
import Logging
import Presentation
import Synchronization
import Terminal
import Wire

/// One run of the program: its inputs in order, then its exit status.
struct Session: Sendable {
  let options: Options
  /// One command, as the shell split it into words; empty if none was given.
  let words: [String]
  let composition: Composition
  let interruption = Interruption()
  let results: TerminalOutput
  let diagnostics: TerminalOutput
  let signals: TerminalSignals
  let appearance: SharedAppearance
  let progress: Progress
  let label = LoadLabel()
  /// Whether the results go to a terminal.
  let isTerminal = TerminalOutput.isTerminal(StandardDescriptors.output)
  /// Whether lines are typed on a terminal.
  let isPrompt = TerminalOutput.isTerminal(StandardDescriptors.input)
  /// Whether another program reads the results.
  let isRead = StandardDescriptors.isPipe(StandardDescriptors.output)
  let environment: [String: String]
  let places: BaseFolders
  let stage: DemoMode?
  /// The recorded lines, which run if there is no other input.
  let recordedLines: RecordedLines?
  /// The values of `${NAME}` in commands.
  var variables = Variables()
  /// Recorded options that are ignored.
  let ignoredOptions: [String]

  /// - Throws: if an option is invalid, or names a file that is missing or invalid.
  init(_ options: Options, words: [String], environment: [String: String], signals: TerminalSignals) async throws {
    var (options, environment) = (options, environment)
    var recording: Recording?
    var ignoredOptions: [String] = []
    places = BaseFolders(environment)
    let secrets = KnownSecrets(environment: environment)
    let redact: @Sendable ([UInt8]) -> [UInt8]? = { secrets.redacted(fromBytes: $0) }
    let isInterrupted: @Sendable () -> Bool = { [interruption] in interruption.isRaised }
    results = TerminalOutput(appearance: .plain, redact: redact, isInterrupted: isInterrupted)
    diagnostics = TerminalOutput(
      descriptor: StandardDescriptors.errors, appearance: .plain, capacity: 0, redact: redact,
      isInterrupted: isInterrupted)
    let isIdle = options.namesNoCommands(besides: words)
    let isFed = isIdle && options.replay == nil && !isPrompt
    appearance = SharedAppearance(
      of: [results, diagnostics], colors: isFed && options.colors == .auto ? .never : options.colors,
      environment: environment)
    progress = Progress(environment: environment) { [diagnostics] in diagnostics.appearance.isForReader }
    signals.onTermination { [progress] in progress.close() }
    let files = DiskFiles(places) { [progress] in progress.begin("waiting for \($0); Ctrl-C cancels") }
    if let path = options.replay {
      let read = try await Recording(at: path, in: files)
      ignoredOptions = options.adopt(read)
      recording = read
      environment.merge(read.bases) { given, _ in given }
    }
    for assignment in options.variables { try variables.set(assignment) }
    (self.options, self.ignoredOptions, self.words) = (options, ignoredOptions, words)
    (self.environment, self.signals) = (environment, signals)
    composition = try await Composition(
      options, recording: recording, files: files, environment: environment, unfinished: signals.unfinished,
      secrets: secrets)
    recordedLines = isIdle ? recording.map { RecordedLines($0) } : nil
    stage = try await DemoMode(
      options, terminal: results, interruption: interruption, signals: signals,
      environment: environment, hiding: secrets)
  }

  var coordinator: Coordinator { composition.coordinator }

  /// - Returns: the exit status.
  func run() async -> Int32 {
    signals.onInterruption { [interruption, results, coordinator] in
      results.endCutSequence()
      interruption.raise()
      Task { await coordinator.cancelLoad() }
    }
    appearance.adopt(await coordinator.settings)
    await coordinator.observe { [label] in label.show($0) }
    composition.logger?.notice("session begins", metadata: ["version": "\(Liner.version)"])
    let status = await status()
    await composition.close()
    composition.logger?.notice("session ends", metadata: ["status": "\(status)"])
    // The reader of a pipe may never read the rest.
    let log = composition.logFile
    let ofLog = log?.isRegular == true ? await signals.cancelling { await log?.finish() ?? nil } : log?.failure
    if let ofLog { warn("liner: the log is incomplete: " + ErrorMessages.words(for: ofLog)) }
    return status
  }

  @Conversation
  private func status() async -> Int32 {
    let repl = Repl(
      on: coordinator, output: self, interruption: interruption,
      options: Repl.Options(
        form: options.form, echoes: options.echo || stage != nil, keepsGoing: options.keepGoing,
        isStrict: options.strict,
        shell: options.replay != nil ? .never : options.shell ? .always : .prompt, variables: variables,
        isOffline: options.offline, startFile: places.config("linerc"),
        written: options.written),
      files: composition.files,
      outside: composition.outside(
        on: TerminalDesktop(
          environment: environment, variables: variables.values, output: results, isTerminal: isTerminal,
          progress: progress, signals: signals)),
      openScript: { [interruption, places, options, composition] path throws(CommandError) in
        // It would never end.
        try composition.files.check(path, isNoneOf: options.written)
        return try DescriptorSource(path: path, in: places, interruption: interruption)
      })
    for option in ignoredOptions { warn(ErrorMessages.sentence(for: .skippedInReplay(option))) }
    let end = await runInputs(with: repl)
    results.flush()
    report(repl.verdict)
    let ofCast = await signals.cancelling { [stage] in await stage?.cast?.finish() ?? nil }
    if let ofCast { warn("liner: " + ErrorMessages.words(for: ofCast)) }
    let ofRecording = await signals.cancelling { [composition] in await composition.recorder?.finish() ?? nil }
    if let ofRecording { warn("liner: the recording is incomplete: " + ErrorMessages.words(for: ofRecording)) }
    if ofCast != nil || ofRecording != nil { return 1 }
    switch results.failure {
    case .failed(let problem):
      warn("liner: cannot write the results: " + ErrorMessages.words(for: problem))
      return 1
    case .interrupted: return 130
    case .closed, nil: break
    }
    switch end {
    case .interrupted: return 130
    case .failed: return 1
    case .finished, .quit: return repl.verdict.hasFailed ? 1 : 0
    }
  }

  @Conversation
  private func runInputs(with repl: Repl) async -> Repl.End {
    var end = Repl.End.finished
    coordinator.longestWait = .seconds(options.wait ?? 60)
    if !options.command.isEmpty {
      // `-c A -c B` are two lines of one script.
      end = await repl.run(ArraySource(options.command.joined(separator: "\n"), source: "-c"))
    }
    for script in options.scripts where end == .finished {
      do throws(CommandError) {
        end = try await repl.run(DescriptorSource(path: script, in: places, interruption: interruption))
      } catch {
        warn(ErrorMessages.sentence(for: error))
        end = .failed
      }
    }
    if !words.isEmpty, end == .finished { end = await repl.run(ShellCommand.source(of: words)) }
    var hasInputs = !options.command.isEmpty || !options.scripts.isEmpty || !words.isEmpty
    let input = DescriptorSource(descriptor: StandardDescriptors.input, name: "stdin", interruption: interruption)
    if let recordedLines {
      hasInputs = true
      // An empty pipe has no other commands.
      if StandardDescriptors.hasInput { end = await repl.run(input) }
      guard input.isEmpty else { return end }
      while end != .quit, end != .interrupted, let stretch = recordedLines.nextStretch() {
        end = await repl.replay(
          stretch.lines, stretch.kind, keepsCatalog: options.catalog != nil, script: recordedLines.script)
      }
    }
    if hasInputs && (!options.interactive || end == .quit || end == .interrupted && !isPrompt) { return end }
    guard isPrompt else { return await repl.run(input) }
    interruption.lower()
    // The prompt shows the remaining time of a wait, and the user can end it.
    coordinator.longestWait = nil
    return await prompt(with: repl)
  }

  /// Summarizes the expectations, and the other failed commands if there are any.
  private func report(_ verdict: ScriptStatus) {
    let total = verdict.expectations.met + verdict.expectations.failed
    guard total > 0 else { return }
    var summary = total.counted("expectation") + ", \(verdict.expectations.failed) failed"
    if verdict.failedCommands > 0 { summary += "; " + verdict.failedCommands.counted("command") + " failed" }
    warn(summary)
  }

  func warn(_ sentence: String) { tell(StyledText(wrapping: sentence, width: diagnosticsWidth)) }

  /// Writes to standard error, after the results so far.
  func tell(_ text: StyledText) {
    results.flush()
    diagnostics.write(text)
  }
}

extension Session: Output {
  func write(_ text: StyledText) {
    stage?.typist.saw(text)
    if let cast = stage?.cast { cast.write(text) } else { results.write(text) }
  }

  func write(data: [UInt8]) {
    if let cast = stage?.cast { return cast.write(raw: data) }
    results.write(raw: data)
    // A program that reads each answer before it sends the next command must not wait for a full buffer.
    if isRead { results.flush() }
  }

  func write(verbatim text: String) {
    if let cast = stage?.cast { return cast.write(StyledText(data: text)) }
    if isTerminal { results.write(StyledText(data: text)) } else { results.write(raw: Array(text.utf8)) }
  }

  func write(diagnostics text: StyledText) {
    stage?.typist.saw(text)
    stage?.cast?.write(text)
    diagnostics.write(text)
  }

  func flush() {
    results.flush()
    // All output ends in a line break, so the row contains at most the terminal's echo of Ctrl-C.
    if isPrompt && interruption.isRaised { progress.clearRow() }
  }

  var isClosed: Bool { results.failure != nil }

  var size: (columns: Int, rows: Int)? {
    stage?.cast?.size
      ?? (isTerminal ? TerminalSize.of(StandardDescriptors.output, environment: environment) : nil)
  }

  var diagnosticsWidth: Int? {
    (stage?.cast?.size ?? TerminalSize.ofTerminal(StandardDescriptors.errors, environment: environment))?.columns
  }

  var hasLinks: Bool { stage?.cast == nil && results.appearance.hasLinks }

  func adopt(_ settings: Settings) { appearance.adopt(settings) }

  func note(_ line: @autoclosure () -> Line?) {
    guard composition.recorder != nil || composition.logger != nil, let line = line() else { return }
    composition.recorder?.note(Recording.Command(line.text, source: line.source, line: line.number))
    composition.logger?.info(
      "command", metadata: ["text": "\(line.text)", "place": "\(line.source ?? "prompt"):\(line.number)"])
  }

  var audience: (any Audience)? { stage?.typist }

  func asking<Value>(_ catalog: String, _ body: () async throws -> Value) async throws(CommandError) -> Value {
    label.begin(asking: catalog)
    do { return try await progress.during(label.text(), body) } catch { throw CommandError(error) }
  }
}

/// How everything on the terminal looks; `set theme` changes it at once.
final class SharedAppearance: Sendable {
  private let colors: Appearance.Colors
  private let environment: [String: String]
  private let outputs: [TerminalOutput]
  private let editor = Mutex<EditLineSource?>(nil)

  init(of outputs: [TerminalOutput], colors: Appearance.Colors, environment: [String: String]) {
    (self.outputs, self.colors, self.environment) = (outputs, colors, environment)
  }

  /// Makes the prompt follow the settings too.
  func include(_ editor: EditLineSource) { self.editor.withLock { $0 = editor } }

  func adopt(_ settings: Settings) {
    for output in outputs {
      output.appearance = appearance(settings, isTerminal: TerminalOutput.isTerminal(output.descriptor))
    }
    editor.withLock { $0?.appearance = ofPrompt(settings) }
  }

  /// The prompt is on a terminal even if the results go elsewhere.
  func ofPrompt(_ settings: Settings) -> Appearance { appearance(settings, isTerminal: true) }

  private func appearance(_ settings: Settings, isTerminal: Bool) -> Appearance {
    var appearance = Appearance(
      theme: Appearance.Theme(rawValue: settings.theme) ?? .auto, colors: colors, isTerminal: isTerminal,
      environment: environment)
    // A screen reader cannot read out a hidden address.
    if settings.isForReader { appearance.hasLinks = false }
    appearance.isForReader = settings.isForReader
    return appearance
  }
}
