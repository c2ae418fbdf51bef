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

extension Int {
  /// Takes its digits in ASCII one after the other, behind a minus where there is one, without a string between.
  func eachDigit(_ body: (UInt8) -> Void) {
    if self < 0 { body(UInt8(ascii: "-")) }
    var divisor: UInt = 1
    while magnitude / divisor > 9 { divisor *= 10 }
    while divisor > 0 {
      body(UInt8(ascii: "0") + UInt8(magnitude / divisor % 10))
      divisor /= 10
    }
  }
}

extension Duration {
  /// Takes the digits of its seconds, with as many decimals as there are, at most three.
  func eachDigitOfSeconds(_ body: (UInt8) -> Void) {
    let (whole, attoseconds) = components
    Int(whole).eachDigit(body)
    var (fraction, divisor) = (Int(attoseconds / 1_000_000_000_000_000), 100)
    guard fraction > 0 else { return }
    body(UInt8(ascii: "."))
    while fraction > 0 {
      body(UInt8(ascii: "0") + UInt8(fraction / divisor))
      (fraction, divisor) = (fraction % divisor, divisor / 10)
    }
  }
}
