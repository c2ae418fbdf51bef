import FoundationEssentials

/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
struct WebDate: Sendable, Equatable {
  /// Since the start of 1970.
  let seconds: Int

  /// Takes the one form that is sent; the two that RFC 9110 calls obsolete are not.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == ":" || $0 == "," }
    guard words.count == 8, words[7] == "GMT" || words[7] == "UTC", let day = Int(words[1]),
      let month = Self.months.firstIndex(of: words[2].lowercased()), let year = Int(words[3]),
      let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
      (1...31).contains(day), (1970...9999).contains(year), (0..<24).contains(hour), (0..<60).contains(minute),
      (0...60).contains(second)
    else { return nil }
    // Years begin in March here, so that a leap day is their last.
    let months = year * 12 + month - 2
    let (march, months5) = (months / 12, months % 12)
    let days = march * 365 + march / 4 - march / 100 + march / 400 + (months5 * 153 + 2) / 5 + day - 719_469
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// Until then, by the service's own clock where it told the time, and by ours otherwise; none where it is past.
  func secondsLeft(from now: WebDate?) -> Int {
    max(0, seconds - (now?.seconds ?? Int(Date.now.timeIntervalSince1970)))
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
