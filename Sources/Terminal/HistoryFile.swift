import Disk
package import Domain
import Presentation
import Synchronization

/// The lines typed in this and earlier sessions, saved in a file that only its owner may read.
///
/// Sessions may share the file. Each appends under a lock and tidies the file when it ends, or when it starts after one
/// was killed. Typing does not wait for that. A mark below a line says that it failed, ` ! LINE`, or no longer fails, `
/// = LINE`. Other readers ignore lines that begin with a space.
package final class HistoryFile: Sendable {
  private struct State {
    var lines: [String] = []
    /// The lines that failed when they were last typed.
    var failed: Set<String> = []
    var warning: String?
    var isWritable: Bool
    /// Lines that are not in the file yet, and the task that writes them.
    var unwritten: [String] = []
    var writer: Task<Void, Never>?
    /// The file after the latest write of this session.
    var seen: FileVersion?
  }

  /// The maximum number of lines.
  package let limit: Int
  private let path: String?
  private let patience: Duration
  private let files: any Files
  private let state: Mutex<State>

  /// Reads the file.
  /// - Parameters:
  ///   - path: nil or `/dev/null` remembers lines only for the session.
  ///   - patience: how long a session waits, at its start and end, for another program's lock on the file.
  package init(path: String?, limit: Int = 10_000, patience: Duration = .seconds(2), files: (any Files)? = nil) async {
    self.path = path == "/dev/null" ? nil : path
    (self.limit, self.patience) = (limit, patience)
    let files: any Files = files ?? DiskFiles(BaseFolders([:]), makesFolders: true, lockPatience: patience)
    self.files = files
    state = Mutex(State(isWritable: self.path != nil))
    guard let path = self.path else { return }
    // A text file given by mistake is neither changed nor used as history.
    if let start = try? await files.read(path)?.bytes.prefix(Content.mostChecked),
      Content(Array(start), most: limit).isForeign
    {
      let error = FileError(path: path, .other("not a history of liner"))
      state.withLock { ($0.warning, $0.isWritable) = (Self.warning(error), false) }
      return
    }
    do throws(FileError) {
      _ = try await files.update(path, seen: nil) { [self] file throws(FileError) in
        let content = Content(try file.bytes(), most: limit)
        state.withLock { ($0.lines, $0.failed) = (content.lines, content.failed) }
        // Rewriting the file costs more than a few superfluous lines.
        return content.superfluous > content.lines.count / 4 ? .replacement(content.bytes) : .none
      }
    } catch {
      // A read-only history can still be read.
      let file = error.problem == .notPermitted ? try? await files.read(path) : nil
      let content = Content(file?.bytes ?? [], most: limit)
      state.withLock { state in
        state = State(lines: content.lines, failed: content.failed, warning: Self.warning(error), isWritable: false)
      }
    }
  }

  /// The path of the history: `LINER_HISTORY`, else `liner/history` in the state folder, or a separate file for the
  /// sample; nil without a home folder.
  package static func path(_ environment: [String: String], isOfSample: Bool = false) -> String? {
    if let path = environment["LINER_HISTORY"], !path.isEmpty { return path }
    return BaseFolders(environment).state(isOfSample ? "sample/history" : "history")
  }

  /// The lines, newest last, without duplicates.
  package var lines: [String] { state.withLock { $0.lines } }

  /// The lines that failed when they were last typed, in any session.
  package var failedLines: Set<String> { state.withLock(\.failed) }

  /// Records whether `line`, the latest one, failed.
  package func mark(_ line: String, asFailed hasFailed: Bool) {
    state.withLock { state in
      guard state.failed.contains(line) != hasFailed, state.lines.last == line else { return }
      if hasFailed { state.failed.insert(line) } else { state.failed.remove(line) }
      append(Self.mark(line, asFailed: hasFailed), &state)
    }
  }

  private func append(_ line: String, _ state: inout State) {
    guard state.isWritable else { return }
    state.unwritten.append(line)
    if state.writer == nil { state.writer = Task { await write() } }
  }

  fileprivate static func mark(_ line: String, asFailed hasFailed: Bool) -> String {
    (hasFailed ? " ! " : " = ") + line
  }

  /// Why lines cannot be saved, in a few words; nil if they can. Reading clears it, so that it is printed once.
  package func takeWarning() -> String? { state.withLock { $0.warning.take() } }

  /// Adds a line at the end, and removes its older copy. Ignores an empty line, or one that begins with a space or
  /// contains a line break or a NUL.
  /// - Returns: whether it was added.
  @discardableResult
  package func add(_ line: String) -> Bool {
    guard !line.isEmpty, line.first != " ", !line.contains(where: { $0 == "\n" || $0 == "\r\n" || $0 == "\0" }) else {
      return false
    }
    state.withLock { state in
      guard state.lines.last != line else { return }
      state.lines.removeAll { $0 == line }
      state.lines.append(line)
      if state.lines.count > limit { state.lines.removeFirst(state.lines.count - limit) }
      append(line, &state)
    }
    return true
  }

  /// Waits until all lines are in the file, each once, or writing has failed.
  package func finish() async {
    let writer = state.withLock(\.writer)
    _ = await withTimeout(patience) { [self] in
      await withTaskCancellationHandler {
        await writer?.value
      } onCancel: {
        writer?.cancel()
      }
      // Deletes older copies of each line. If that fails now, a later session does it.
      guard let path, state.withLock({ $0.isWritable && $0.seen != nil }) else { return }
      _ = try? await files.update(path, seen: nil) { [limit] file throws(FileError) in
        let content = Content(try file.bytes(), most: limit)
        return content.superfluous > 0 ? .replacement(content.bytes) : .none
      }
    }
  }

  // MARK: The file

  private static func warning(_ error: FileError) -> String {
    // A cancelled wait for the lock means that the session ran out of patience.
    let problem = error.problem == .cancelled ? .locked : error.problem
    return "history is not saved: \(error.path): \(ErrorMessages.words(for: problem))"
  }

  private func write() async {
    while true {
      let (lines, seen) = state.withLock { state in
        let lines = exchange(&state.unwritten, with: [])
        if lines.isEmpty || !state.isWritable { state.writer = nil }
        return (state.isWritable ? lines : [], state.seen)
      }
      guard let path, !lines.isEmpty else { return }
      do throws(FileError) {
        let version = try await files.update(path, seen: seen) { file throws(FileError) in
          // A writer may have been stopped in the middle of a line.
          let last = file.isAsSeen ? nil : try file.bytes().last
          let text = ([nil, UInt8(ascii: "\n")].contains(last) ? "" : "\n") + lines.map { $0 + "\n" }.joined()
          return .addition(Array(text.utf8))
        }
        state.withLock { $0.seen = version }
      } catch {
        state.withLock { ($0.warning, $0.isWritable) = (Self.warning(error), false) }
      }
    }
  }

  private struct Content {
    /// The latest lines, each at its last position.
    private(set) var lines: [String] = []
    /// The lines among them that failed.
    private(set) var failed: Set<String> = []
    /// How many lines of the file are superfluous.
    let superfluous: Int
    /// Whether most of the lines are not commands, so that the file is not a history.
    let isForeign: Bool

    private static let largestRead = 16_777_216

    init(_ bytes: [UInt8], most limit: Int) {
      var typed: [String] = []
      var marks = 0
      // Of a file that is too large, only the end is read; its first line is then incomplete.
      let isCut = bytes.count > Self.largestRead
      for bytes in bytes.suffix(Self.largestRead).split(separator: UInt8(ascii: "\n")).dropFirst(isCut ? 1 : 0) {
        guard !bytes.contains(0), let line = String(validating: bytes, as: UTF8.self) else { continue }
        if line.hasPrefix(" ! ") {
          failed.insert(String(line.dropFirst(3)))
          marks += 1
        } else if line.hasPrefix(" = ") {
          failed.remove(String(line.dropFirst(3)))
          marks += 1
        } else if !line.hasPrefix(" ") {
          // A line that begins with a space was not typed here.
          typed.append(line)
        }
      }
      lines = typed.reversed().unique.prefix(limit).reversed()
      failed.formIntersection(lines)
      // The lines marked as failed were certainly typed here.
      let others = typed.filter { [failed] in !failed.contains($0) }
      isForeign = !others.isEmpty && others.count { !Command.mayBegin($0) } * 2 >= others.count
      superfluous = typed.count + marks - lines.count - failed.count
    }

    /// How many bytes are needed to tell what the file is.
    static let mostChecked = 8192

    var bytes: [UInt8] {
      let kept = lines.map { $0 + "\n" + (failed.contains($0) ? HistoryFile.mark($0, asFailed: true) + "\n" : "") }
      return Array(kept.joined().utf8)
    }
  }
}
