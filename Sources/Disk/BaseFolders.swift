import Domain
import Glibc

/// The home folder, and the folders of the XDG Base Directory Specification.
package struct BaseFolders: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) { self.environment = environment }

  /// Adds the user's home folder to the environment if it lacks one (as for some daemons), so that all processes of the
  /// user share one folder, and so one request budget.
  package static func completeEnvironment() {
    guard getenv("HOME").map({ $0.pointee == 0 }) ?? true else { return }
    setenv("HOME", getpwuid(getuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) } ?? "/", 1)
  }

  private var home: String? { environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } }

  /// A path in the user's configuration folder; nil without a home.
  package func config(_ name: String) -> String? { place(name, "XDG_CONFIG_HOME", "/.config") }
  /// A path in the user's state folder; nil without a home.
  package func state(_ name: String) -> String? { place(name, "XDG_STATE_HOME", "/.local/state") }
  /// A path in the user's cache folder; nil without a home.
  package func cache(_ name: String) -> String? { place(name, "XDG_CACHE_HOME", "/.cache") }

  private func place(_ name: String, _ variable: String, _ standard: String) -> String? {
    // The specification says to ignore relative paths.
    let folder = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + standard }
    return folder.map { $0 + "/liner/" + name }
  }

  /// The path with its tilde expanded.
  package func expanded(_ path: String) -> String {
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// The absolute path, without `.` as a part.
  package func absolute(_ path: String) -> String {
    var path = expanded(path)
    if !path.hasPrefix("/") {
      guard let folder = getcwd(nil, 0) else { return path }
      defer { free(folder) }
      path = String(cString: folder) + "/" + path
    }
    return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// The path for system calls.
  func place(of path: String) throws(FileError) -> String {
    // The system would end the name here, and use another file.
    if path.utf8.contains(0) { throw FileError(path: path, .notFound) }
    return expanded(path)
  }

  /// The target if `path` is a symbolic link, so that a write keeps the link.
  func resolved(_ path: String) throws(FileError) -> String {
    var place = try place(of: path)
    if let real = Self.real(place) { return real }
    // What `/dev/stdout` leads to may be a pipe, which has no path.
    if stat(at: place) != nil { return place }
    // A link may lead to a file that does not exist yet. The system follows as many.
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(place, &target, target.count)
      guard count > 0, count < target.count else { break }
      let next = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      place = next.hasPrefix("/") ? next : Self.folder(of: place) + next
    }
    // Its folder may be reached in several ways.
    let folder = Self.folder(of: place)
    guard let real = Self.real(folder) else { return place }
    return (real == "/" ? "" : real) + "/" + place.dropFirst(folder == "./" ? 0 : folder.count)
  }

  private static func real(_ place: String) -> String? {
    guard let real = realpath(place, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  static func folder(of place: String) -> String {
    place.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(place[...$0]) } ?? "./"
  }

  /// Creates the missing folders above `place`, by default for their owner only.
  /// - Returns: the error for the first one that could not be created; `ENOENT` if all were.
  @discardableResult
  static func makeFolders(above place: String, mode: mode_t = 0o700) -> Int32 {
    let parts = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var problems: [Int32] = []
    for index in parts.indices where !parts[index].isEmpty {
      if mkdir(parts[...index].joined(separator: "/"), mode) != 0, errno != EEXIST { problems.append(errno) }
    }
    return problems.first ?? ENOENT
  }
}
