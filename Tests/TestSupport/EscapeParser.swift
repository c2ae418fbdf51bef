/// Takes a terminal's input apart, byte by byte.
struct EscapeParser: Sendable {
  enum Event: Equatable {
    case print(Unicode.Scalar)
    case control(UInt8)
    /// ESC and one final byte.
    case escape(UInt8)
    /// CSI, without those for private modes.
    case sequence(UInt8, [Int])
  }

  private enum State {
    case ground, escape, charset, sequence, string, stringEscape
  }

  private var state = State.ground
  private var parameters = ""
  private var character: [UInt8] = []

  mutating func take(_ byte: UInt8) -> Event? {
    switch state {
    case .ground: return ground(byte)
    case .escape:
      state = .ground
      switch byte {
      case UInt8(ascii: "["):
        state = .sequence
        parameters = ""
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .string
      case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
      default: return .escape(byte)
      }
      return nil
    case .charset:
      state = .ground
      return nil
    case .sequence:
      if byte == 0x1B {
        state = .escape
        return nil
      }
      guard byte >= 0x40 else {
        parameters.unicodeScalars.append(Unicode.Scalar(byte))
        return nil
      }
      state = .ground
      guard parameters.first != "?", parameters.first != ">" else { return nil }
      return .sequence(byte, parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
    case .string:
      if byte == 0x07 { state = .ground }
      if byte == 0x1B { state = .stringEscape }
      return nil
    case .stringEscape:
      // Strict: a terminal may end a string at any ESC, but some do not.
      if byte != 0x1B { state = byte == UInt8(ascii: "\\") ? .ground : .string }
      return nil
    }
  }

  private mutating func ground(_ byte: UInt8) -> Event? {
    if byte == 0x1B {
      state = .escape
      return nil
    }
    if byte < 0x20 || byte == 0x7F { return .control(byte) }
    if byte < 0x80 { return .print(Unicode.Scalar(byte)) }
    if byte >= 0xC0 { character = [] }
    character.append(byte)
    guard let text = String(validating: character, as: UTF8.self) else { return nil }
    character = []
    return text.unicodeScalars.first.map { .print($0) }
  }
}
