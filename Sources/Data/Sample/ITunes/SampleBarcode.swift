/// Barcodes for the sample's albums and books, made from their ids.
///
/// Nobody uses their prefixes: 2 is for a shop's own goods, 979-9 for no country yet.
enum SampleBarcode {
  /// The twelve digits on an album's sleeve.
  static func upc(of album: Int) -> String { withCheckDigit("20000\(album)") }
  /// The thirteen digits on a book.
  static func isbn(of book: Int) -> String { withCheckDigit("979900\(book)") }

  /// The id in the tables; nil unless `digits` is such a barcode.
  static func album(upc digits: String) -> Int? { id(in: digits, after: "20000") }
  static func book(isbn digits: String) -> Int? { id(in: digits, after: "979900") }

  private static func id(in digits: String, after beginning: String) -> Int? {
    guard digits.hasPrefix(beginning), digits == withCheckDigit(String(digits.dropLast())) else { return nil }
    return Int(digits.dropFirst(beginning.count).dropLast())
  }

  private static func withCheckDigit(_ digits: String) -> String {
    let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element &- UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
