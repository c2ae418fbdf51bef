internal import Domain

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
    if !WebAddress.hasScheme(address) {
      guard let resolved = base.flatMap({ WebAddress($0) })?.resolving(address)?.text else { return nil }
      address = resolved
    }
    self.init(address)
  }
}
