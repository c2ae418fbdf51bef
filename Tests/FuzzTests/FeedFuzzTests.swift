@testable import Catalogs
@testable import Sample
@testable import Wire
import Domain
import Testing

extension FuzzTests {
  @Test func `any bytes are a feed or not, however they are cut`() async {
    var podcast = Item(id: ItemID(catalog: "itunes", category: "podcast", key: "7"), title: "Show")
    podcast.feed = WebLink("https://x.example/feed")
    await fuzz("feeds") { dice in
      var bytes = Array(dice.feed().utf8)
      if dice.chance(1, in: 2) { bytes = dice.damaged(bytes) }
      let whole = Self.outcome(of: bytes, part: 1 << 15)
      let part = dice.number(1...max(1, bytes.count))
      try claim(
        Self.outcome(of: bytes, part: part) == whole, "in \(part)s: \(String(decoding: bytes, as: UTF8.self))")
      guard case .success(let feed) = whole else { return }
      let items = feed.items(of: podcast)
      try claim(items.count == feed.rows.count, "\(feed.rows.count) rows became \(items.count) items")
      try claim(Set(items.map(\.id)).count == items.count, "two items of one id")
      for item in items {
        try claim(!item.title.isEmpty, "an item without a title")
        try claim(item.duration.map { $0 > .zero } ?? true, "a duration of \(String(describing: item.duration))")
      }
      if feed.fault == nil { try claim(feed.count < 100, "made up \(feed.count) items") }
    }
  }

  @Test func `an address of this machine is refused in any spelling`() async {
    await fuzz("addresses") { dice in
      let four = [127, 0, 0, dice.number(1...254)]
      let number = four.reduce(0) { $0 << 8 | $1 }
      func part(_ value: Int, _ dice: inout Dice) -> String {
        switch dice.number(0...2) {
        case 0: String(value)
        case 1: "0x" + String(value, radix: 16, uppercase: dice.chance(1, in: 2))
        default: "0" + String(value, radix: 8)
        }
      }
      let host =
        switch dice.number(0...4) {
        case 0: part(number, &dice)
        case 1: part(127, &dice) + "." + part(four[3], &dice)
        case 2: four.map { part($0, &dice) }.joined(separator: ".")
        case 3: "[::ffff:" + four.map(String.init).joined(separator: ".") + "]"
        default: "[64:ff9b::\(String(number >> 16, radix: 16)):\(String(number & 0xFFFF, radix: 16))]"
        }
      let url =
        dice.pick(["http://", "HTTPS://"]) + host + dice.pick(["", "."]) + dice.pick(["", ":80", ":8080"]) + "/x"
      try claim(UntrustedURLPolicy(own: ["https://itunes.apple.com"]).refusal(of: url) != nil, "\(url) may be asked")
      _ = UntrustedURLPolicy().refusal(of: dice.text())
      _ = NumericAddress(literal: dice.text())
    }
  }

  private static func outcome(of bytes: [UInt8], part: Int) -> Result<Feed, FeedParser.Unreadable> {
    Result { () throws(FeedParser.Unreadable) in try FeedParser.feed(in: bytes, part: part) }
  }
}

extension Dice {
  /// A plausible feed.
  fileprivate mutating func feed() -> String {
    var text = pick([
      "", "\u{FEFF}", "\n", "<?xml version='1.0' encoding='\(pick(["utf-8", "iso-8859-1", "Shift_JIS", "x"]))'?>",
    ])
    if chance(1, in: 8) { text += "<!DOCTYPE rss [<!ENTITY a '\(pick(["x", "&a;", "&b;"]))'><!ENTITY b \"&a;&a;\">]>" }
    text += "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>\(content())</title>"
    if chance(1, in: 3) { text += "<itunes:type>serial</itunes:type>" }
    for _ in 0..<number(0...5) {
      text += "<item>"
      for _ in 0..<number(0...6) {
        let name = pick([
          "title", "guid", "description", "itunes:duration", "pubDate", "itunes:season", "itunes:episode",
          "content:encoded",
          "itunes:episodeType", "link",
        ])
        text += "<\(name)>\(content())</\(name)>"
      }
      if chance(1, in: 2) {
        text += "<enclosure url='\(pick(["a.mp3", "https://x.example/a", "&", "//"]))' type='audio/mpeg'/>"
      }
      text += "</item>"
    }
    return text + "</channel></rss>"
  }

  private mutating func content() -> String {
    switch number(0...6) {
    case 0: text().replacing("<", with: "&lt;")
    case 1: "<![CDATA[\(text())]]>"
    case 2: pick(["&nbsp;", "&a;", "&b;", "&#155;", "&#x0;", "&", "<!-- - -->", "<?x ?>", "]]", "1:2:3", "3"])
    case 3:
      "\(number(0...40)) \(pick(["Jan", "July", "mai"])) \(number(0...3000)) 1:\(number(0...70)) \(pick(["EST", "+13:00", "-0", "x"]))"
    case 4: "<p>\(text(0...5).replacing("<", with: ""))<a href=\"http://x.example/\">y</a></p>"
    default: String(number(-3...9999))
    }
  }
}
