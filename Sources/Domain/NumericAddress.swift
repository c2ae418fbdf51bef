import CEmbedded

/// A numeric IP address of four or sixteen bytes.
package struct NumericAddress: Sendable, Hashable {
  package let bytes: [UInt8]

  /// Parses an address as a connection reports it: `192.0.2.1`, `2001:db8::1`, `::ffff:192.0.2.1`, with or without a
  /// zone.
  package init?(literal text: String) { self.init(String(text.prefix { $0 != "%" }), isLoose: 0) }

  /// Parses everything that C libraries accept as an IPv4 address: `2130706433`, `0x7f000001`, `0177.0.0.1`, `127.1`.
  package init?(loose text: String) { self.init(text, isLoose: 1) }

  private init?(_ text: String, isLoose: Int32) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(address_bytes(text, isLoose, &bytes))
    // For C, a zero byte would end the text.
    guard count > 0, !text.utf8.contains(0) else { return nil }
    self.init(bytes[..<count])
  }

  /// Its usual form: dotted, or with the first of the longest runs of zeros omitted (RFC 5952).
  package var text: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    var gap = 0..<0
    for start in groups.indices {
      let run = start..<start + groups[start...].prefix { $0 == 0 }.count
      if run.count > max(1, gap.count) { gap = run }
    }
    func joined(_ groups: ArraySlice<UInt16>) -> String { groups.map { String($0, radix: 16) }.joined(separator: ":") }
    return gap.isEmpty
      ? joined(groups[...]) : joined(groups[..<gap.lowerBound]) + "::" + joined(groups[gap.upperBound...])
  }

  private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether it is on the public internet, by the registries of special addresses (RFC 6890 and its successors).
  package var isPublic: Bool { bytes.count == 4 ? isPublicFour : isPublicSix }

  private var isPublicFour: Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
    default: true
    }
  }

  private var isPublicSix: Bool {
    if let four = embedded { return four.isPublic }
    // All allocated addresses are in 2000::/3.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    // Tunnels that carry an obfuscated IPv4 address, benchmarks, identifiers; documentation.
    case (0x20, 0x01, 0x00...0x01, _), (0x20, 0x01, 0x0D, 0xB8), (0x3F, 0xFF, _, _): return false
    default: return true
    }
  }

  /// The IPv4 address inside a mapped, NAT64 or 6to4 address.
  private var embedded: NumericAddress? {
    if bytes.starts(with: Array(repeating: 0, count: 10)), bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
      return NumericAddress(bytes[12...])
    }
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return NumericAddress(bytes[12...]) }
    if bytes.starts(with: [0x20, 0x02]) { return NumericAddress(bytes[2..<6]) }
    return nil
  }
}
