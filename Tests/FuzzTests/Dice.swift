/// Marsaglia's xorshift64*: the same seed gives the same numbers on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    // Neighbouring seeds must not give similar numbers, and zero would stay zero.
    var mixed = seed &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    state = (mixed ^ mixed >> 31) | 1
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance(_ one: Int, in all: Int) -> Bool { number(1...all) <= one }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// As many values as a number in the range.
  mutating func several<Element>(_ range: ClosedRange<Int>, _ make: (inout Dice) -> Element) -> [Element] {
    (0..<number(range)).map { _ in make(&self) }
  }

  // MARK: Text

  /// Characters that have caused bugs: controls, quotes, wide and combining ones, emoji, bidi.
  private static let trouble: [Unicode.Scalar] = [
    "\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{A0}", "\u{AD}", "\u{301}", "\u{200B}",
    "\u{200D}", "\u{200E}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FE0F}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "\"",
    "\\", "'", ";", "#", "<", "&", "|", ",", "-", "/", "é", "ß", "İ", "日", "本", "한", "ｗ", "👍", "👩", "🏽", "🇯", "🇵", "א",
    "ع",
  ]

  mutating func scalar() -> Unicode.Scalar {
    if chance(1, in: 3) { return pick(Self.trouble) }
    if chance(1, in: 10) { return Unicode.Scalar(UInt32(number(0...0x10FFFF))) ?? "x" }
    return Unicode.Scalar(UInt8(number(0x20...0x7E)))
  }

  mutating func text(_ length: ClosedRange<Int> = 0...24) -> String {
    var text = String.UnicodeScalarView()
    let length = chance(1, in: 50) ? number(0...3000) : number(length)
    for _ in 0..<length { text.append(scalar()) }
    return String(text)
  }

  /// `bytes` with a few of them changed, removed, repeated, or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<number(1...4) where !bytes.isEmpty {
      let index = number(0...bytes.count - 1)
      switch number(0...4) {
      case 0: bytes[index] = UInt8(number(0...255))
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(UInt8(number(0...255)), at: index)
      case 3:
        let start = number(0...index)
        bytes.insert(contentsOf: bytes[start...index], at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
