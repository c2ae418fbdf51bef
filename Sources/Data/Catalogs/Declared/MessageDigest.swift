import CDigest

/// MD5 and SHA-1, with which some services sign requests. Neither provides security by itself.
enum MessageDigest {
  case md5, sha1

  /// In lower-case hexadecimal digits.
  func hex(of bytes: [UInt8]) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * Int(SHA1_DIGEST_LENGTH) + 1) { digits in
      switch self {
      case .md5: MD5Data(bytes, bytes.count, digits.baseAddress)
      case .sha1: SHA1Data(bytes, bytes.count, digits.baseAddress)
      }
      return String(cString: digits.baseAddress!)
    }
  }
}
