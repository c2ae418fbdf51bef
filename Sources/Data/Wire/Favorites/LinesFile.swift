import Domain
import Synchronization

/// A file of JSON lines behind a line that says what they are: `{"liner":"favorites","v":1}`. Blank lines mean nothing.
///
/// Several processes may change it: each change is made to what the file holds by then, and the file is written anew and
/// put in its place. Lines that nobody changes stay as they are, byte for byte.
final class LinesFile<Line: Sendable>: Sendable {
  /// What is in such a file.
  struct Format: Sendable {
    /// What the first line calls it.
    var name: String
    /// What people call it, in the plural.
    var noun: String
    /// The latest version of it that this liner reads; it reads all those before.
    var latest = 1
    /// The version that can hold these lines.
    var version: @Sendable ([Line]) -> Int = { _ in 1 }
    var read: @Sendable (ArraySlice<UInt8>) throws(MalformedLine) -> Line
    /// Writes a line, without its break.
    var write: @Sendable (Line) -> ArraySlice<UInt8>
  }

  private let path: String
  private let files: any Files
  private let format: Format
  private let seen = Mutex(Seen())

  /// What the file held when this process last looked.
  private struct Seen {
    var version: FileVersion?
    var lines: [Line] = []
  }

  init(path: String, files: any Files, format: Format) {
    (self.path, self.files, self.format) = (path, files, format)
  }

  /// - Returns: nothing where there is no such file.
  /// - Throws: `malformed` at the first line that is not what such a file has there.
  func load() async throws(FileError) -> [Line] { try await latest() ?? [] }

  /// - Returns: the lines there are by now; nil where the file is missing or empty.
  func latest() async throws(FileError) -> [Line]? {
    guard let content = try await files.read(path) else { return nil }
    let before = seen.withLock(\.self)
    if before.version == content.version { return before.lines }
    let lines = try parse(content.bytes)
    seen.withLock { $0 = Seen(version: lines == nil ? nil : content.version, lines: lines ?? []) }
    return lines
  }

  /// Makes a change to what is in the file by now; no other process does so meanwhile.
  /// - Parameter change: given the lines there are, or nil where the file is missing or empty; returns those that there are
  ///   to be, or nil to leave the file as it is.
  /// - Returns: the lines there are afterwards, and whether nobody else had changed the file since this process looked.
  func change(
    _ change: @escaping @Sendable ([Line]?) throws(FileError) -> [Line]?
  ) async throws(FileError) -> (lines: [Line], isAsSeen: Bool) {
    let before = seen.withLock(\.self)
    let found = Mutex((lines: before.lines, isAsSeen: false))
    let version = try await files.update(path, seen: before.version) { [self] state throws(FileError) in
      let lines = state.isAsSeen ? before.lines : try parse(try state.bytes())
      let changed = try change(lines)
      found.withLock { $0 = (changed ?? lines ?? [], state.isAsSeen) }
      return changed.map { .replacement(bytes(of: $0)) } ?? .none
    }
    let result = found.withLock(\.self)
    // An empty file is told from one without lines by looking at it again.
    seen.withLock { $0 = Seen(version: version?.size == 0 ? nil : version, lines: result.lines) }
    return result
  }

  private func bytes(of lines: [Line]) -> [UInt8] {
    var bytes = Array("{\"liner\":\"\(format.name)\",\"v\":\(format.version(lines))}\n".utf8)
    for line in lines {
      bytes += format.write(line)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  // MARK: Reading

  /// - Returns: nil where the file is empty.
  private func parse(_ bytes: [UInt8]) throws(FileError) -> [Line]? {
    if bytes.isEmpty { return nil }
    let isText = (try? UTF8Span(validating: bytes.span)) != nil
    var lines: [Line] = []
    var hasHeader = false
    var (start, number) = (0, 0)
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { start = end + 1 }
      let line = bytes[start..<end]
      if Self.meansNothing(line) { continue }
      do throws(MalformedLine) {
        guard isText || String(validating: line, as: UTF8.self) != nil else {
          throw MalformedLine(what: "this is not UTF-8 text")
        }
        if hasHeader { lines.append(try format.read(line)) } else { try checkHeader(line) }
        hasHeader = true
      } catch {
        throw FileError(path: path, .malformed(line: number, error.what))
      }
    }
    return hasHeader ? lines : nil
  }

  /// Blank; or what liner 1.0 left where it was killed while it wrote or blanked a line in its place: that begins with a
  /// space and goes on in the middle.
  private static func meansNothing(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return true }
    return line.first == 0x20 && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }

  private func checkHeader(_ line: ArraySlice<UInt8>) throws(MalformedLine) {
    guard let header = try? JSONValue(parsing: Array(line)), case .string(format.name)? = header["liner"],
      let version = header["v"]?.integer
    else { throw MalformedLine(what: "this is not a \(format.noun) file") }
    guard (1...format.latest).contains(version) else {
      throw MalformedLine(
        what: "these \(format.noun) have version \(version); this liner reads version \(format.latest) and earlier ones"
      )
    }
  }
}

/// What keeps a line from being what it should be.
struct MalformedLine: Error {
  let what: String
}
