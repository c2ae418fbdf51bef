/// Bytes in gzip (RFC 1951, RFC 1952), without a library that packs them.
package enum GzipBytes {
  /// Packed by not packing it at all.
  /// - Parameter checksum: in place of the right one.
  package static func stored(_ content: some Sequence<UInt8>, checksum: UInt32? = nil) -> [UInt8] {
    let content = Array(content)
    var bytes = head
    var rest = content[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      bytes.append(rest.isEmpty ? 1 : 0)
      bytes += little(UInt16(block.count)) + little(~UInt16(block.count)) + block
    } while !rest.isEmpty
    return bytes + little(checksum ?? crc(content)) + little(UInt32(content.count))
  }

  package static func stored(_ content: String) -> [UInt8] { stored(content.utf8) }
  package static func stored(_ content: String, checksum: UInt32) -> [UInt8] {
    stored(content.utf8, checksum: checksum)
  }

  /// The beginning of what unpacks to `count` blanks or a few more; about 1/160 as long.
  package static func blanks(_ count: Int) -> [UInt8] {
    var bytes = head
    var byte: UInt8 = 0
    var used: UInt8 = 0
    func append(_ bits: [UInt8]) {
      for bit in bits {
        byte |= bit << used
        used += 1
        if used == 8 {
          bytes.append(byte)
          (byte, used) = (0, 0)
        }
      }
    }
    append([1, 1, 0])  // the last block, in the fixed code
    append([0, 1, 0, 1, 0, 0, 0, 0])  // a blank
    for _ in 0...(count / 258) {
      append([1, 1, 0, 0, 0, 1, 0, 1])  // 258 bytes
      append([0, 0, 0, 0, 0])  // from one byte back
    }
    return bytes
  }

  private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }
}
