import Disk
import Domain
import Glibc
import TestSupport
import Testing

/// Files that a killed process left are removed by a later write beside them, and no others.
@Suite struct UnfinishedFileTests {
  private let folder = TemporaryFolder()
  private var files: DiskFiles { DiskFiles(BaseFolders([:])) }

  private static let name = ".liner-0123456789abcdefghijklmnop.unfinished"

  private func age(_ name: String, hours: Int) {
    let times = [
      timespec(tv_sec: time(nil) - hours * 3600, tv_nsec: 0), timespec(tv_sec: time(nil) - hours * 3600, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, folder.path(name), times, AT_SYMLINK_NOFOLLOW) == 0)
  }

  @Test func `a file that a kill left behind two hours ago is removed`() async throws {
    folder.write("half", to: Self.name)
    age(Self.name, hours: 2)
    try await files.write([1], to: folder.path("a"), replaces: true)
    #expect(folder.read(Self.name) == nil)
  }

  @Test func `a folder that cannot be created is not called missing`() {
    // Not even root may create folders there.
    #expect(throws: FileError(path: "/sys/liner/a.part", .notPermitted)) {
      try PartialFile("a", in: "/sys/liner", places: BaseFolders([:]))
    }
  }

  @Test func `its name has the form that a write uses`() async throws {
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    #expect(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE)) >= 0)
    try await files.write([1], to: folder.path("a"), replaces: true)
    var events = [UInt8](repeating: 0, count: 4096)
    let length = read(watch, &events, events.count)
    let name = String(decoding: events.prefix(max(0, length)).dropFirst(16).prefix { $0 != 0 }, as: UTF8.self)
    #expect(name.wholeMatch(of: /\.liner-[0-9a-z]{26}\.unfinished/) != nil, "\(name)")
  }

  @Test(arguments: [
    ".liner-notes", ".liner-", ".liner-dead", ".liner-favorites", ".liner-0123456789abcdefghijklmnop",
    ".liner-0123456789ABCDEFGHIJKLMNOP.unfinished", ".liner-0123456789abcdefghijklmno.unfinished",
    ".liner-0123456789abcdefghijklmnopq.unfinished", "liner-0123456789abcdefghijklmnop.unfinished",
  ])
  func `a file that a user named stays, however old`(name: String) async throws {
    folder.write("mine", to: name)
    age(name, hours: 24)
    try await files.write([1], to: folder.path("a"), replaces: true)
    _ = try await files.update(folder.path("b"), seen: nil) { _ in .replacement([1]) }
    #expect(folder.read(name) == "mine")
  }

  @Test func `new files, locked files, other users' files and folders stay`() async throws {
    folder.write("half", to: Self.name)
    try await files.write([1], to: folder.path("a"), replaces: true)
    #expect(folder.read(Self.name) == "half", "it is new")
    age(Self.name, hours: 2)
    let other = open(folder.path(Self.name), O_RDWR)
    #expect(flock(other, LOCK_EX) == 0)
    try await files.write([1], to: folder.path("a"), replaces: true)
    #expect(folder.read(Self.name) == "half", "locked")
    close(other)
    if geteuid() == 0 {
      #expect(chown(folder.path(Self.name), 12345, 12345) == 0)
      try await files.write([1], to: folder.path("a"), replaces: true)
      #expect(folder.read(Self.name) == "half", "it is another user's")
    }
    folder.remove(Self.name)
    folder.write("mine", to: "target")
    #expect(symlink("target", folder.path(Self.name)) == 0)
    age(Self.name, hours: 2)
    age("target", hours: 2)
    try await files.write([1], to: folder.path("a"), replaces: true)
    #expect(folder.read(Self.name) == "mine", "it is a link")
  }
}
