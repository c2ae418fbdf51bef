package import Domain
import Glibc

/// Input that is read as it arrives: a script, a pipe, standard input.
package final class Input: Sendable {
  private let descriptor: Int32
  private let name: String
  /// Nil if the descriptor belongs to the caller.
  private let file: OpenFile?

  /// The most bytes to read at once.
  private let chunkSize: Int

  /// - Parameters:
  ///   - descriptor: open for reading, and left open.
  ///   - name: for errors, such as `stdin`.
  package init(descriptor: Int32, name: String, chunkSize: Int = 65536) {
    (self.descriptor, self.name, self.chunkSize) = (descriptor, name, chunkSize)
    file = nil
  }

  /// Opens the file at `path` without waiting, even for a pipe without a writer.
  /// - Parameter mayBePipe: whether a pipe, as in `liner <(make-commands)`, or a terminal is accepted.
  /// - Throws: `notAFile` for anything else that is not a file, such as `/dev/zero`, which would never end.
  package init(path: String, mayBePipe: Bool = true, in places: BaseFolders) throws(FileError) {
    let place = try places.place(of: path)
    if !mayBePipe { try OpenFile.checkIsRegular(place, path) }
    let file = try OpenFile(place, path, O_RDONLY, Waiting())
    switch file.status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    case S_IFCHR where isatty(file.descriptor) == 1 || file.isNull: break
    default: throw FileError(path: path, .notAFile)
    }
    self.file = file
    descriptor = file.descriptor
    name = path
    chunkSize = 65536
  }

  /// The first bytes of a regular file, at most `most`.
  package static func start(of path: String, most: Int, in places: BaseFolders) throws(FileError) -> [UInt8] {
    let input = try Input(path: path, mayBePipe: false, in: places)
    var bytes: [UInt8] = []
    while bytes.count < most, let chunk = try input.nextIfReady(), !chunk.isEmpty { bytes += chunk }
    return Array(bytes.prefix(most))
  }

  /// The bytes that can be read without waiting, empty at the end; nil if there are none yet.
  package func nextIfReady() throws(FileError) -> [UInt8]? {
    waitForEvents(on: [(descriptor, POLLIN)], atMost: 0) == nil ? nil : try chunk()
  }

  /// Waits for the next bytes; empty at the end. Cancelling the task ends the wait.
  package func next() async throws(FileError) -> [UInt8] {
    try await offPool { [self] waiting throws(FileError) in
      while true {
        try waiting.wait(for: descriptor, POLLIN, name)
        if let chunk = try chunk() { return chunk }
      }
    }
  }

  /// Nil if there is nothing to read after all.
  private func chunk() throws(FileError) -> [UInt8]? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initialized in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 { code = errno }
      initialized = max(0, count)
    }
    switch code {
    case 0: return bytes
    case EAGAIN, EINTR: return nil
    default: throw .latest(name, code)
    }
  }
}
