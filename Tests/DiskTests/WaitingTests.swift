import Disk
import Domain
import Glibc
import TestSupport
import Testing

/// Every wait for another process ends when its task is cancelled, without having done anything.
@Suite(.timeLimit(.minutes(1)))
struct WaitingTests {
  private let folder = TemporaryFolder()
  private var files: DiskFiles { DiskFiles(BaseFolders([:])) }

  private func pipe(_ name: String = "pipe") -> String {
    mkfifo(folder.path(name), 0o600)
    return folder.path(name)
  }

  /// Cancels `work` after it has begun.
  private func cancelling(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    for _ in 0..<100 { await Task.yield() }
    task.cancel()
    try await task.value
  }

  @Test func `waiting for a pipe without a writer can be cancelled`() async {
    let path = pipe()
    await #expect(throws: FileError(path: path, .notAFile)) { try await files.read(path) }
    await #expect(throws: FileError(path: path, .cancelled)) {
      try await cancelling { _ = try await Input(path: path, in: BaseFolders([:])).next() }
    }
  }

  @Test func `waiting for a pipe without a reader can be cancelled`() async {
    let path = pipe()
    await #expect(throws: FileError(path: path, .cancelled)) {
      try await cancelling { [files] in try await files.write([1], to: path, replaces: true) }
    }
    await #expect(throws: FileError(path: path, .cancelled)) {
      try await cancelling { _ = try await GrowingFile(path: path, existing: .refused, in: BaseFolders([:])) }
    }
  }

  @Test func `waiting for another process's lock can be cancelled, and the file stays`() async {
    folder.write("old", to: "a")
    let other = open(folder.path("a"), O_RDWR)
    #expect(flock(other, LOCK_EX) == 0)
    let path = folder.path("a")
    // Longer than a busy machine can delay the test's next step.
    let files = DiskFiles(BaseFolders([:]), lockPatience: .seconds(600))
    await #expect(throws: FileError(path: path, .cancelled)) {
      try await cancelling {
        _ = try await files.update(path, seen: nil) { _ in .replacement([1]) }
      }
    }
    #expect(folder.read("a") == "old")
    close(other)
  }

  @Test func `waiting for a lock ends after the patience`() async {
    folder.write("old", to: "a")
    let path = folder.path("a")
    let other = open(path, O_RDWR)
    #expect(flock(other, LOCK_EX) == 0)
    let files = DiskFiles(BaseFolders([:]), lockPatience: .milliseconds(50))
    await #expect(throws: FileError(path: path, .locked)) { try await files.read(path) }
    await #expect(throws: FileError(path: path, .locked)) {
      try await files.update(path, seen: nil) { _ in .replacement([1]) }
    }
    #expect(folder.read("a") == "old")
    close(other)
  }

  /// Everything that comes from a pipe until it ends.
  private func content(of path: String) async throws -> [UInt8] {
    let input = try Input(path: path, in: BaseFolders([:]))
    var bytes: [UInt8] = []
    while case let chunk = try await input.next(), !chunk.isEmpty { bytes += chunk }
    return bytes
  }

  @Test func `a pipe is read until it ends`() async throws {
    let path = pipe()
    async let content = content(of: path)
    try await files.write(Array("from afar".utf8), to: path, replaces: true)
    #expect(try await content == Array("from afar".utf8))
  }

  @Test func `non-blocking input is awaited until it ends`() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(Glibc.pipe(&ends) == 0)
    // Programs that other tests start must not keep it open.
    for end in ends { #expect(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let input = Input(descriptor: ends[0], name: "stdin")
    #expect(try input.nextIfReady() == nil)
    async let next = input.next()
    #expect(write(ends[1], "a", 1) == 1)
    #expect(try await next == [UInt8(ascii: "a")])
    #expect(try input.nextIfReady() == nil)
    close(ends[1])
    #expect(try input.nextIfReady() == [])
    close(ends[0])
  }

  @Test func `bytes that a pipe cannot accept at once follow later`() async throws {
    let path = pipe()
    async let content = content(of: path)
    let file = try await GrowingFile(path: path, existing: .refused, in: BaseFolders([:]))
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    file.write(bytes)
    #expect(await file.finish() == nil)
    _ = consume file
    #expect(try await content.count == bytes.count)
  }
}
