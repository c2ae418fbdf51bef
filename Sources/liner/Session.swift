import Catalogs
import Sample
import Wire
import Disk
import Domain
import Logging
import Presentation
import Terminal

/// One run of the program: its inputs in order, then its exit status.
struct Session {
  private let options: Options
  /// One command, split into words by the shell; empty if none was given.
  private let words: [String]
  private let composition: Composition
  private let interruption = Interruption()
  private let results: TerminalOutput
  private let diagnostics: TerminalOutput
  private let signals: TerminalSignals
  private let looks: Looks
  private let progress: Progress
  private let label = LoadLabel()
  private let environment: [String: String]
  private let places: Places
  private let stage: Stage?
  /// The recorded lines, which run if there is no other input.
  private let recordedLines: RecordedLines?
  /// The values of `${NAME}` in commands.
  private var variables = Variables()
  /// Recorded options that are ignored.
  private let passedOver: [String]

  /// - Throws: `CommandError` if an option is invalid, or names a file that is missing or invalid.
  init(
    _ options: Options, words: [String], environment: [String: String], signals: TerminalSignals
  ) async throws(CommandError) {
    var options = options
    var recording: Recording?
    var passedOver: [String] = []
    places = Places(environment)
    let secrets = KnownSecrets(environment: environment)
    let concealed: @Sendable ([UInt8]) -> [UInt8]? = { secrets.removed(fromBytes: $0) }
    let isInterrupted: @Sendable () -> Bool = { [interruption] in interruption.isRaised }
    results = TerminalOutput(appearance: .plain, concealed: concealed, isInterrupted: isInterrupted)
    diagnostics = TerminalOutput(
      descriptor: StandardDescriptors.errors, appearance: .plain, capacity: 0, concealed: concealed,
      isInterrupted: isInterrupted)
    looks = Looks(of: [results, diagnostics], colors: options.color, environment: environment)
    progress = Progress(environment: environment) { [looks] in looks.isForReader }
    let files = WatchedFiles(files: DiskFiles(places), progress: progress)
    do throws(FileError) {
      if let path = options.replay {
        let read = try await Recording(at: path, in: files)
        passedOver = options.adopt(read)
        recording = read
      }
    } catch {
      throw CommandError(error)
    }
    for assignment in options.variables { try variables.set(assignment) }
    self.options = options
    self.passedOver = passedOver
    self.words = words
    self.environment = environment
    self.signals = signals
    composition = try await Composition(
      options, recording: recording, files: files, environment: environment, unfinished: signals.unfinished,
      secrets: secrets)
    let isIdle =
      options.command.isEmpty && options.scripts.isEmpty && words.isEmpty
      && !StandardDescriptors.isFed
    recordedLines = isIdle ? recording.map { RecordedLines($0) } : nil
    do throws(FileError) {
      stage = try await Stage(
        options, terminal: results, interruption: interruption, signals: signals,
        environment: environment, hiding: composition.secrets)
    } catch {
      throw CommandError(error)
    }
  }

  /// - Returns: the exit status.
  func run() async -> Int32 {
    let coordinator = composition.coordinator
    signals.onInterruption { [interruption] in interruption.raise() }
    let watch = Task { [signals, interruption] in
      for await _ in signals.interruptions() {
        interruption.raise()
        await coordinator.cancelLoad()
      }
    }
    defer { watch.cancel() }
    looks.adopt(await coordinator.settings)
    await coordinator.reportWaits { [label] host, duration in label.waits(for: host, duration) }
    await coordinator.reportProgress { [label] done, all, what in label.says("\(done) of \(all) \(what) answered") }
    composition.logger?.notice("session begins", metadata: ["version": "\(Liner.version)"])
    let status = await status(on: coordinator)
    await composition.close()
    composition.logger?.notice("session ends", metadata: ["status": "\(status)"])
    return status
  }

