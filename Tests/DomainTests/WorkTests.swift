import TestSupport
import Testing

@testable import Domain

struct WorkTests {
  /// Two titles, and whether they may name the same work if everything else agrees.
  static let titles: [(String, String, Bool)] = [
    // Case, accents, punctuation, articles.
    ("Björk: Début!", "bjork debut", true), ("Spider-Man", "Spider Man", true), ("R.E.M.", "REM", true),
    ("Shawshank Redemption, The", "The Shawshank Redemption", true), ("Romeo & Juliet", "Romeo and Juliet", true),
    ("Don’t Stop", "Don't Stop", true), ("Ｗｉｄｅ", "wide", true),
    // Numbers in all forms.
    ("Complete Sonatas, Vol. 1", "Complete Sonatas, Vol. 2", false), ("Record 7", "Record 37", false),
    ("Toy Story", "Toy Story 2", false), ("Rocky II", "Rocky III", false), ("Rocky II", "Rocky 2", true),
    ("Dune: Part Two", "Dune, Pt. 2", true), ("Dune: Part Two", "Dune: Part Three", false),
    ("Dune: Part Two", "Dune", false),
    ("Volume One", "Vol. I", true), ("Symphony No. 5", "Symphony No. 9", false), ("No. 1 5", "No. 15", false),
    ("Op. 12", "Op. 1 2", false), ("Planet ２", "Planet 2", true), ("2 x 4", "4 x 2", false),
    ("Hits (Disc 1)", "Hits (Disc 2)", false), ("Hits (Disc 1)", "Hits", false), ("1984", "1985", false),
    // Keys and signs.
    ("Prelude in C# Minor", "Prelude in C Minor", false), ("÷", "×", false), ("+", "+", true), ("!!!", "???", false),
    // Versions and notes in brackets.
    ("Tides", "Tides (Live)", false), ("Tides", "Tides - Live at the Pier", false),
    ("Tides (Live)", "Tides [live]", true),
    ("Tides (Acoustic)", "Tides (Remix)", false), ("Tides", "Tides (Instrumental)", false),
    ("Tides", "Tides (Deluxe Edition)", true), ("Tides", "Tides (feat. Mira Holm)", true),
    ("Tides", "Tides [Explicit]", true),
    ("Tides", "Tides (Original Motion Picture Soundtrack)", true), ("Tides", "Tides - Single", false),
    ("Tides", "Tides (Unabridged)", true), ("Tides", "Tides (Abridged)", false), ("Tides", "Tides (2020)", true),
    ("Tides", "Tides (2019)", false), ("Tides", "Tides (Remastered)", true), ("Tides", "Tides (2011 Remaster)", false),
    ("Weezer (Blue Album)", "Weezer (Green Album)", false), ("Live", "Live (Live)", false),
    // Subtitles and order.
    ("Sapiens", "Sapiens: A Brief History", false), ("Spider-Man", "Spider-Man: Homecoming", false),
    ("War and Peace", "Peace and War", false), ("", "", false), ("(Live)", "(Demo)", false),
    ("Inferno", "インフェルノ", false),
    ("第一巻", "第二巻", false),
  ]

  @Test(arguments: titles)
  func `titles that differ in more than case and punctuation are two works`(one: String, two: String, isSame: Bool) {
    for (a, b) in [(one, two), (two, one)] {
      #expect(!Work(Self.album(a)).matches(among: [Self.album(b)]).isEmpty == isSame, "\(a) – \(b)")
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
  }

  /// For any list of titles that differ in one number, in the order of words, or in one bracket.
  @Test(arguments: 0..<200)
  func `items with nearly the same name are never matched`(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func pick<Value>(_ values: [Value]) -> Value {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return values[Int(state >> 33) % values.count]
    }
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
    #expect(Work(Self.album(wanted)).matches(among: others).map(\.title) == [])
    #expect(Work(Self.album(wanted)).matches(among: others + [Self.album(wanted.uppercased())]).count == 1)
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
