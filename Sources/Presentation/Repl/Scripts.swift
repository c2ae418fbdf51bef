import Domain

/// The scripts that `source` runs: where they are looked for, and how deep they nest.
struct Scripts {
  private let open: (String) throws(CommandError) -> any LineSource
  private var depth = 0
  /// Whether `source` is running a script.
  var isRunning: Bool { depth > 0 }

  private static let deepestNesting = 25

  init(open: @escaping (String) throws(CommandError) -> any LineSource) { self.open = open }

  /// Opens a script, beside the one that names it or else in the current folder; `end` ends it.
  /// - Parameter source: the script that names it; nil at the prompt.
  mutating func begin(_ path: String, namedIn source: String?) throws(CommandError) -> any LineSource {
    guard depth < Self.deepestNesting else { throw .usage(.nestedTooDeep(limit: Self.deepestNesting)) }
    let paths = Self.paths(path, namedIn: source)
    let script: any LineSource
    do throws(CommandError) {
      script = try open(paths[0])
    } catch {
      guard paths.count > 1, case .file(_, .notFound) = error else { throw error }
      script = try open(path)
    }
    depth += 1
    return script
  }

  mutating func end() { depth -= 1 }

  static func paths(_ path: String, namedIn source: String?) -> [String] {
    guard let source, let slash = source.lastIndex(of: "/"), path.first != "/", path.first != "~" else { return [path] }
    return [source[...slash] + path, path]
  }
}
