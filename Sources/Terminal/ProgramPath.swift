import Glibc

/// The folders to search for programs.
struct ProgramPath: Sendable {
  private let folders: [String]

  /// Ignores relative folders: a program in the current folder must not run by accident.
  init(environment: [String: String]) {
    folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
  }

  /// The path of the program `name`; nil if it is not installed. A name with a slash is a path already.
  func place(of name: String) -> String? {
    if name.contains("/") { return Self.isProgram(name) ? name : nil }
    return folders.lazy.map { $0 + "/" + name }.first(where: Self.isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
