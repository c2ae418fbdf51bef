package import Domain

/// The searches of this session, and those typed at the prompt of earlier ones.
package struct SearchHistory: Sendable, Equatable {
  /// Lines of earlier sessions, newest last; empty in a script.
  package var lines: [String] = []
  /// Terms of this session, newest last.
  private(set) var terms: [String] = []

  package mutating func add(_ term: String) {
    terms.append(term)
  }

  /// The terms that contain `text`, ignoring case, newest first. Of terms that differ only in case, only the newest.
  package func newestFirst(containing text: String = "", in catalogs: [Catalog]) -> [String] {
    let wanted = text.lowercased()
    var seen: Set<String> = []
    var found: [String] = []
    func consider(_ term: String) {
      let folded = term.lowercased()
      if wanted.isEmpty || folded.contains(wanted), seen.insert(folded).inserted { found.append(term) }
    }
    terms.reversed().forEach(consider)
    for line in lines.reversed() where Self.maySearch(line) {
      for command in Arguments.commands(in: line).reversed() {
        if let term = Self.term(of: command, in: catalogs) { consider(term) }
      }
    }
    return found
  }

  /// A cheap check before a line is parsed: most lines of a long history are not searches.
  private static func maySearch(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "/"), UInt8(ascii: "s"), UInt8(ascii: "S"), UInt8(ascii: " "), UInt8(ascii: "\t"): true
    default: line.utf8.contains(UInt8(ascii: ";"))
    }
  }

  private static func term(of command: Substring, in catalogs: [Catalog]) -> String? {
    let (name, rest) = Command.nameAndRest(of: Arguments.parts(of: command).command)
    guard let known = try? Command.named(name), known.name == Command.search.name else { return nil }
    for catalog in catalogs {
      if let arguments = try? Arguments(rest, of: known, in: { catalog }),
        let query = try? SearchQuery(arguments, in: catalog)
      {
        return query.term
      }
    }
    return nil
  }
}
