import Glibc

/// The folders in which programs are looked for.
struct ProgramPath: Sendable {
  private let folders: [String]

  /// Relative folders are passed over: what lies in the folder one happens to be in is not to be run.
  init(environment: [String: String]) {
    folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
  }

  /// Where the program called `name` is; nil where it is not installed. A name with a slash is a place itself.
  func place(of name: String) -> String? {
    if name.contains("/") { return Self.isProgram(name) ? name : nil }
    return folders.lazy.map { $0 + "/" + name }.first(where: Self.isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
