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

  /// The text without line breaks, the blanks around them, and other control characters, whether raw or as pictures;
  /// nil if there are none.
  var unbroken: EscapedText? {
    var (result, origins): ([UInt8], [Range<Int>]) = ([], [])
    func breaksLine(_ index: Int) -> Bool { bytes.indices.contains(index) && [0x0A, 0x0D].contains(bytes[index]) }
    var index = 0
    while index < bytes.count {
      let end = bytes[index...].firstIndex { $0 != 0x20 } ?? bytes.count
      // Blanks within a line stay.
      let length = end > index ? end - index : pictureLength(at: index)
      let isBreak = end > index ? breaksLine(index - 1) || breaksLine(end) : length > 0
      if !isBreak {
        for place in index..<index + max(1, length) {
          result.append(bytes[place])
          origins.append(origin(of: place))
        }
      } else if end == index, [0, 0x80].contains(bytes[index + length - 1]), let last = origins.last,
        last.upperBound == origin(of: index).lowerBound
      {
        // The other half of a UTF-16 character goes with it; a line break after a secret stays.
        origins[origins.count - 1] = last.lowerBound..<origin(of: index + length - 1).upperBound
      }
      index += max(1, length)
    }
    guard result.count < bytes.count else { return nil }
    return EscapedText(result, origins: origins)
  }

  /// The length in bytes of a control character or its picture (U+2400 to U+2421) at `index`; 0 if there is none.
  private func pictureLength(at index: Int) -> Int {
    if bytes[index] < 0x20 || bytes[index] == 0x7F { return 1 }
    let isPicture =
      bytes[index] == 0xE2 && index + 2 < bytes.count && bytes[index + 1] == 0x90
      && (0x80...0xA1).contains(bytes[index + 2])
    return isPicture ? 3 : 0
  }

  /// The text with its escapes decoded, those of JSON, HTML and URLs alike; nil if there are none.
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

  /// The bytes and length of an escape that begins at `index`.
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
      if next == UInt8(ascii: "x"), let value = number(at: index + 2, digits: 2) {
        return ([UInt8(value)], 4)
      }
      if let control = Self.controls[next] { return ([control], 2) }
      return [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(next) ? ([next], 2) : nil
    case UInt8(ascii: "&"):
      return HTMLEntity(bytes[index...]).map { (Array($0.character.utf8), $0.length) }
    default: return nil
    }
  }

  /// By the letter after the backslash in JSON.
  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private func number(at index: Int, digits: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + digits] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value * 16 + digit
    }
    return value
  }
}
