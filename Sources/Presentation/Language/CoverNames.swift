import Domain

/// File names for covers, made from their items. They are safe for file systems and shells, and no two are alike.
struct CoverNames {
  /// Lowercased, because some file systems ignore case.
  private var taken: Set<String> = []
  /// In bytes; leaves room for an ending and a number everywhere.
  private static let longest = 150

  /// The name without its extension.
  mutating func name(for item: Item) -> String {
    let whole = [item.creator, item.title].compactMap(\.self).map(Self.safe).filter { !$0.isEmpty }
      .joined(separator: " - ")
    let name = Self.cut(whole.isEmpty ? Self.safe(item.id.description) : whole)
    var distinct = name
    var count = 1
    while !taken.insert(distinct.lowercased()).inserted {
      count += 1
      distinct = "\(name) (\(count))"
    }
    return distinct
  }

  /// Without folder separators, control characters and characters special to a shell; it does not begin like a hidden
  /// file or an option.
  private static func safe(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: kept.append(" ")
      case .format, .surrogate, .privateUse, .unassigned: continue
      default: kept.append("/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "-" : scalar)
      }
    }
    let words = String(kept).split(separator: " ").joined(separator: " ")
    return String(words.trimmingPrefix { $0 == "." || $0 == "-" || $0 == " " || $0 == "~" })
  }

  private static func cut(_ name: String) -> String {
    var (cut, bytes) = ("", 0)
    for character in name {
      bytes += character.utf8.count
      if bytes > longest { break }
      cut.append(character)
    }
    while let last = cut.last, last == "." || last == " " { cut.removeLast() }
    return cut.isEmpty ? "cover" : cut
  }
}

extension Picture.Format {
  var ending: String { self == .jpeg ? "jpg" : rawValue }
}
