import Disk
import Domain
import Glibc
import TestSupport
import Testing

@Suite struct `Changes to a file in its place` {
  private let folder = TemporaryFolder()
  private var files: DiskFiles { DiskFiles(Places([:])) }

  @Test func `add at the end and make lines blank, and whoever saw the file before sees that`() async throws {
    folder.write("a\nbb\nc\n", to: "f")
    let path = folder.path("f")
    let seen = try #require(try await files.read(path)).version
    let version = try await files.update(path, seen: seen) { file in
      #expect(file.isAsSeen)
      return .lines(added: Array("\nd\n".utf8), blanked: [2..<4])
    }
    #expect(folder.read("f") == "a\n  \nc\n\nd\n")
    _ = try await files.update(path, seen: seen) { file in
      #expect(!file.isAsSeen)
      return .none
    }
    _ = try await files.update(path, seen: version) { file in
      #expect(file.isAsSeen)
      return .none
    }
  }

  @Test func `are whole where they are longer than a page`() async throws {
    folder.write("a\n", to: "f")
    let line = (0..<20_000).map { UInt8(ascii: "a") + UInt8($0 % 26) } + [UInt8(ascii: "\n")]
    _ = try await files.update(folder.path("f"), seen: nil) { _ in .lines(added: line + line, blanked: []) }
    #expect(folder.read("f") == "a\n" + String(decoding: line + line, as: UTF8.self))
  }

  @Test func `a file that grows refuses one that is there, unless it may replace it`() async throws {
    folder.write("old", to: "a")
    let path = folder.path("a")
    await #expect(throws: FileError(path: path, .alreadyExists)) {
      try await GrowingFile(path: path, existing: .refused, in: Places([:]))
    }
    #expect(folder.read("a") == "old")
    let file = try await GrowingFile(path: path, existing: .replaced, in: Places([:]))
    file.write("new".utf8)
    #expect(folder.read("a") == "new")
    var information = stat()
    #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test func `a folder is locked by one at a time, with a limit to waiting`() async throws {
    let path = folder.path("x/y/file")
    let lock = try await FolderLock(above: path, patience: .seconds(5))
    await #expect(throws: FileError.self) { try await FolderLock(above: path, patience: .milliseconds(60)) }
    withExtendedLifetime(lock) {}
  }
}
