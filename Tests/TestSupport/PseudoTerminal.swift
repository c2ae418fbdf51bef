import Disk
import Glibc
import Synchronization

/// A program on a terminal of its own, with a person in front of it.
package final class PseudoTerminal: Sendable {
  /// What was waited for did not come; tells what was on the screen instead.
  package struct NeverSeen: Error, CustomStringConvertible {
    package var description: String
  }

  private struct Waiter: Sendable {
    var isSatisfied: @Sendable (State) -> Bool
    var deadline: ContinuousClock.Instant
    /// How long the program may do nothing at all before the wait is given up; nil if that may be.
    var mostIdle: Duration?
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var screen: TerminalScreen
    var output: [UInt8] = []
    var status: StartedProgram.Ending?
    var waiters: [Waiter] = []
    var isOver = false
    /// When it last wrote, computed, or was waited for anew.
    var lastActivity = ContinuousClock.now
    var processorTime: Substring?
  }

  /// What the reading thread shares with the owner, so that it does not keep the owner alive.
  private final class Shared: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  // Linux's TIOCSPTLCK and TIOCGPTN: macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let program: StartedProgram
  private let descriptor: Int32
  private let shared: Shared

  /// Starts a program as the leader of a session whose terminal this is.
  /// - Parameter environment: all of it; `TERM` must be among it if the program is to see one.
  package init(
    running program: String, arguments: [String] = [], environment: [String: String], columns: Int = 80, rows: Int = 24
  ) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    guard descriptor >= 0, ioctl(descriptor, Self.setLock, &unlocked) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else { throw NeverSeen(description: "a pseudo-terminal: \(String(cString: strerror(errno)))") }
    let path = "/dev/pts/\(number)"
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    firstModes = Self.modes(descriptor)
    do {
      self.program = try StartedProgram(program, arguments, environment: environment, terminal: path)
    } catch {
      close(descriptor)
      throw error
    }
    // A terminal that does not tell its size has one.
    shared = Shared(State(screen: TerminalScreen(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)))
    Self.watch(descriptor, self.program, shared)
  }

  deinit {
    shared.state.withLock { $0.isOver = true }
    program.send(SIGKILL)
  }

  // MARK: - What a person does

  /// Types; `\r` is Enter, `\u{3}` Ctrl-C.
  package func send(_ keys: String) { send(Array(keys.utf8)) }

  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Changes the size and waits until the program has drawn something for it.
  package func resize(columns: Int, rows: Int) async throws {
    let before = output.count
    shared.state.withLock { $0.screen.resize(columns: columns) }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    guard await wait(.seconds(180), until: { $0.output.count > before }) else {
      throw NeverSeen(description: "nothing was drawn for the new size")
    }
  }

  package func signal(_ number: Int32) { program.send(number) }

  // MARK: - What a person sees

  package var screen: TerminalScreen { shared.state.withLock { $0.screen } }

  /// Every byte that was sent to the terminal.
  package var output: [UInt8] { shared.state.withLock { $0.output } }

  /// Waits until the screen is as described.
  /// - Throws: `NeverSeen` when it is not within `patience`, or when the program ends before it is.
  @discardableResult
  package func wait(
    _ patience: Duration? = nil, until isSeen: @escaping @Sendable (TerminalScreen) -> Bool
  ) async throws -> TerminalScreen {
    guard await wait(patience, until: { isSeen($0.screen) }) else {
      let screen = screen
      let end = shared.state.withLock { $0.status.map { ", and the program \($0)" } } ?? ""
      throw NeverSeen(
        description: "never seen; instead, with the cursor at \(screen.cursor)\(end):\n\(screen.transcript)")
    }
    return screen
  }

  /// Waits until all that was shown ends in `text`, the cursor behind it.
  package func wait(for text: String) async throws {
    try await wait { $0.text.hasSuffix(text) }
  }

  /// Waits until the program ends, however it does.
  package func waitForExit(_ patience: Duration? = nil) async throws -> StartedProgram.Ending {
    guard await wait(patience, until: { $0.status != nil }), let status = shared.state.withLock({ $0.status }) else {
      throw NeverSeen(description: "the program goes on; on its screen:\n\(screen.transcript)")
    }
    return status
  }

  /// The modes in which the program found the terminal.
  package let firstModes: [UInt32]

  /// The terminal's modes, in a form that can be compared.
  package var modes: [UInt32] { Self.modes(descriptor) }

  private static func modes(_ descriptor: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
      + withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
  }

  /// What a program that has been idle for so long does not show will not come; without this, each missed bug costs a
  /// test three minutes.
  private static let mostIdle = Duration.seconds(15)

  /// - Parameter patience: the most, whatever the program does; nil means three minutes, less if it does nothing.
  private func wait(_ patience: Duration?, until isSatisfied: @escaping @Sendable (State) -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let isThere = shared.state.withLock { state in
        if isSatisfied(state) { return true }
        state.waiters.append(
          Waiter(
            isSatisfied: isSatisfied, deadline: .now + (patience ?? .seconds(180)),
            mostIdle: patience == nil ? Self.mostIdle : nil, continuation: continuation))
        state.lastActivity = .now
        return false
      }
      if isThere { continuation.resume(returning: true) }
    }
  }

  // MARK: - The thread that reads

  /// A thread, because waiting for output blocks, and one that blocks Swift's own threads would hold up other tests.
  private static func watch(_ descriptor: Int32, _ program: StartedProgram, _ shared: Shared) {
    startThread {
      var bytes = [UInt8](repeating: 0, count: 65536)
      while true {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&ready, 1, 20) > 0 ? read(descriptor, &bytes, bytes.count) : 0
        // Only once there is nothing left to read: the program's last words come before its end.
        let ended = count <= 0 ? program.ended : nil
        let isOver = shared.state.withLock { state in
          if count > 0 {
            state.output += bytes[..<count]
            state.screen.feed(bytes[..<count])
            state.lastActivity = .now
          }
          if count <= 0, !state.waiters.isEmpty, .now - state.lastActivity > .seconds(1) {
            let time = processorTime(of: program.id)
            if time != state.processorTime { (state.processorTime, state.lastActivity) = (time, .now) }
          }
          // What a program that has ended did not show by its last words will not come.
          let isSilent = count <= 0 && state.status != nil
          if let ended { state.status = ended }
          let now = ContinuousClock.now
          let waiters = state.waiters
          state.waiters = []
          for waiter in waiters {
            let isSatisfied = waiter.isSatisfied(state)
            let isIdle = waiter.mostIdle.map { now - state.lastActivity > $0 } ?? false
            if isSatisfied || isSilent || isIdle || waiter.deadline < now {
              waiter.continuation.resume(returning: isSatisfied)
            } else {
              state.waiters.append(waiter)
            }
          }
          return state.isOver && state.status != nil
        }
        if isOver { break }
        if count < 0 && ready.revents & Int16(POLLHUP) != 0 { usleep(1000) }  // No terminal left, but not reaped yet.
      }
      close(descriptor)
    }
  }

  /// How long the program has computed, in the kernel's words; a program that waits for a processor counts as computing.
  private static func processorTime(of child: pid_t) -> Substring? {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let file = open("/proc/\(child)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let count = read(file, &bytes, bytes.count)
    // Behind the name in brackets: the state, and as the 12th and 13th the times.
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13 else { return nil }
    return fields[1] == "R" ? "\(ContinuousClock.now)"[...] : fields[12] + " " + fields[13]
  }
}
