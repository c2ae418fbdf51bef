import Sample
import Disk
import Domain
import Presentation
import Terminal
import Wire

extension Session {
  @Conversation
  func prompt(with repl: Repl) async -> Repl.End {
    if let path = startFile {
      do throws(CommandError) {
        let source = try DescriptorSource(path: path, mayBePipe: false, in: places, interruption: interruption)
        switch await repl.start(source, keepsCatalog: options.catalog != nil) {
        case .quit:
          await saveUnsaved()
          return .finished
        case .interrupted: warn("\(path) was interrupted; to run it again: source \(path.asTerm)")
        case .finished, .failed: break
        }
      } catch .file(_, .notFound) {
        // The file is optional.
      } catch {
        warn(ErrorMessages.sentence(for: error))
      }
    }
    await greet()
    for notice in coordinator.takeNotices() { warn(ErrorMessages.sentence(for: notice)) }
    if let earlier = composition.earlier { await coordinator.observeUnsaved { await earlier.note($0) } }
    let history = await HistoryFile(path: HistoryFile.path(environment, isOfSample: options.offline))
    if let warning = history.takeWarning() { warn(warning) }
    let editor = await EditLineSource(
      history: history, signals: signals, appearance: appearance.ofPrompt(coordinator.settings),
      environment: environment)
    // Favourites are saved at SIGTERM, SIGHUP and when the terminal vanishes; after a kill, the next prompt recovers them.
    signals.onTermination { [signals, self] in
      signals.unfinished.begin()
      Task {
        await saveUnsaved()
        signals.unfinished.end()
      }
    }
    if let warning = editor.warning { warn(warning) }
    appearance.include(editor)
    if options.form == .text {
      coordinator.observe { [weak editor, self] event in
        label.show(event)
        if case .refreshed(let finding) = event {
          editor?.tell(StalenessText.line(for: finding, width: diagnosticsWidth))
        }
      }
      coordinator.showExpired { WallClock.timeOfDay($0) }
    }
    let preview = preview(above: editor)
    editor.onChange { preview.lineChanged($0) }
    var environment = PromptEnvironment()
    environment.lines = { history.lines }
    environment.failedLines = { history.failedLines }
    environment.noteFailure = { history.mark($0, asFailed: $1) }
    environment.files = { [places] in FolderListing.paths(beginningWith: $0, in: places) }
    environment.preview = preview
    _ = await repl.prompt(editor, in: environment)
    await saveUnsaved()
    for notice in coordinator.takeNotices() { warn(ErrorMessages.sentence(for: notice)) }
    await printFavoritesFile()
    await signals.cancelling { await history.finish() }
    if let warning = history.takeWarning() { warn(warning) }
    return .finished
  }

  /// The first line of a prompt: program, catalog, and what to type.
  @Conversation
  func greet() async {
    // Also saves what killed sessions left behind.
    let left = await composition.earlier?.begin()
    guard coordinator.settings.greets else { return }
    let catalog = coordinator.catalog
    let chosen = catalog.storefrontFilter.flatMap { coordinator.settings.filters(of: catalog)[$0] }
    let code = (chosen ?? catalog.charts?.defaultStorefront)?.uppercased()
    let reader = coordinator.settings.isForReader
    var sentence = "liner \(Liner.version) · \(catalog.title)" + (code.map { " · " + catalog.storefrontName($0) } ?? "")
    if options.offline {
      let suggestion = SampleService.suggestion(for: catalog.name) ?? "open \(SampleService.feed)"
      let others = [catalog.charts.map { _ in "charts" }, catalog.homes.first { $0.name == "seasons" }?.name]
      let examples = ([suggestion] + others.compactMap(\.self)).joined(separator: "; ")
      sentence += " · --offline: a small sample; try: \(examples)"
    }
    sentence += " · help lists the commands"
    let width = TerminalSize.of(StandardDescriptors.input, environment: environment)?.columns
    var text = StyledText(wrapping: reader ? StyledText.spoken(sentence) : sentence, .faint, width: width)
    if let left, left > 0 {
      let favorites = left.counted("favourite") + " from earlier sessions: favs earlier"
      text.append(wrapping: favorites, .faint, width: width)
    }
    let (path, kept) = (Self.lastResort, [coordinator.settings.favoritesFile].compactMap(\.self))
    if !options.offline, PartialFile.size(at: places.expanded(path)) != nil,
      !composition.files.leads(path, toAnyOf: kept)
    {
      let advice = "favourites of an earlier session are in \(path): import \(path), then delete it"
      text.append(wrapping: advice, .faint, width: width)
    }
    tell(text)
  }

