/// Makes file names from a service's text.
package enum FileName {
  /// Characters that FAT and exFAT refuse, and that are special in a shell.
  package static let special = ":*?\"<>|"

  /// The text without characters that split paths, control terminals or reverse text.
  /// - Parameters:
  ///   - refused: further characters to replace with dashes.
  ///   - start: what the name must not begin with: a dot hides a file, and a dash makes it look like an option.
  package static func safe(_ text: String, refusing refused: String = "", notBeginningWith start: String) -> String {
    let dashed = ("/\\" + refused).unicodeScalars
    var name = String.UnicodeScalarView()
    for scalar in text.composed.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Joiners of letters and emoji are part of the text.
      case .format where "\u{200C}\u{200D}".unicodeScalars.contains(scalar): name.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: name.append(" ")
      case .format, .surrogate, .unassigned, .privateUse: continue
      default: name.append(dashed.contains(scalar) ? "-" : scalar)
      }
    }
    let words = String(name).split(separator: " ").joined(separator: " ")
    return String(words.drop { start.contains($0) })
  }

  /// Cuts to `most` bytes between characters, never after a dot or a space, which some file systems drop.
  /// - Parameter standard: used if nothing is left.
  package static func fitted(_ text: String, to most: Int, else standard: String) -> String {
    // One step back over flags looks at all flags before it.
    var cut = text.prefix(most)
    while cut.utf8.count > most || cut.last == "." || cut.last == " " { cut.removeLast() }
    return cut.isEmpty ? standard : String(cut)
  }
}
