extension Collection<UInt8> {
  /// Whether that byte is among them; of text that is contiguous, as nearly all is, without taking it letter by letter.
  func has(_ wanted: UInt8) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte == wanted { return true }
      return false
    } ?? contains(wanted)
  }
}

extension Substring {
  /// The stretch that `find` picks among its bytes in UTF-8, without taking the text letter by letter.
  func stretch(_ find: (UnsafeBufferPointer<UInt8>) -> Range<Int>) -> Substring {
    var text = self
    let range = text.withUTF8(find)
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return Substring(utf8[start..<utf8.index(start, offsetBy: range.count)])
  }
}