  /// For favourites when the state folder cannot be used.
  private static let lastResort = "~/liner-favorites.jsonl"

  /// Says where the favourites are saved, unless the next session will use that file.
  @Conversation
  func printFavoritesFile() async {
    guard let path = coordinator.settings.favoritesFile, coordinator.favorites.count > 0, options.replay == nil,
      path != besideDatabase, let startFile = places.config("linerc")
    else { return }
    let file = StartFile(path: startFile, start: coordinator.catalogs[0].name, files: composition.files)
    let saved = await file.value(of: "favorites", in: coordinator.catalog)
    if let saved, places.absolute(saved) == places.absolute(path) { return }
    warn("favourites are in \(path); to open them in every session: set --save favorites \(path.asTerm)")
  }

  /// Adds unsaved favourites to those from earlier sessions, and says so.
  @Conversation
  func saveUnsaved() async {
    guard let earlier = composition.earlier, coordinator.hasUnsavedFavorites else { return }
    do throws(FileError) {
      // Ctrl-C ends the wait for a lock; then a file takes them.
      interruption.lower()
      let count = try await interruption.value { [entries = coordinator.favorites.entries, progress] in
        await progress.during("saving favourites; Ctrl-C cancels") {
          await result { () throws(FileError) in try await earlier.add(entries, of: WallClock.local) }
        }
      }.get()
      if count > 0 { warn(count.counted("favourite") + " saved; see favs earlier") }
    } catch {
      if let path = await savedBeside() {
        let advice = path == besideDatabase ? "; see favs earlier" : ""
        warn("liner: favourites saved in \(path) (\(ErrorMessages.words(for: error)))\(advice)")
      } else {
        // On a full disk, the screen is the only place left.
        let ids = coordinator.favorites.entries.map(\.id.description).joined(separator: ", ")
        let reason = ErrorMessages.sentence(for: CommandError(error))
        warn("liner: could not save the favourites: \(reason). To open them again, copy: \(ids)")
      }
    }
  }

  private var besideDatabase: String? { places.state("unsaved-favorites.jsonl") }

  /// Saves the favourites in a file of their own, because their database cannot be used.
  /// - Returns: its path; nil if that failed too.
  @Conversation
  private func savedBeside() async -> String? {
    // Those of the sample must not get among real ones.
    guard !options.offline else { return nil }
    for path in [besideDatabase, Self.lastResort].compactMap(\.self) {
      if (try? await coordinator.set("favorites", to: path)) != nil { return path }
    }
    return nil
  }

  /// The commands that run when the prompt starts: `liner/linerc` in the configuration folder (XDG Base Directory
  /// Specification); nil if disabled or without a home folder.
  var startFile: String? { options.noRc ? nil : places.config("linerc") }

  func preview(above editor: EditLineSource) -> LivePreview {
    LivePreview(
      ask: { [environment, coordinator, isSample = options.offline] query, say in
        let screen = try? await coordinator.preview(of: query) { event in
          guard case .waits = event else { return }
          let label = LoadLabel()
          label.show(.request(event))
          say(StyledText(lines: [label.text()]))
        }
        guard let screen, screen.failure == nil else { return nil }
        let size = TerminalSize.of(StandardDescriptors.input, environment: environment)
        var renderer = TextRenderer(width: size?.columns)
        renderer.saysMore = false
        let settings = await coordinator.settings
        (renderer.isTiled, renderer.columns) = (settings.isTiled, settings.columns)
        if isSample, screen.phase == .empty { renderer.advice = [Repl.isNotInSample] }
        let text = renderer.render(screen, favorites: await coordinator.favorites)
        // The lower half of the terminal is for the line being typed.
        let pages = size.map { Pages(of: text, .screenful, columns: $0.columns, rows: $0.rows / 2) }
        return pages?.page(from: .top).text ?? text
      },
      draw: { [weak editor] in editor?.draw($0) })
  }
}
