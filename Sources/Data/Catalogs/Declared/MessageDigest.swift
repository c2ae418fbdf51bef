/// MD5 (RFC 1321) and SHA-1 (RFC 3174), with which some services sign requests. Neither provides security by itself.
enum MessageDigest {
  case md5, sha1

  /// In lower-case hexadecimal digits.
  func hex(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let digest = self == .md5 ? Self.md5(of: bytes) : Self.sha1(of: bytes)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The message, a 1 bit, zeros, and its length in bits, in blocks of sixteen words.
  private static func blocks(of bytes: [UInt8], isLittle: Bool) -> [[UInt32]] {
    let zeros = (119 - bytes.count % 64) % 64
    let length = UInt64(bytes.count) * 8
    let size = (0..<8).map { UInt8(truncatingIfNeeded: length >> (isLittle ? 8 * $0 : 56 - 8 * $0)) }
    let padded = bytes + [0x80] + [UInt8](repeating: 0, count: zeros) + size
    return stride(from: 0, to: padded.count, by: 64).map { start in
      (0..<16).map { word in
        var value: UInt32 = 0
        for byte in 0..<4 {
          let shift = UInt32(isLittle ? 8 * byte : 24 - 8 * byte)
          value |= UInt32(padded[start + 4 * word + byte]) << shift
        }
        return value
      }
    }
  }

  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }

  private static func md5(of bytes: [UInt8]) -> [UInt8] {
    var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    for block in blocks(of: bytes, isLittle: true) {
      let before = (a, b, c, d)
      for step in 0..<64 {
        let (mixed, word): (UInt32, Int) =
          switch step / 16 {
          case 0: (b & c | ~b & d, step)
          case 1: (d & b | ~d & c, (5 * step + 1) % 16)
          case 2: (b ^ c ^ d, (3 * step + 5) % 16)
          default: (c ^ (b | ~d), 7 * step % 16)
          }
        let sum = a &+ mixed &+ sines[step] &+ block[word]
        (a, d, c, b) = (d, c, b, b &+ rotated(sum, by: turns[step / 16][step % 4]))
      }
      (a, b, c, d) = (a &+ before.0, b &+ before.1, c &+ before.2, d &+ before.3)
    }
    return [a, b, c, d].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static let turns: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  /// The integer part of 2^32 times the sine of each step, as RFC 1321 defines its table.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]

  private static func sha1(of bytes: [UInt8]) -> [UInt8] {
    var sum: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in blocks(of: bytes, isLittle: false) {
      var words = block
      for step in 16..<80 {
        words.append(rotated(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], by: 1))
      }
      var (a, b, c, d, e) = (sum[0], sum[1], sum[2], sum[3], sum[4])
      for step in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch step / 20 {
          case 0: (b & c | ~b & d, 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[step]
        (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
      }
      for (index, word) in [a, b, c, d, e].enumerated() { sum[index] &+= word }
    }
    return sum.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }
}
