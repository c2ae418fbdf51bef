/// Makes names of files from text of a service.
package enum FileName {
  /// The text without characters that split paths, control terminals or reverse text.
  /// - Parameters:
  ///   - refused: further characters that become dashes.
  ///   - start: what it must not begin with, such as a dot, which hides a file, or a dash, which makes an option.
  package static func safe(_ text: String, refusing refused: String = "", notBeginningWith start: String) -> String {
    let dashed = ("/\\" + refused).unicodeScalars
    var name = String.UnicodeScalarView()
    for scalar in text.composed.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Joiners of letters and pictures are part of the text.
      case .format where "\u{200C}\u{200D}".unicodeScalars.contains(scalar): name.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: name.append(" ")
      case .format, .surrogate, .unassigned, .privateUse: continue
      default: name.append(dashed.contains(scalar) ? "-" : scalar)
      }
    }
    let words = String(name).split(separator: " ").joined(separator: " ")
    return String(words.drop { start.contains($0) })
  }

  /// Cuts to `most` bytes at a character, never after a dot or a blank, which some file systems drop.
  /// - Parameter standard: used if nothing is left.
  package static func fitted(_ text: String, to most: Int, else standard: String) -> String {
    var cut = text[...]
    while cut.utf8.count > most || cut.last == "." || cut.last == " " { cut.removeLast() }
    return cut.isEmpty ? standard : String(cut)
  }
}
