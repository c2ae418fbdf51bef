import CEmbedded

/// A JSON file that the program carries.
package struct EmbeddedFile: Sendable {
  package let name: String
  /// Of a sample: a command that shows something of it.
  package let suggestion: String?
  /// `nonisolated(unsafe)` is fine because it points to constants of the program.
  private nonisolated(unsafe) let text: UnsafePointer<UInt8>

  package var bytes: [UInt8] {
    Array(String(cString: text).utf8)
  }

  package static let declarations = files(embedded_declarations())
  package static let samples = files(embedded_samples())
  /// The pages of other services, with their properties in Wikidata.
  package static let crosswalk = files(embedded_crosswalk())[0]

  private static func files(_ list: UnsafePointer<embedded_file>) -> [EmbeddedFile] {
    var files: [EmbeddedFile] = []
    var entry = list
    while let text = entry.pointee.text {
      files.append(
        EmbeddedFile(
          name: String(cString: entry.pointee.name), suggestion: entry.pointee.suggestion.map { String(cString: $0) },
          text: text))
      entry += 1
    }
    return files
  }
}
