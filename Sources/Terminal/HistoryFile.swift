import Glibc
import Synchronization

/// The lines typed in this and earlier sessions, kept in a file that only its owner may read.
///
/// Several sessions may share the file: each only adds to its end, under a lock, and whoever opens it tidies it.
package final class HistoryFile: Sendable {
  private struct State {
    var lines: [String] = []
    var warning: String?
    var isWritable: Bool
  }

  /// How many lines are kept.
  package let limit: Int
  private let path: String?
  private let state: Mutex<State>

  /// - Parameter path: nil or `/dev/null` keeps lines for the session only.
  package init(path: String?, limit: Int = 10_000) {
    self.path = path == "/dev/null" ? nil : path
    self.limit = limit
    state = Mutex(State(isWritable: self.path != nil))
    guard let path = self.path else { return }
    Self.makeParents(of: path)
    // Without O_NONBLOCK opening a FIFO could wait for ever.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      let code = errno
      // A history that may only be read is read all the same.
      let readable = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      let lines = readable >= 0 ? Self.newest(limit, of: Self.read(readable)) : []
      if readable >= 0 { close(readable) }
      state.withLock { $0 = State(lines: lines, warning: Self.warning(path, code), isWritable: false) }
      return
    }
    var information = stat()
    let isFile = fstat(file, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    if isFile { fchmod(file, 0o600) }
    close(file)
    guard isFile else {
      state.withLock { $0 = State(warning: Self.warning(path, EINVAL), isWritable: false) }
      return
    }
    do throws(SystemError) {
      let lines = try Self.tidy(path, limit)
      state.withLock { $0.lines = lines }
    } catch {
      state.withLock { $0 = State(warning: Self.warning(path, error.code), isWritable: false) }
    }
  }

  /// Where the history is kept: `LINER_HISTORY`, else `liner/history` in the folder for state (XDG Base Directory
  /// Specification); nil without a home.
  package static func path(_ environment: [String: String]) -> String? {
    if let path = environment["LINER_HISTORY"], !path.isEmpty { return path }
    // The specification has relative paths ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/liner/history" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return home + "/.local/state/liner/history"
  }

  /// The lines, newest last and none twice.
  package var lines: [String] { state.withLock { $0.lines } }

  /// Why lines cannot be saved, in a few words; nil while all is well. Said once: reading it clears it.
  package func takeWarning() -> String? {
    state.withLock { state in
      defer { state.warning = nil }
      return state.warning
    }
  }

  /// Adds a line at the end, wherever it stood before. Empty lines, and those that start with a space, are not kept.
  /// - Returns: whether it is kept.
  @discardableResult
  package func add(_ line: String) -> Bool {
    guard !line.isEmpty, line.first != " ", !line.contains(where: { $0 == "\n" || $0 == "\r\n" || $0 == "\0" }) else {
      return false
    }
    state.withLock { state in
      let isRepeated = state.lines.last == line
      if !isRepeated {
        state.lines.removeAll { $0 == line }
        state.lines.append(line)
        if state.lines.count > limit { state.lines.removeFirst(state.lines.count - limit) }
      }
      guard !isRepeated, state.isWritable, let path else { return }
      do throws(SystemError) {
        try Self.append(line, to: path)
      } catch {
        state.warning = Self.warning(path, error.code)
        state.isWritable = false
      }
    }
    return true
  }

  // MARK: - The file

  private struct SystemError: Error {
    var code: Int32
  }

  private static func warning(_ path: String, _ code: Int32) -> String {
    "history is not saved: \(path): \(String(cString: strerror(code)))"
  }

  /// Makes the folders above `path` that are missing, for the owner only.
  private static func makeParents(of path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for count in parts.indices.dropFirst() { _ = mkdir(parts[...count].joined(separator: "/"), 0o700) }
  }

  /// Opens the file and locks it. Another session may have put a new file in its place while this one waited for the
  /// lock, and what is written to the old one would be lost.
  private static func openLocked(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw SystemError(code: errno) }
      while flock(file, LOCK_EX) != 0 && errno == EINTR {}
      var mine = stat()
      var current = stat()
      if fstat(file, &mine) == 0, stat(path, &current) == 0, mine.st_ino == current.st_ino,
        mine.st_dev == current.st_dev
      {
        return file
      }
      close(file)
    }
  }

  private static func append(_ line: String, to path: String) throws(SystemError) {
    let file = try openLocked(path)
    defer { close(file) }
    var bytes = Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if !endsInLineBreak(file) { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    if case .failed(let code) = bytes.withUnsafeBytes({ TerminalOutput.write($0, to: file) }) {
      throw SystemError(code: code)
    }
  }

  /// False where somebody was stopped in the middle of a line.
  private static func endsInLineBreak(_ file: Int32) -> Bool {
    let end = lseek(file, 0, SEEK_END)
    var byte: UInt8 = 0
    return end <= 0 || (pread(file, &byte, 1, end - 1) == 1 && byte == UInt8(ascii: "\n"))
  }

  /// Reads the file; where it holds repeated lines or too many, writes a tidy one beside it and puts that in its place.
  private static func tidy(_ path: String, _ limit: Int) throws(SystemError) -> [String] {
    let file = try openLocked(path)
    defer { close(file) }
    let found = read(file)
    let lines = newest(limit, of: found)
    // Rewriting costs more than a few superfluous lines.
    guard found.count > lines.count + lines.count / 4 else { return lines }
    // The file itself and not a link to it is replaced.
    guard let resolved = realpath(path, nil) else { return lines }
    defer { free(resolved) }
    let target = String(cString: resolved)
    let beside = target + ".new"
    let new = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard new >= 0 else { return lines }
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let failure = text.withUnsafeBytes { TerminalOutput.write($0, to: new) }
    if failure == nil, fsync(new) == 0, rename(beside, target) == 0 {
      close(new)
    } else {
      close(new)
      unlink(beside)
    }
    return lines
  }

  private static let largestRead = 16_777_216

  private static func read(_ file: Int32) -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    // Of a file that grew out of hand the end will do; its first line is then half of one.
    let isCut = lseek(file, -largestRead, SEEK_END) > 0
    if !isCut { lseek(file, 0, SEEK_SET) }
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) } else if count == 0 || errno != EINTR { break }
    }
    // Lines that are not text were not typed here.
    return bytes.split(separator: UInt8(ascii: "\n")).dropFirst(isCut ? 1 : 0).compactMap { line in
      line.contains(0) ? nil : String(validating: line, as: UTF8.self)
    }
  }

  /// The last `limit` of the lines, each only where it stands last.
  private static func newest(_ limit: Int, of lines: [String]) -> [String] {
    var seen: Set<String> = []
    var newest: [String] = []
    for line in lines.reversed() where newest.count < limit && seen.insert(line).inserted { newest.append(line) }
    return newest.reversed()
  }
}
