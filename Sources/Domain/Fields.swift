extension String {
  /// What stands between the separators of a table. By bytes: taken letter by letter, tables would take as long as the rest
  /// of a start.
  package func fields(separatedBy separator: UInt8) -> [String] {
    utf8.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
  }
}
