package import Domain
import Glibc

/// The files on disk.
///
/// A write goes to a new file beside the target, is synced and then moved into place, so that after a full disk or a
/// crash either the old file or the new one is there.
package struct DiskFiles: Files {
  private let places: BaseFolders
  private let makesFolders: Bool
  private let lockPatience: Duration
  private let watch: Watch

  /// Called when reading or writing begins, and what it returns when that ends.
  package typealias Watch = @Sendable (_ path: String) -> @Sendable () async -> Void

  /// In bytes: more than any file that is read whole should need.
  package static let largest = 256 << 20

  /// - Parameters:
  ///   - makesFolders: whether to create missing folders of written files, for their owner only.
  ///   - lockPatience: how long to wait for another program's lock.
  package init(
    _ places: BaseFolders, makesFolders: Bool = false, lockPatience: Duration = .seconds(10),
    watch: @escaping Watch = { _ in {} }
  ) { (self.places, self.makesFolders, self.lockPatience, self.watch) = (places, makesFolders, lockPatience, watch) }

  private func watched<Value: Sendable>(
    _ path: String, _ work: @escaping @Sendable (Waiting) throws(FileError) -> Value
  ) async throws(FileError) -> Value {
    let end = watch(path)
    let result = await result { () throws(FileError) in try await offPool(work) }
    await end()
    return try result.get()
  }

  package func absolute(_ path: String) -> String { path.hasPrefix("~") ? path : places.absolute(path) }

  package func canonical(_ path: String) -> String { places.absolute((try? places.resolved(path)) ?? path) }

  package func read(_ path: String) async throws(FileError) -> (bytes: [UInt8], version: FileVersion)? {
    try await watched(path) { [places, lockPatience] waiting throws(FileError) in
      let place = try places.place(of: path)
      let file: OpenFile
      do throws(FileError) {
        try OpenFile.checkIsRegular(place, path)
        file = try OpenFile(place, path, O_RDONLY, waiting)
      } catch  where error.problem == .notFound {
        return nil
      }
      // A file system without locks has no locked files, and reading needs none.
      try file.lock(shared: true, isVital: false, patience: lockPatience, waiting)
      let version = file.version
      return (try file.bytes(atMost: Self.largest, waiting), version)
    }
  }

  package func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError) {
    try await watched(path) { [self] waiting throws(FileError) in
      let place = try placeToWrite(path)
      switch OpenFile.kind(of: place) {
      case nil: try Self.put(bytes, at: place, path, like: nil, replaces: replaces, waiting)
      case S_IFDIR: throw FileError(path: path, .isDirectory)
      // Writing to a device or a pipe loses nothing; moving a file to its place would destroy it.
      case S_IFCHR, S_IFIFO: try OpenFile(place, path, O_WRONLY, waiting).write(bytes, waiting)
      case S_IFREG:
        guard replaces else { throw FileError(path: path, .alreadyExists) }
        // A write-protected file stays, even if its folder would allow replacing it.
        let former = try OpenFile(place, path, O_WRONLY, waiting).status
        try Self.put(bytes, at: place, path, like: former, replaces: true, waiting)
      default: throw FileError(path: path, .notAFile)
      }
    }
  }

  package func makeFolder(_ path: String) async throws(FileError) {
    try await offPool { [places] _ throws(FileError) in
      var place = try places.place(of: path)
      while place.hasSuffix("/"), place.utf8.count > 1 { place.removeLast() }
      let missing = BaseFolders.makeFolders(above: place + "/", mode: 0o777)
      switch OpenFile.kind(of: place) {
      case S_IFDIR: break
      case nil: throw .latest(path, missing)
      default: throw FileError(path: path, .notAFolder)
      }
    }
  }

  package func update(
    _ path: String, seen: FileVersion?, _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion? {
    try await watched(path) { [self] waiting throws(FileError) in
      let place = try placeToWrite(path)
      let (file, isNew) = try locked(place, path, waiting)
      // What was created only for the lock is removed; a process that waits for the lock checks again.
      var after: FileVersion?
      defer { if isNew, after == nil { unlink(place) } }
      let version = file.version
      func bytes() throws(FileError) -> [UInt8] {
        lseek(file.descriptor, 0, SEEK_SET)
        return try file.bytes(atMost: Self.largest, waiting)
      }
      let decided = try change((version == seen, bytes))
      if case .edit = decided {} else { fchmod(file.descriptor, 0o600) }
      switch decided {
      case .none: after = isNew ? nil : version
      case .replacement(let bytes), .edit(let bytes):
        after = try Self.put(bytes, at: place, path, like: file.status, replaces: true, waiting)
      case .addition(let bytes):
        lseek(file.descriptor, 0, SEEK_END)
        do throws(FileError) {
          try file.write(bytes, waiting)
        } catch {
          ftruncate(file.descriptor, off_t(version.size))
          throw error
        }
        after = file.version
      }
      return after
    }
  }

  private func placeToWrite(_ path: String) throws(FileError) -> String {
    if makesFolders {
      let place = try places.place(of: path)
      let (missing, folder) = (BaseFolders.makeFolders(above: place), BaseFolders.folder(of: place))
      // Why it could not be created says more than that it is not there.
      if missing != ENOENT, OpenFile.kind(of: folder) == nil { throw .latest(folder, missing) }
    }
    return try places.resolved(path)
  }

  /// Writes a file beside `place` and moves it there.
  /// - Parameter former: the file that it replaces.
  @discardableResult
  private static func put(
    _ bytes: [UInt8], at place: String, _ path: String, like former: stat?, replaces: Bool, _ waiting: Waiting
  ) throws(FileError) -> FileVersion {
    // A signal that ends the program waits, so that nothing is left beside the file.
    UnfinishedWork.replacements.begin()
    defer { UnfinishedWork.replacements.end() }
    let scratch = try Scratch(beside: place, path, like: former, waiting)
    do throws(FileError) {
      try scratch.file.write(bytes, waiting)
      try scratch.move(to: place, replaces: replaces)
      return scratch.file.version
    } catch {
      scratch.remove()
      throw error
    }
  }

  /// Opens or creates the file and locks it. If another session replaced the file during the wait for the lock, locks
  /// the new one.
  private func locked(
    _ place: String, _ path: String, _ waiting: Waiting
  ) throws(FileError) -> (OpenFile, isNew: Bool) {
    while true {
      var file: OpenFile?
      do throws(FileError) {
        try OpenFile.checkIsRegular(place, path)
        file = try OpenFile(place, path, O_RDWR, waiting)
      } catch  where error.problem == .notFound {}
      let isNew = file == nil
      if isNew {
        do throws(FileError) {
          file = try OpenFile(place, path, O_RDWR | O_CREAT | O_EXCL, waiting)
        } catch {
          // Other processes create and remove it meanwhile; a dangling link stays.
          let isLink = stat(at: place, followsLinks: false)?.kind == S_IFLNK
          if error.problem == .alreadyExists, !isLink || OpenFile.kind(of: place) == S_IFREG { continue }
          throw error.problem == .notFound ? FileError(path: BaseFolders.folder(of: place), .notFound) : error
        }
      }
      guard let file else { continue }
      do throws(FileError) {
        try file.lock(patience: lockPatience, waiting)
      } catch {
        // Another process holds the lock and may write to the file.
        if isNew, error.problem != .locked, error.problem != .cancelled { unlink(place) }
        throw error
      }
      // Another process may have locked it first and written to it.
      if file.isStill(at: place) { return (file, isNew && file.status.st_size == 0) }
    }
  }
}
