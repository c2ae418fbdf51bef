import Disk
import Domain
import Glibc
import TestSupport
import Testing

@Suite struct `Files on the disk` {
  private let folder = TemporaryFolder()
  private var files: DiskFiles { DiskFiles(BaseFolders(["HOME": folder.path])) }

  /// Between the creation of a file and its lock, another process may have locked and written it.
  @Test func `a process that creates a file and leaves it empty does not disturb those that write to it`() async throws
  {
    for round in 1...300 {
      let path = folder.path("lines.\(round)")
      try await withThrowingTaskGroup { group in
        for writer in 1...6 {
          group.addTask {
            let files = DiskFiles(BaseFolders([:]), lockPatience: .seconds(60))
            _ = try await files.update(path, seen: nil) { _ throws(FileError) in
              writer.isMultiple(of: 2) ? .none : .addition(Array("x\n".utf8))
            }
          }
        }
        try await group.waitForAll()
      }
      try #require(folder.read("lines.\(round)") == "x\nx\nx\n", "round \(round)")
    }
  }

  @Test func `are written in full and read again`() async throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try await files.write(bytes, to: folder.path("a"), replaces: false)
    #expect(try await files.read(folder.path("a"))?.bytes == bytes)
    #expect(folder.names == ["a"])
  }

  @Test func `that are missing are nil`() async throws {
    #expect(try await files.read(folder.path("none")) == nil)
  }

  @Test func `are found in the home folder after a tilde`() async throws {
    try await files.write([1], to: "~/a", replaces: false)
    #expect(try await files.read("~/a")?.bytes == [1])
    #expect(folder.names == ["a"])
  }

  @Test func `folders are created with their parents, and may exist already`() async throws {
    for _ in 1...2 { try await files.makeFolder("~/a/b c/") }
    try await files.write([1], to: "~/a/b c/d", replaces: false)
    #expect(folder.read("a/b c/d") != nil)
    folder.write("file", to: "f")
    await #expect(throws: FileError(path: "~/f/", .notAFolder)) { try await files.makeFolder("~/f/") }
    let long = String(repeating: "x", count: 300)
    await #expect(throws: FileError(path: long, .other("File name too long"))) { try await files.makeFolder(long) }
    // Not even root can create a folder there.
    await #expect(throws: FileError(path: "/sys/none/", .notPermitted)) {
      try await DiskFiles(BaseFolders([:]), makesFolders: true).update("/sys/none/a", seen: nil) { _ in .addition([1]) }
    }
  }

  @Test func `are complete for a reader while they are rewritten`() async throws {
    let size = 200_000
    let bytes = Array(repeating: UInt8(ascii: "a"), count: size)
    try await files.write(bytes, to: "~/a", replaces: false)
    let reader = Task.detached { [folder] in
      var sizes: Set<Int> = []
      while !Task.isCancelled {
        var information = stat()
        if stat(folder.path("a"), &information) == 0 { sizes.insert(information.st_size) } else { sizes.insert(-1) }
        // The pool has only as many threads as there are cores.
        await Task.yield()
      }
      return sizes
    }
    for _ in 1...20 { _ = try await files.update("~/a", seen: nil) { _ in .replacement(bytes) } }
    reader.cancel()
    #expect(await reader.value == [size])
  }

  @Test func `are replaced only if requested, and keep their permissions`() async throws {
    folder.write("old", to: "a")
    chmod(folder.path("a"), 0o640)
    await #expect(throws: FileError(path: folder.path("a"), .alreadyExists)) {
      try await files.write([1], to: folder.path("a"), replaces: false)
    }
    #expect(folder.read("a") == "old")
    try await files.write(Array("new".utf8), to: folder.path("a"), replaces: true)
    #expect(folder.read("a") == "new")
    #expect(folder.status("a")?.mode == 0o640)
    #expect(folder.names == ["a"])
  }

  @Test(arguments: ["new", "sub/../new", "/absolute"]) func `are created at the target of a dangling link`(
    target: String
  ) async throws {
    let folder = TemporaryFolder()
    mkdir(folder.path("sub"), 0o700)
    mkdir(folder.path("links"), 0o700)
    let target = target == "/absolute" ? folder.path("new") : "../" + target
    #expect(symlink(target, folder.path("links/first")) == 0)
    #expect(symlink("first", folder.path("links/second")) == 0)
    let files = DiskFiles(BaseFolders([:]))
    _ = try await files.update(folder.path("links/second"), seen: nil) { _ in .replacement(Array("a".utf8)) }
    #expect(folder.read("new") == "a")
    folder.remove("new")
    try await files.write(Array("b".utf8), to: folder.path("links/second"), replaces: true)
    #expect(folder.read("new") == "b")
    var buffer = [CChar](repeating: 0, count: 100)
    #expect(readlink(folder.path("links/second"), &buffer, 100) == 5, "the link stays one")
  }

  @Test func `are written through a symbolic link, which stays a link`() async throws {
    folder.write("old", to: "a")
    #expect(symlink("a", folder.path("b")) == 0)
    try await files.write(Array("new".utf8), to: folder.path("b"), replaces: true)
    try await files.update(folder.path("b")) { $0! + [UInt8(ascii: "!")] }
    #expect(folder.read("a") == "new!")
    var information = stat()
    #expect(lstat(folder.path("b"), &information) == 0 && information.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `cannot be written to a full disk`() async throws {
    await #expect(throws: FileError(path: "/dev/full", .noSpace)) {
      try await files.write([1], to: "/dev/full", replaces: false)
    }
    #expect(access("/dev/full", F_OK) == 0)
  }

  @Test func `leave nothing behind if the folder is missing or a folder is in the way`() async throws {
    await #expect(throws: FileError(path: folder.path("none/"), .notFound)) {
      try await files.write([1], to: folder.path("none/a"), replaces: true)
    }
    await #expect(throws: FileError(path: folder.path("none/"), .notFound)) {
      try await files.update(folder.path("none/a")) { _ in [1] }
    }
    await #expect(throws: FileError(path: folder.path, .isDirectory)) {
      try await files.write([1], to: folder.path, replaces: true)
    }
    await #expect(throws: FileError(path: folder.path, .isDirectory)) {
      try await files.update(folder.path) { _ in [1] }
    }
    await #expect(throws: FileError(path: folder.path, .isDirectory)) { try await files.read(folder.path) }
    #expect(folder.names.isEmpty)
  }

  @Test func `cannot have names with NUL`() async throws {
    await #expect(throws: FileError(path: "~/a\0b", .notFound)) {
      try await files.write([1], to: "~/a\0b", replaces: false)
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `are readable only by their owner after an update`() async throws {
    folder.write("1", to: "old")
    for name in ["old", "new"] {
      try await files.update(folder.path(name)) { ($0 ?? []) + [UInt8(ascii: "2")] }
      #expect(folder.status(name)?.mode == 0o600)
    }
    #expect(folder.read("old") == "12")
    #expect(folder.read("new") == "2")
  }

  @Test func `do not change if an update fails`() async throws {
    folder.write("old", to: "a")
    let error = FileError(path: "x", .noSpace)
    for name in ["a", "b"] {
      await #expect(throws: error) { try await files.update(folder.path(name)) { _ throws(FileError) in throw error } }
    }
    #expect(folder.read("a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test func `lose no update if several run at once`() async throws {
    let path = folder.path("a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { [files] in
          for _ in 0..<10 { try await files.update(path) { ($0 ?? []) + [UInt8(ascii: "a") + UInt8(number)] } }
        }
      }
      try await group.waitForAll()
    }
    let content = try #require(folder.read("a"))
    for letter in "abcdefgh" { #expect(content.count { $0 == letter } == 10) }
    #expect(folder.names == ["a"])
  }
}

extension DiskFiles {
  /// Replaces a file by the result of `change`, which gets its bytes, or nil if there is no file.
  fileprivate func update(
    _ path: String, _ change: @escaping @Sendable ([UInt8]?) throws(FileError) -> [UInt8]
  ) async throws(FileError) {
    _ = try await update(path, seen: nil) { state throws(FileError) in
      .replacement(try change(try state.bytes()))
    }
  }
}
