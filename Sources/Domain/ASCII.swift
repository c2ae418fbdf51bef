extension String {
  /// The parts between separators, such as a table's cells. Splits bytes, because splitting characters would take as
  /// long as the rest of a start.
  package func fields(separatedBy separator: UInt8) -> [String] {
    utf8.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
}
