import Disk
import Domain
import Glibc
import TestSupport
import Testing

@Suite struct `What is beside a file` {
  private let folder = TemporaryFolder()
  private var files: DiskFiles { DiskFiles(BaseFolders([:])) }

  @Test func `added bytes go to the end, and a process that read the file before notices`() async throws {
    folder.write("a\n", to: "f")
    let path = folder.path("f")
    let seen = try #require(try await files.read(path)).version
    let version = try await files.update(path, seen: seen) { file in
      #expect(file.isAsSeen)
      return .addition(Array("b\n".utf8))
    }
    #expect(folder.read("f") == "a\nb\n")
    _ = try await files.update(path, seen: seen) { file in
      #expect(!file.isAsSeen)
      return .none
    }
    _ = try await files.update(path, seen: version) { file in
      #expect(file.isAsSeen)
      return .none
    }
  }

  @Test func `a growing file refuses an existing one, unless it may replace it`() async throws {
    folder.write("old", to: "a")
    let path = folder.path("a")
    await #expect(throws: FileError(path: path, .alreadyExists)) {
      try await GrowingFile(path: path, existing: .refused, in: BaseFolders([:]))
    }
    #expect(folder.read("a") == "old")
    let file = try await GrowingFile(path: path, existing: .replaced, in: BaseFolders([:]))
    file.write("new".utf8)
    #expect(folder.read("a") == "new")
    var information = stat()
    #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test(.timeLimit(.minutes(1)))
  func `only one process at a time locks a folder, and the wait has a limit`() async throws {
    let path = folder.path("x/y/file")
    let lock = try await FolderLock(above: path, patience: .seconds(5))
    await #expect(throws: FileError.self) { try await FolderLock(above: path, patience: .milliseconds(60)) }
    withExtendedLifetime(lock) {}
  }
}
