import Domain

/// The scripts that `source` runs: where they are found, and how deep they nest.
struct Scripts {
  typealias Opening = (_ path: String) throws(CommandError) -> any LineSource

  private let open: Opening
  /// Gives all paths of one file the same form.
  private let canonical: (String) -> String
  /// The canonical paths of the running scripts, the outermost first, and of the scripts that name them.
  private var running: [(script: String, namedIn: String?)] = []
  /// Whether `source` is running a script.
  var isRunning: Bool { !running.isEmpty }

  private static let deepestNesting = 25

  init(open: @escaping Opening, canonical: @escaping (String) -> String) {
    (self.open, self.canonical) = (open, canonical)
  }

  /// Opens a script, in the folder of the script that names it or else in the current one; `end` ends it.
  /// - Parameters:
  ///   - line: the line that names it.
  ///   - recorded: opens its lines in a recording; nil means those of the file.
  /// - Throws: `usage` for a script that is running already, which would never end.
  mutating func begin(
    _ path: String, namedIn line: Line, recorded: Opening? = nil
  ) throws(CommandError) -> any LineSource {
    guard running.count < Self.deepestNesting else { throw .usage(.nestedTooDeep(limit: Self.deepestNesting)) }
    let own = line.script.map(canonical)
    var missing = CommandError.file(path: path, .notFound)
    for path in Self.paths(path, namedIn: line.script) {
      let place = canonical(path)
      if place == own || running.contains(where: { $0.script == place || $0.namedIn == place }) {
        throw .usage(.scriptIsRunning(path))
      }
      do throws(CommandError) {
        let script = try (recorded ?? open)(path)
        running.append((place, own))
        return script
      } catch .file(let path, .notFound) {
        missing = .file(path: path, .notFound)
      }
    }
    throw missing
  }

  mutating func end() { running.removeLast() }

  private static func paths(_ path: String, namedIn script: String?) -> [String] {
    guard let script, let slash = script.lastIndex(of: "/"), path.first != "/", path.first != "~" else { return [path] }
    return [script[...slash] + path, path]
  }
}
