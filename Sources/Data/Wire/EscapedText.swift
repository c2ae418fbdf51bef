import Domain

/// Bytes, and the position of each in the text before its escapes were decoded.
struct EscapedText {
  let bytes: [UInt8]
  /// The range of each byte in the original text; nil until something is decoded.
  private let origins: [Range<Int>]?

  init(_ bytes: [UInt8]) { (self.bytes, origins) = (bytes, nil) }

  private init(_ bytes: [UInt8], origins: [Range<Int>]) { (self.bytes, self.origins) = (bytes, origins) }

  private func origin(of index: Int) -> Range<Int> { origins?[index] ?? index..<index + 1 }

  /// Where `needle` occurs, as ranges of the original text.
  func places(of needle: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: needle[0]) {
      index = start + 1
      guard bytes[start...].starts(with: needle) else { continue }
      index = start + needle.count
      places.append(origin(of: start).lowerBound..<origin(of: index - 1).upperBound)
    }
    return places
  }

  /// The text with its escapes decoded, in JSON, HTML and URLs alike; nil if there are none.
  var decoded: EscapedText? {
    guard bytes.contains(where: "%\\&".utf8.contains) else { return nil }
    var (result, origins): ([UInt8], [Range<Int>]) = ([], [])
    result.reserveCapacity(bytes.count)
    origins.reserveCapacity(bytes.count)
    var index = 0
    var isChanged = false
    while index < bytes.count {
      if let (scalar, length) = escape(at: index) {
        let origin = origin(of: index).lowerBound..<origin(of: index + length - 1).upperBound
        for byte in scalar {
          result.append(byte)
          origins.append(origin)
        }
        index += length
        isChanged = true
      } else {
        result.append(bytes[index])
        origins.append(origin(of: index))
        index += 1
      }
    }
    return isChanged ? EscapedText(result, origins: origins) : nil
  }

  /// The bytes and length of the escape at `index`.
  private func escape(at index: Int) -> (bytes: [UInt8], length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      return number(at: index + 1, digits: 2).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "\\"):
      guard index + 1 < bytes.count else { return nil }
      let next = bytes[index + 1]
      if next == UInt8(ascii: "u"), let value = number(at: index + 2, digits: 4) {
        return Unicode.Scalar(UInt32(value)).map { (Array(String($0).utf8), 6) }
      }
      return [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(next) ? ([next], 2) : nil
    case UInt8(ascii: "&"):
      return HTMLEntity(bytes[index...]).map { (Array($0.character.utf8), $0.length) }
    default: return nil
    }
  }

  private func number(at index: Int, digits: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + digits] {
      guard let digit = byte.hexDigit else { return nil }
      value = value * 16 + Int(digit)
    }
    return value
  }
}
