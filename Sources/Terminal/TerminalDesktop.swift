import Disk
package import Domain
import FoundationEssentials
import Glibc
package import Presentation
import Synchronization

/// The programs on `PATH`, and the terminal's clipboard and pictures.
package final class TerminalDesktop: Desktop {
  private let environment: [String: String]
  /// Those of `--var`, which shell commands have besides the environment.
  private let variables: [String: String]
  private let output: TerminalOutput
  private let isTerminal: Bool
  private let progress: Progress
  private let clock: any Clock<Duration>
  private let signals: TerminalSignals?
  /// The player or other child program that is running; it ends when liner ends.
  private let player = Mutex<ChildProgram?>(nil)
  /// Changed while a question waits for its answer.
  private let modes = TerminalModes()

  /// - Parameters:
  ///   - output: where pictures are drawn.
  ///   - isTerminal: whether that is a terminal.
  ///   - signals: end the child program when they end liner.
  package init(
    environment: [String: String], variables: [String: String] = [:], output: TerminalOutput, isTerminal: Bool,
    progress: Progress, signals: TerminalSignals? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.environment, self.variables, self.output) = (environment, variables, output)
    self.isTerminal = isTerminal && !Appearance.isDumb(environment)
    (self.progress, self.clock, self.signals) = (progress, clock, signals)
    signals?.onTermination { [weak self, modes] in
      // Half a password is not left to the shell, which would show it.
      modes.restore(discardsInput: true)
      self?.player.withLock { $0?.send(SIGTERM) }
    }
  }

  /// Starts a program; nil if it is not installed, or if the system cannot start it.
  private func start(
    _ program: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil
  ) -> ChildProgram? {
    ProgramPath.place(of: program, in: environment).flatMap {
      ChildProgram($0, arguments, environment: environment, input: input, output: output, clock: clock)
    }
  }

  // MARK: Questions

  /// The line typed on standard input as the answer, with its line break; a secret is not echoed. Nil at the end of the
  /// input, or if the task is cancelled; the end of the input at a terminal is an empty answer.
  package func ask(_ question: String, isSecret: Bool) async -> String? {
    // A pipe answers with a value, but has not seen the lines that it would agree to.
    guard isatty(STDIN_FILENO) == 1 else { return question.contains("\n") ? nil : await Self.typed() }
    return await progress.pausing { await asked(question, isSecret: isSecret) }
  }

  private func asked(_ question: String, isSecret: Bool) async -> String? {
    modes.change { local in
      local |= tcflag_t(ICANON | ISIG | ECHO | ECHONL)
      if isSecret { local &= ~tcflag_t(ECHO) }
    }
    let lines = question.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { StyledText.escapingControls(String($0)) }.joined(separator: "\n")
    signals?.onResumption { [modes] in
      modes.changeAgain()
      TerminalOutput.write(shown, to: STDERR_FILENO)
    }
    defer {
      signals?.onResumption(nil)
      // Otherwise the next reader would echo the part of a secret that was typed.
      modes.restore(discardsInput: isSecret && Task.isCancelled)
    }
    TerminalOutput.write(shown, to: STDERR_FILENO)
    let answer = await Self.typed()
    if answer == nil, Task.isCancelled { return nil }
    if answer?.last?.isNewline != true { TerminalOutput.write("\n", to: STDERR_FILENO) }
    return answer ?? ""
  }

  private static func typed() async -> String? {
    // Byte by byte, so that the input after the line is left to others.
    let input = Input(descriptor: STDIN_FILENO, name: "stdin", chunkSize: 1)
    var bytes: [UInt8] = []
    while let chunk = try? await input.next() {
      if chunk.isEmpty && bytes.isEmpty { return nil }
      bytes += chunk
      if chunk.isEmpty || chunk == [UInt8(ascii: "\n")] { return String(decoding: bytes, as: UTF8.self) }
    }
    return nil
  }

  // MARK: Browser

  /// A browser that still runs after this time has opened the page.
  private static let browserPatience = Duration.milliseconds(500)

  /// Uses the first of `$BROWSER`'s commands that works, or xdg-open if there are none.
  package func browse(_ page: WebLink) async throws(CommandError) {
    let chosen = environment["BROWSER", default: ""].split(separator: ":").map { Self.words(of: $0, for: page) }
      .filter { !$0.isEmpty }
    let commands = chosen.isEmpty ? [["xdg-open", page.text]] : chosen
    var failure = CommandError.DesktopProblem.noProgram(
      chosen.isEmpty ? ["xdg-utils"] : commands.map { $0[0] }, for: "open pages", target: page.text)
    for command in commands {
      guard let browser = start(command[0], Array(command.dropFirst())) else { continue }
      guard let status = await browser.status(within: Self.browserPatience), status != 0 else { return }
      failure = .programFailed(command[0], status: status, target: page.text)
    }
    throw .desktop(failure)
  }

  /// The words of one `$BROWSER` command, with the URL instead of `%s`, else appended.
  private static func words(of command: Substring, for page: WebLink) -> [String] {
    let words = command.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return [] }
    guard words.dropFirst().contains(where: { $0.contains("%s") }) else { return words + [page.text] }
    return words.map { $0.replacing("%s", with: page.text) }
  }

  // MARK: Clipboard

  /// Copies through the terminal that shows the results; inside tmux also to tmux's buffer.
  package func copy(_ text: String) async throws(CommandError) -> Clipboard {
    guard text.utf8.count <= TerminalClipboard.limit else {
      throw .desktop(.tooLongToCopy(limit: TerminalClipboard.limit))
    }
    guard isTerminal else { throw .desktop(.noTerminal) }
    output.write(raw: TerminalClipboard.sequence(for: text, environment: environment))
    output.flush()
    guard environment["TMUX"] != nil, let input = try? ScratchFile(Array(text.utf8)),
      let loading = start("tmux", ["load-buffer", "-w", "-"], input: input.descriptor)
    else { return .terminal }
    // A server of tmux may hang.
    return await loading.status(within: ChildProgram.patience) == 0 ? .tmux : .terminal
  }

  // MARK: Player

  /// Uses the first of mpv, ffplay and vlc that is installed.
  package func play(_ target: String, from stream: ByteStream?, title: String) async throws(CommandError) -> Playback {
    for (name, arguments) in Self.players(for: target, isStreamed: stream != nil) {
      guard let (child, feeding) = start(name, arguments, reading: stream) else { continue }
      player.withLock { $0 = child }
      defer {
        player.withLock { $0 = nil }
        feeding?.cancel()
      }
      let status = await progress.during("playing \(title) with \(name); Ctrl-C stops") { await child.status() }
      if Task.isCancelled { return Playback(player: name, wasStopped: true) }
      // A player does not know that its stream broke off. It may also end before its stream does.
      feeding?.cancel()
      if let error = await feeding?.value, error != .cancelled { throw .catalog(error) }
      if status == 0 { return Playback(player: name) }
      throw .desktop(.programFailed(name, status: status, target: target))
    }
    throw .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play audio or video", target: target))
  }

  /// Starts a player, and a task that sends it the stream, if there is one.
  private func start(
    _ player: String, _ arguments: [String], reading stream: ByteStream?
  ) -> (ChildProgram, feeding: Task<CatalogError?, Never>?)? {
    guard let stream else { return start(player, arguments).map { ($0, nil) } }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    // With the other end open, the player would wait for the end of its input.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard let child = start(player, arguments, input: ends[0]) else {
      close(ends[1])
      return nil
    }
    guard let feeder = PipeFeeder(into: ends[1]) else { return (child, nil) }
    let feeding = Task { () -> CatalogError? in
      let sent = await result { () throws(CatalogError) in try await stream { feeder.add($0) } }
      if Task.isCancelled { feeder.stop() } else { feeder.finish() }
      if case .failure(let error) = sent { return error }
      return nil
    }
    return (child, feeding)
  }

  /// A URL begins with `http` and a path with a slash, so no player can mistake either for an option.
  private static func players(for url: String, isStreamed: Bool) -> [(name: String, arguments: [String])] {
    let source = isStreamed ? "-" : url
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isFilm = [".m4v", ".mp4", ".mov", ".webm"].contains(where: path.hasSuffix)
    return [
      ("mpv", ["--no-terminal", "--audio-display=no", source]),
      ("ffplay", ["-hide_banner", "-loglevel", "error", "-autoexit"] + (isFilm ? [] : ["-nodisp"]) + [source]),
      ("cvlc", ["--quiet", "--play-and-exit", source]),
      ("vlc", ["--intf", "dummy", "--quiet", "--play-and-exit", source]),
    ]
  }

  // MARK: Shell

  /// Runs `/bin/sh`. At a terminal the command shares it, as an interactive chooser must; elsewhere it has its own
  /// session, so that everything it started can be stopped.
  package func run(_ command: String, reading input: [UInt8], isShown: Bool) async throws(CommandError) -> [UInt8] {
    let (source, shown) = (try ScratchFile(input), isShown ? nil : try ScratchFile([]))
    guard
      let child = ChildProgram(
        "/bin/sh", ["-c", command], environment: variables.merging(environment) { $1 }, input: source.descriptor,
        output: shown?.descriptor ?? output.descriptor, errors: STDERR_FILENO,
        isApart: !TerminalOutput.isTerminal(STDIN_FILENO), clock: clock)
    else { throw .desktop(.commandFailed(command, status: 127)) }
    player.withLock { $0 = child }
    defer { player.withLock { $0 = nil } }
    let status = await child.status()
    // The prompt needs a row of its own. If the output lacks its last line break, the spaces wrap into the next row.
    if isShown, let size = TerminalSize.of(output.descriptor) {
      TerminalOutput.write(String(repeating: " ", count: max(0, size.columns - 1)) + "\r", to: output.descriptor)
    }
    // Ctrl-C at the terminal reaches us as well, perhaps later, and the next prompt would take it for its own.
    if status == 128 + SIGINT, TerminalOutput.isTerminal(STDIN_FILENO) { try? await clock.sleep(for: .seconds(1)) }
    if Task.isCancelled && status != 0 || status == 128 + SIGINT { throw .catalog(.cancelled) }
    // SIGPIPE means that a reader such as `head` has enough; that is not a failure.
    let printed = shown?.bytes() ?? []
    guard status == 0 || status == 128 + SIGPIPE else {
      throw .desktop(.commandFailed(command, status: status, output: printed))
    }
    return printed
  }

  // MARK: Pictures

  package var pictures: PictureDisplay {
    guard isTerminal else { return .cannot(.noTerminal) }
    // chafa reads every format, and can draw with characters instead.
    if ProgramPath.place(of: "chafa", in: environment) != nil { return .shows(Picture.Format.allCases) }
    let formats = DrawingProtocol(environment: environment)?.formats ?? []
    return formats.isEmpty ? .cannot(.noGraphics) : .shows(formats)
  }

  /// The largest picture, in lines and columns.
  private static let largest = (rows: 20, columns: 40)

  package func show(_ picture: Picture, rows most: Int?, caption: String?) async throws(CommandError) {
    let size = TerminalSize.of(output.descriptor, environment: environment)
    let rows = max(1, min(Self.largest.rows, (size?.rows ?? 24) - 2, most ?? .max))
    let columns = max(1, min(Self.largest.columns, size?.columns ?? 80))
    let drawing = DrawingProtocol(environment: environment)
    if let drawing, drawing.formats.contains(picture.format) {
      output.write(raw: drawing.sequence(for: picture, rows: min(rows, columns / 2)))
    } else {
      output.write(raw: try await chafa(picture, drawing, rows: rows, columns: columns))
    }
    let below =
      caption.map { DisplayWidth.fitted(StyledText.escapingControls($0), to: size?.columns ?? 80) + "\n" } ?? ""
    output.write(raw: Array(("\n" + below).utf8))
    output.flush()
  }

  /// The escape sequences with which chafa draws a picture; they contain none of the picture's bytes.
  private func chafa(
    _ picture: Picture, _ drawing: DrawingProtocol?, rows: Int, columns: Int
  ) async throws(CommandError) -> [UInt8] {
    let arguments = [
      "--format", drawing?.rawValue ?? "symbols", "--size", "\(columns)x\(rows)", "--animate", "off", "-",
    ]
    let (input, output) = (try ScratchFile(picture.bytes), try ScratchFile([]))
    guard
      let child = start("chafa", arguments, input: input.descriptor, output: output.descriptor)
    else { throw .desktop(.programFailed("chafa", status: 127, target: nil)) }
    let status = await child.status()
    if Task.isCancelled { throw .catalog(.cancelled) }
    guard status == 0 else { throw .desktop(.programFailed("chafa", status: status, target: nil)) }
    return output.bytes(atMost: Self.largestDrawing)
  }

  /// More bytes than any picture in a terminal needs.
  private static let largestDrawing = 8 << 20
}

