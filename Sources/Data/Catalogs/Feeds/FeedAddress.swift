internal import Domain
import FoundationEssentials

extension WebLink {
  /// An address in a feed at `base`: trims it, resolves a relative one and escapes blanks within it; everything else
  /// stays byte for byte, because queries contain signatures. Nil for anything but http and https.
  init?(feedAddress text: String, base: String?) {
    var address = text.withoutOuterBlanks
    guard !address.isEmpty, address.utf8.count <= 8_000 else { return nil }
    if address.utf8.contains(where: { $0 <= 0x20 }) {
      // An editor put any line break there.
      address = String(decoding: address.utf8.filter { $0 >= 0x20 }, as: UTF8.self).replacing(" ", with: "%20")
    }
    if !Self.hasScheme(address) {
      guard let base, let resolved = URL(string: address, relativeTo: URL(string: base))?.absoluteString else {
        return nil
      }
      address = resolved
    }
    self.init(address)
  }

  /// Whether it begins with a word and a colon; no relative address does so before its first slash.
  private static func hasScheme(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), address.utf8.first?.isASCIILetter == true else {
      return false
    }
    return address.utf8[..<colon].allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
  }
}
