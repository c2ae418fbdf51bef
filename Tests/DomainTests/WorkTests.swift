import TestSupport
import Testing

@testable import Domain

struct WorkTests {
  /// Two titles, and whether they may name the same work if everything else agrees.
  @Test(
    arguments: TextTable.rows("titles that differ in more than case and punctuation are two works") {
      ($0[0], $0[1], Bool($0[2])!)
    })
  func `titles that differ in more than case and punctuation are two works`(one: String, two: String, isSame: Bool) {
    for (a, b) in [(one, two), (two, one)] {
      #expect((Work(Self.album(a)).best(of: [Self.album(b)]) != nil) == isSame, "\(a) – \(b)")
    }
  }

  @Test func `a note that is not about another recording passes only if date and size agree`() {
    let plain = Self.album("Weezer", count: 10)
    #expect(Work(plain).best(of: [Self.album("Weezer (Blue Album)", count: 10)]) != nil)
    #expect(Work(plain).best(of: [Self.album("Weezer (Blue Album)", count: nil)]) == nil)
    #expect(Work(plain).best(of: [Self.album("Weezer (Blue Album)", day: "2021-05-02", count: 10)]) == nil)
    #expect(Work(plain).best(of: [Self.album("Weezer (Live)", count: 10)]) == nil)
  }

  @Test func `creator, year, length and number of parts must not contradict`() {
    let ours = Self.album("Tides", count: 12)
    #expect(Work(ours).best(of: [Self.album("Tides", by: "Somebody Else", count: 12)]) == nil)
    #expect(Work(ours).best(of: [Self.album("Tides", count: 13)]) == nil)
    #expect(Work(ours).best(of: [Self.album("Tides", day: "2022-01-01", count: 12)]) == nil)
    #expect(Work(ours).best(of: [Self.album("Tides", day: "2021-01-01")]) != nil)
    var (song, other) = (Self.album("Tides", category: "song"), Self.album("Tides", category: "track"))
    (song.duration, other.duration) = (.seconds(180), .seconds(183))
    #expect(Work(song).best(of: [other]) != nil)
    other.duration = .seconds(184)
    #expect(Work(song).best(of: [other]) == nil)
    #expect(Work(ours).best(of: [Self.album("Tides", category: "song")]) == nil)
    var (film, cut) = (Self.album("Tides", category: "film"), Self.album("Tides", category: "movie"))
    (film.duration, cut.duration) = (.seconds(10_000), .seconds(10_500))
    #expect(Work(film).best(of: [cut]) != nil)
    cut.duration = .seconds(10_501)
    #expect(Work(film).best(of: [cut]) == nil)
  }

  @Test(arguments: TextTable.rows("creators agree if they share a name") { ($0[0], $0[1], Bool($0[2])!) })
  func `creators agree if they share a name`(one: String, two: String, isSame: Bool) {
    #expect(CreatorNames.keys(in: one).isDisjoint(with: CreatorNames.keys(in: two)) == !isSame)
  }

  @Test func `without a creator only a single match of the same year passes`() {
    let ours = Self.album("Spirited Away", by: nil, day: "2001", category: "film")
    let theirs = Self.album("Spirited Away", by: "Hayao Miyazaki", day: "2001-07-20", category: "movie")
    #expect(Work(ours).best(of: [theirs]) == theirs)
    #expect(Work(ours).best(of: [theirs, theirs]) == nil)
    #expect(Work(ours).best(of: [Self.album("Spirited Away", by: nil, day: "2002", category: "movie")]) == nil)
  }

  @Test func `of several, the same full title comes first, then the same date`() {
    let ours = Self.album("Sonatas, Vol. 1", day: "2020-06-01")
    let later = Self.album("Sonatas, Vol. 1", day: "2020-09-01")
    let same = Self.album("SONATAS Vol 1", day: "2020-06-01")
    #expect(Work(ours).best(of: [later, same, Self.album("Sonatas, Vol. 2", day: "2020-06-01")]) == same)
    let deluxe = Self.album("Sonatas, Vol. 1 (Deluxe)", day: "2020-06-01")
    #expect(Work(ours).best(of: [deluxe, later]) == later)
    var (explicit, clean) = (same, same)
    (explicit.isExplicit, clean.isExplicit) = (true, false)
    #expect(Work(explicit).best(of: [clean, explicit]) == explicit)
    #expect(Work(clean).best(of: [explicit, clean]) == clean)
  }

  /// For any list of titles that differ in one number, in the order of words, or in one bracket.
  @Test(arguments: 0..<200)
  func `items with nearly the same name are never matched`(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
    let words = ["sonatas", "record", "night", "sea", "complete", "love", "story", "war", "blue"]
    let base = (0..<3).map { _ in pick(words) }
    let number = (1...40).map { String($0) }
    let form: (String) -> String = pick([
      { "\($0)" }, { "Vol. \($0)" }, { "Part \($0)" }, { "(Vol. \($0))" }, { "No. \($0)" }, { "[Disc \($0)]" },
    ])
    let brackets = ["Live", "Acoustic", "Remix", "Karaoke Version", "Instrumental", "Blue", "Red", "Demo", "Mono"]
    var catalog = number.map { base.joined(separator: " ") + " " + form($0) }
    catalog += ["one two three", "two one three", "three two one"]
    catalog += brackets.map { base.joined(separator: " ") + " (\($0))" }
    catalog += [base.joined(separator: " "), base.reversed().joined(separator: " ")]
    catalog = Array(Set(catalog))
    let wanted = pick(catalog)
    let others = catalog.filter { $0 != wanted }.map { Self.album($0, category: "album") }
    #expect(Work(Self.album(wanted)).best(of: others)?.title == nil)
    #expect(Work(Self.album(wanted)).best(of: others + [Self.album(wanted.uppercased())])?.title == wanted.uppercased())
  }

  static func album(
    _ title: String, by creator: String? = "Mira Holm", day: String = "2020-06-01", count: Int? = nil,
    category: String = "album"
  ) -> Item {
    var item = Item(id: ItemID(catalog: "c", category: category, key: title + "/" + day), title: title)
    item.creator = creator
    item.released = ReleaseDate(day)
    item.count = count
    return item
  }
}