  private func status(on coordinator: isolated Coordinator) async -> Int32 {
    var repl = Repl(
      output: output, interruption: interruption,
      options: Repl.Options(
        form: options.output, echoes: options.echo || stage != nil, keepsGoing: options.keepGoing,
        isStrict: options.strict,
        shell: options.replay != nil ? .never : options.shell ? .always : .prompt, variables: variables,
        isOffline: options.offline, startFile: places.config("linerc")),
      files: composition.files, errands: composition.errands(on: desktop),
      openScript: { [interruption, places] path throws(CommandError) in
        try DescriptorSource(path: path, in: places, interruption: interruption)
      })
    for option in passedOver { warn(ErrorMessages.sentence(for: .passedOver(option))) }
    let end = await runInputs(with: &repl, on: coordinator)
    results.flush()
    report(repl.expectations, failedCommands: repl.failedCommands)
    var isWritten = true
    for (finish, sentence) in writers {
      guard let failure = await signals.cancelling({ await finish() }) else { continue }
      warn("liner: \(sentence)\(failure.path): \(ErrorMessages.words(for: failure.problem))")
      isWritten = false
    }
    if !isWritten { return 1 }
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
    case .finished, .quit: return repl.hasFailed ? 1 : 0
    }
  }

  /// What the session writes bit by bit, and the sentence for a failure to finish it.
  private var writers: [(finish: @Sendable () async -> FileError?, sentence: String)] {
    [
      ({ [stage] in await stage?.finish() ?? nil }, ""),
      ({ [composition] in await composition.recorder?.finish() ?? nil }, "the recording is incomplete: "),
    ]
  }

  private var desktop: TerminalDesktop {
    TerminalDesktop(
      environment: environment, output: results, isTerminal: TerminalOutput.isTerminal(StandardDescriptors.output),
      progress: progress, signals: signals)
  }

  private func runInputs(with repl: inout Repl, on coordinator: isolated Coordinator) async -> Repl.End {
    let isTerminal = TerminalOutput.isTerminal(StandardDescriptors.input)
    var end = Repl.End.finished
    coordinator.limitWaits(to: .seconds(options.wait))
    if !options.command.isEmpty {
      // `-c A -c B` are two lines of one script.
      let source = ArraySource(options.command.joined(separator: "\n"), source: "-c")
      end = await repl.run(source, on: coordinator)
    }
    for script in options.scripts where end == .finished {
      do throws(CommandError) {
        let source = try DescriptorSource(path: script, in: places, interruption: interruption)
        end = await repl.run(source, on: coordinator)
      } catch {
        warn(ErrorMessages.sentence(for: error))
        end = .failed
      }
    }
    if !words.isEmpty, end == .finished { end = await repl.run(ShellCommand(words: words), on: coordinator) }
    var hasInputs = !options.command.isEmpty || !options.scripts.isEmpty || !words.isEmpty
    if let recordedLines {
      hasInputs = true
      while end != .quit, end != .interrupted, let isPrompt = recordedLines.nextStretch() {
        end = await repl.replay(
          recordedLines, isPrompt: isPrompt, holding: { recordedLines.comesNext(from: $0) }, on: coordinator)
      }
    }
    if hasInputs && (!options.interactive || end == .quit || end == .interrupted) { return end }
    guard isTerminal else {
      return await repl.run(
        DescriptorSource(descriptor: StandardDescriptors.input, name: "stdin", interruption: interruption),
        on: coordinator)
    }
    // The prompt counts a wait down, and the user can end it.
    coordinator.limitWaits(to: nil)
    return await prompt(with: &repl, on: coordinator)
  }

  private func prompt(with repl: inout Repl, on coordinator: isolated Coordinator) async -> Repl.End {
    if let path = startFile {
      do throws(CommandError) {
        let source = try DescriptorSource(
          path: path, mayBePipe: false, in: places, interruption: interruption)
        if await repl.start(source, on: coordinator) == .quit {
          await keepUnkept(on: coordinator)
          return .finished
        }
      } catch .file(_, .notFound) {
        // The file is optional.
      } catch {
        warn(ErrorMessages.sentence(for: error))
      }
    }
    await greet(on: coordinator)
    for notice in coordinator.takeNotices() { warn(ErrorMessages.sentence(for: notice)) }
    keepWhenDying(on: coordinator)
    if let earlier = composition.earlier { await coordinator.reportUnkept { await earlier.note($0) } }
    let history = await HistoryFile(path: HistoryFile.path(environment, isOfSample: options.offline))
    if let warning = history.takeWarning() { warn(warning) }
    let editor = await EditLineSource(
      history: history, signals: signals, appearance: looks.ofPrompt(coordinator.settings),
      environment: environment)
    if let warning = editor.warning { warn(warning) }
    looks.include(editor)
    if options.output == .text {
      coordinator.reportRefreshes(
        to: { [weak editor] in editor?.tell(StalenessText.line(for: $0)) }, timeOfDay: { WallClock.timeOfDay($0) })
    }
    let preview = preview(above: editor, on: coordinator)
    editor.onChange { preview.lineChanged($0) }
    var surroundings = Surroundings()
    surroundings.lines = { history.lines }
    surroundings.failedLines = { history.failedLines }
    surroundings.noteFailure = { history.mark($0, asFailed: $1) }
    surroundings.files = { [places] in FolderListing.paths(beginningWith: $0, in: places) }
    surroundings.preview = preview
    _ = await repl.prompt(editor, among: surroundings, on: coordinator)
    await keepUnkept(on: coordinator)
    await nameFavoritesFile(on: coordinator)
    await signals.cancelling { await history.finish() }
    if let warning = history.takeWarning() { warn(warning) }
    return .finished
  }

  private func greet(on coordinator: isolated Coordinator) async {
    // Also saves what killed sessions left.
    let left = await composition.earlier?.begin()
    guard coordinator.settings.greets else { return }
    let catalog = coordinator.catalog
    let chosen = catalog.storefrontFilter.flatMap { coordinator.settings.filters(of: catalog)[$0] }
    let code = (chosen ?? catalog.charts?.standardStorefront)?.uppercased()
    var greeting = Greeting(
      version: Liner.version, catalog: catalog, storefront: code.map { catalog.storefrontName($0) },
      sampleTerm: options.offline ? SampleService.examples[catalog.name] : nil)
    greeting.left = left ?? 0
    diagnostics.write(
      greeting.text(
        width: TerminalSize(of: StandardDescriptors.input, environment: environment)?.columns,
        isForReader: coordinator.settings.isForReader))
  }

  /// Says where favourites are if the next session would not look there.
  private func nameFavoritesFile(on coordinator: isolated Coordinator) async {
    guard let path = coordinator.settings.favoritesFile, coordinator.favorites.count > 0, options.replay == nil,
      let startFile = places.config("linerc")
    else { return }
    let file = StartFile(path: startFile, files: composition.files)
    let saved = await file.value(of: "favorites", in: coordinator.catalog)
    if let saved, places.absolute(saved) == places.absolute(path) { return }
    warn("favourites are in \(path); to open them in every session: set --save favorites \(path)")
  }

  /// Adds unsaved favourites to those of earlier sessions, and says so.
  private func keepUnkept(on coordinator: isolated Coordinator) async {
    guard let earlier = composition.earlier, coordinator.hasUnkeptFavorites else { return }
    do throws(FileError) {
      let count = try await earlier.add(coordinator.favorites.entries, of: WallClock.local)
      if count > 0 { warn("\(count) \(count == 1 ? "favourite" : "favourites") saved; see favs earlier") }
    } catch {
      warn("liner: could not save the favourites: \(ErrorMessages.sentence(for: CommandError(error)))")
    }
  }

  /// SIGTERM, SIGHUP and a terminal that vanishes lose no favourites; the next prompt recovers what a kill leaves.
  private func keepWhenDying(on coordinator: Coordinator) {
    signals.beforeDying { [signals, self] in
      signals.unfinished.begin()
      Task {
        await keepUnkept(on: coordinator)
        signals.unfinished.end()
      }
    }
  }

  /// The commands that prepare the prompt: `liner/linerc` in the configuration folder (XDG Base Directory
  /// Specification); nil if switched off or without a home folder.
  private var startFile: String? { options.noRc ? nil : places.config("linerc") }

  private func preview(above editor: EditLineSource, on coordinator: Coordinator) -> LivePreview {
    LivePreview(
      ask: { [environment] query, say in
        let screen = try? await coordinator.preview(of: query) { host, duration in
          let label = LoadLabel()
          label.waits(for: host, duration)
          say(StyledText(lines: [label.text()]))
        }
        guard let screen, screen.failure == nil else { return nil }
        let size = TerminalSize(of: StandardDescriptors.input, environment: environment)
        var renderer = TextRenderer(width: size?.columns)
        renderer.saysMore = false
        let text = renderer.render(screen, favorites: await coordinator.favorites)
        // The line being typed keeps the lower half of the terminal.
        let pages = size.flatMap { Pages(of: text, .screenful, columns: $0.columns, rows: $0.rows / 2) }
        return pages?.page(from: .top).text ?? text
      },
      draw: { [weak editor] in editor?.draw($0) })
  }

  private var output: Repl.Output {
    let isTerminal = TerminalOutput.isTerminal(StandardDescriptors.output)
    let isPrompt = TerminalOutput.isTerminal(StandardDescriptors.input)
    let isRead = StandardDescriptors.isPipe(StandardDescriptors.output)
    var output = Repl.Output(
      results: { [results] in results.write($0) },
      data: { [results] in
        results.write(raw: $0)
        // A program that reads each answer before it sends the next command must not wait for more of them.
        if isRead { results.flush() }
      },
      diagnostics: { [diagnostics] in diagnostics.write($0) })
    if !isTerminal { output.verbatim = { [results] in results.write(raw: Array($0.utf8)) } }
    output.flush = { [results, progress, interruption] in
      results.flush()
      // All output ends in a line break, so the row can only contain the terminal's echo of Ctrl-C.
      if isPrompt && interruption.isRaised { progress.clearRow() }
    }
    output.isClosed = { [results] in results.failure != nil }
    output.size = { [environment] in
      guard isTerminal, let size = TerminalSize(of: StandardDescriptors.output, environment: environment) else {
        return nil
      }
      return (size.columns, size.rows)
    }
    output.diagnosticsWidth = { [environment] in Self.diagnosticsWidth(environment) }
    output.adopt = { [looks] in looks.adopt($0) }
    output.showProgress = { [progress, label] catalog in
      label.begin(asking: catalog)
      let shown = progress.start { label.text() }
      return { await shown.end() }
    }
    output.tellProgress = { [label] in label.says($0) }
    output.hasLinks = { [results] in results.appearance.hasLinks }
    if composition.notesCommands { output.note = { [composition] line in composition.note(line) } }
    stage?.direct(&output)
    return output
  }

  /// Sums up the expectations, and mentions other failed commands if there are any.
  private func report(_ expectations: (met: Int, failed: Int), failedCommands: Int) {
    let total = expectations.met + expectations.failed
    guard total > 0 else { return }
    var summary = "\(total) expectation\(total == 1 ? "" : "s"), \(expectations.failed) failed"
    if failedCommands > 0 { summary += "; \(failedCommands) command\(failedCommands == 1 ? "" : "s") failed" }
    warn(summary)
  }

  /// Nil unless standard error is a terminal.
  private static func diagnosticsWidth(_ environment: [String: String]) -> Int? {
    guard TerminalOutput.isTerminal(StandardDescriptors.errors) else { return nil }
    return TerminalSize(of: StandardDescriptors.errors, environment: environment)?.columns
  }

  private func warn(_ sentence: String) {
    var text = StyledText()
    text.append(wrapping: sentence, width: Self.diagnosticsWidth(environment))
    diagnostics.write(text)
  }
}
