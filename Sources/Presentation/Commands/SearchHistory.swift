package import Domain

/// The searches of this session, and those typed at the prompt of earlier ones.
package struct SearchHistory: Sendable, Equatable {
  /// Lines of earlier sessions, newest last; empty in a script.
  package var lines: [String] = []
  /// Terms of this session, newest last.
  private(set) var terms: [String] = []

  package mutating func add(_ term: String) { terms.append(term) }

  /// The terms that contain `text`, ignoring case and accents, newest first. Of terms that differ only in case, only the
  /// newest.
  /// - Parameter most: the maximum number of this session's searches; only the newest count.
  package func newestFirst(containing text: String = "", in catalogs: [Catalog], most: Int = .max) -> [String] {
    let wanted = FoldedText(text)
    let typed = lines.reversed().filter(Self.maySearch).flatMap { line in
      Arguments.commands(in: line).reversed().compactMap { Self.term(of: $0, in: catalogs) }
    }
    return (terms.suffix(most).reversed() + typed).filter { text.isEmpty || FoldedText($0).contains(wanted) }
      .distinct { $0.lowercased() }
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
    let queries = catalogs.lazy.compactMap { catalog in
      (try? Arguments(rest, of: known, in: { catalog })).flatMap { try? SearchQuery($0, in: catalog) }
    }
    return queries.first?.term
  }
}
