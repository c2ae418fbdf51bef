package import struct FoundationEssentials.Decimal

/// An amount as the service states it; zero means free.
package struct Price: Sendable, Equatable {
  /// The amount in digits, such as `1.29`. Not a `Decimal`, whose opaque layout made copies so slow that they took half
  /// the time of writing an item.
  package let digits: String
  /// ISO 4217.
  package let currency: String

  package var amount: Decimal { Decimal(string: digits) ?? .nan }

  package init(amount: Decimal, currency: String) { (digits, self.currency) = ("\(amount)", currency) }

  /// Nil if `number`, in JSON's form, is too large.
  package init?(_ number: String, currency: String) {
    // Most are in their usual form; a `Decimal` takes as long to write as the rest of an item.
    let isUsual =
      number.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") } && !number.hasSuffix("0")
      && (!number.hasPrefix("0") || number.hasPrefix("0."))
    guard let digits = isUsual ? number : Decimal(string: number)?.description else { return nil }
    (self.digits, self.currency) = (digits, currency)
  }

  /// For people, with digits grouped and as many decimals as the currency has: `254,900.50 ARS`, `999 JPY`.
  package var text: String {
    let sign = digits.hasPrefix("-") ? "-" : ""
    let parts = digits.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    var fraction = parts.count > 1 ? String(parts[1]) : ""
    let decimals = Self.decimals[currency.uppercased()] ?? 2
    // Decimals beyond the currency's own are shown unless they are zeros.
    while fraction.count > decimals, fraction.last == "0" { fraction.removeLast() }
    fraction += String(repeating: "0", count: max(0, decimals - fraction.count))
    return sign + Self.grouped(parts.first ?? "0") + (fraction.isEmpty ? "" : "." + fraction) + " " + currency
  }

  /// `1234567` as `1,234,567`.
  package static func grouped(_ digits: some StringProtocol) -> String {
    var (text, left) = ("", digits.count)
    for digit in digits {
      text.append(digit)
      left -= 1
      if left > 0, left % 3 == 0 { text.append(",") }
    }
    return text
  }

  /// The currencies that do not have two decimals (Unicode CLDR, supplemental currency data).
  private static let decimals: [String: Int] = {
    let table = [
      3: "BHD JOD KWD LYD OMR TND", 4: "CLF UYW",
      0: """
      ADP AFN ALL BIF BYR CLP DJF ESP GNF IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PYG RSD RWF \
      SLL SOS SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD
      """,
    ]
    return table.reduce(into: [:]) { for code in $1.value.fields(separatedBy: UInt8(ascii: " ")) { $0[code] = $1.key } }
  }()
}