/// The folders to search for programs.
enum ProgramPath {
  /// The path of the program `name`; nil if it is not installed. A name with a slash is a path already. Ignores relative
  /// folders: a program in the current folder must not run by accident.
  static func place(of name: String, in environment: [String: String]) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

/// The terminal's clipboard, set with OSC 52. Many terminals ask first or disable it.
enum TerminalClipboard {
  /// The most bytes that can be copied: terminals drop longer sequences, some silently.
  static let limit = 55_000

  /// The sequence that makes the terminal copy `text`.
  static func sequence(for text: String, environment: [String: String]) -> [UInt8] {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    let isInTmux = environment["TMUX"] != nil || environment["TERM", default: ""].hasPrefix("tmux")
    guard isInTmux else { return Array(sequence.utf8) }
    // tmux copies the text if set-clipboard is on, and passes it on if allow-passthrough is.
    return Array((sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\").utf8)
  }
}

/// An unnamed file that passes bytes to a program and back. Unlike a pipe it never fills up, so nothing has to wait.
final class ScratchFile: Sendable {
  let descriptor: Int32

  /// Contains `bytes` and is read from the start.
  /// - Throws: `file` with the folder for temporary files if it cannot be written.
  init(_ bytes: [UInt8]) throws(CommandError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    // Without mkstemp, because a program that another thread starts at that moment would inherit the descriptor.
    let place = folder + "/liner-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: folder, FileProblem(errno: errno)) }
    unlink(place)
    if case .failed(let problem) = TerminalOutput.write(bytes, to: descriptor) { throw .file(path: folder, problem) }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  func bytes(atMost limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < limit {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
