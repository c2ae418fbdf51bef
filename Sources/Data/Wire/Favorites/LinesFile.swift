import Domain
import Synchronization

/// A file of JSON lines after a header with the kind of content: `{"liner":"favorites","v":1}`. Ignores empty lines.
///
/// Several processes may change it: each change applies to the current content, and a new file replaces the old one.
/// Unchanged lines stay byte for byte.
final class LinesFile<Line: Sendable>: Sendable {
  /// The format of such a file.
  struct Format: Sendable {
    /// The name in the header line.
    var name: String
    /// The name in messages, in the plural.
    var noun: String
    /// The latest version that this liner reads; it reads all earlier ones.
    var latest = 1
    /// The version that these lines require.
    var version: @Sendable ([Line]) -> Int = { _ in 1 }
    var read: @Sendable (ArraySlice<UInt8>) throws(MalformedLine) -> Line
    /// Writes a line, without its line break; not needed for reading.
    var write: @Sendable (Line) -> ArraySlice<UInt8>
  }

  private let path: String
  private let files: any Files
  private let format: Format
  private let seen = Mutex(Seen())

  /// What this process last read from the file.
  private struct Seen {
    var version: FileVersion?
    var lines: [Line] = []
  }

  init(path: String, files: any Files, format: Format) { (self.path, self.files, self.format) = (path, files, format) }

  /// - Returns: the current lines; nil if the file is missing or empty.
  func latest() async throws(FileError) -> [Line]? {
    guard let content = try await files.read(path) else { return nil }
    let before = seen.withLock(\.self)
    if before.version == content.version { return before.lines }
    let lines = try format.lines(in: content.bytes, path)
    seen.withLock { $0 = Seen(version: lines == nil ? nil : content.version, lines: lines ?? []) }
    return lines
  }

  /// Changes the current content of the file, while no other process can.
  /// - Parameter change: gets the current lines, or nil if the file is missing or empty; returns the new lines, or nil
  ///   to leave the file unchanged.
  /// - Returns: the lines afterwards, and whether the file had not changed since this process last read it.
  func change(
    _ change: @escaping @Sendable ([Line]?) throws(FileError) -> [Line]?
  ) async throws(FileError) -> (lines: [Line], isAsSeen: Bool) {
    let before = seen.withLock(\.self)
    let found = Mutex((lines: before.lines, isAsSeen: false))
    let version = try await files.update(path, seen: before.version) { [self] state throws(FileError) in
      let lines = state.isAsSeen ? before.lines : try format.lines(in: try state.bytes(), path)
      let changed = try change(lines)
      found.withLock { $0 = (changed ?? lines ?? [], state.isAsSeen) }
      return changed.map { .edit(bytes(of: $0)) } ?? .none
    }
    let result = found.withLock(\.self)
    // Forgets the version of an empty file, so that the next read distinguishes it from one without lines.
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
}

extension LinesFile.Format {
  /// The lines in the content of the file at `path`.
  /// - Returns: nil if it is empty.
  /// - Throws: `malformed` at the first invalid line.
  func lines(in bytes: [UInt8], _ path: String) throws(FileError) -> [Line]? {
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
        guard isText || String(validating: line, as: UTF8.self) != nil else { throw MalformedLine(what: "not UTF-8") }
        if hasHeader { lines.append(try read(line)) } else { try checkHeader(line) }
        hasHeader = true
      } catch {
        throw FileError(path: path, .malformed(line: number, error.what))
      }
    }
    return hasHeader ? lines : nil
  }

  /// True for a blank line, and for one that begins with a space and continues in the middle: liner 1.0 left those
  /// behind if it was killed while it wrote or blanked a line in place.
  private static func meansNothing(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return true }
    return line.first == 0x20 && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }

  private func checkHeader(_ line: ArraySlice<UInt8>) throws(MalformedLine) {
    guard let header = try? JSONValue(parsing: Array(line)), case .string(name)? = header["liner"],
      let version = header["v"]?.integer
    else { throw MalformedLine(what: "not a \(noun) file") }
    guard (1...latest).contains(version) else {
      throw MalformedLine(what: "\(noun) file version \(version); this liner supports up to \(latest)")
    }
  }
}

/// Why a line is invalid.
struct MalformedLine: Error {
  let what: String
}
