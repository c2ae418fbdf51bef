/// Decides by words whether items of other storefronts and catalogs are the same work as this one.
///
/// There is no similarity score, because Volume 1 and Volume 2 are more similar than most true pairs: whatever is
/// compared must be equal. A missed match is better than a wrong one. `stores` and `elsewhere` use it after ids and
/// barcodes.
package struct Work: Sendable {
  private let item: Item
  private let kind: WorkKind
  private let title: WorkTitle
  private let creators: Set<String>

  /// - Parameter kind: the kind of work, if its category's name does not say.
  package init(_ item: Item, kind: WorkKind? = nil) {
    self.item = item
    self.kind = kind ?? WorkKind(ofCategory: item.id.category)
    title = WorkTitle(item.title, year: item.year)
    creators = self.kind.creatorsCount ? CreatorNames.keys(in: item.creator ?? "") : []
  }

  /// The candidate that matches best: one with exactly the same title, else one with the same date. Nil if none matches,
  /// or if there are several where only a single one would be proof.
  /// - Parameter kind: the kind of the candidates, if their category's name does not say.
  package func best(of candidates: [Item], kind: WorkKind? = nil) -> Item? {
    let others = candidates.map { ($0, Work($0, kind: kind)) }
    // A name alone proves little, so it must be the only one.
    let named = others.filter { agreesByName(with: $0.1) }
    let agreeing = named.filter { hasCommonCreator(with: $0.1) || named.count == 1 && isCertainAlone(beside: $0.1) }
    return agreeing.min { remoteness(of: $0.1) < remoteness(of: $1.1) }?.0
  }

  /// What to search for: the title without notes in brackets, and for music and books the creator, because catalogs of
  /// films and series do not search by creator.
  package func term(byTitleAlone: Bool) -> String {
    let words = title.core.split(separator: " ").joined(separator: " ")
    let isByCreator = kind.isSearchedByCreator && !byTitleAlone
    return [words, isByCreator ? item.creator : nil].compactMap(\.self).joined(separator: " ")
  }

  /// Whether kind, title, version and numbers are equal, and creator, date and size do not contradict.
  private func agreesByName(with other: Work) -> Bool {
    guard kind.mayBe(other.kind), title.hasSameName(as: other.title), title.hasSameNumbers(as: other.title) else {
      return false
    }
    guard creators.isEmpty || other.creators.isEmpty || hasCommonCreator(with: other) else { return false }
    guard isSameLength(as: other.item) != false, hasSameParts(as: other.item) != false, isNear(other) else {
      return false
    }
    if title.versions == other.title.versions { return true }
    // A note on one side only, which is not about another recording, is ignored if date and size agree.
    return (title.versions.isEmpty || other.title.versions.isEmpty) && !title.isOtherRecording
      && !other.title.isOtherRecording && item.released?.day == other.item.released?.day && item.released != nil
      && (isSameLength(as: other.item) ?? hasSameParts(as: other.item)) == true
  }

  private func hasCommonCreator(with other: Work) -> Bool { !creators.isDisjoint(with: other.creators) }

  /// Whether a single match by name is enough without a creator: for people it is, other works need the same year.
  private func isCertainAlone(beside other: Work) -> Bool {
    kind == .person || item.year != nil && item.year == other.item.year
  }

  /// Whether the lengths agree; nil if one is unknown, or if the kind has none of its own.
  package func isSameLength(as other: Item) -> Bool? {
    guard let tolerance = kind.tolerance, let mine = item.duration, let theirs = other.duration, mine > .zero,
      theirs > .zero
    else { return nil }
    let difference = abs((mine - theirs) / .seconds(1))
    return difference <= max(tolerance, kind.isLong ? 0.05 * (mine / .seconds(1)) : 0)
  }

  /// Whether both have as many parts; nil if either number is unknown or grows over time.
  package func hasSameParts(as other: Item) -> Bool? {
    guard kind.countsParts, let mine = item.count, let theirs = other.count else { return nil }
    return mine == theirs
  }

  /// Whether the years differ by at most one, if both are known and are the work's own.
  private func isNear(_ other: Work) -> Bool {
    guard kind.keepsItsYear, let mine = item.year, let theirs = other.item.year else { return true }
    return abs(mine - theirs) <= 1
  }

  /// Smaller is more likely: the same title, the same date, the same edition, the nearer length, the earlier date.
  private func remoteness(of other: Work) -> (Int, Int, Int, Double, String) {
    let theirs = other.item
    let isOtherEdition = item.isExplicit != nil && theirs.isExplicit != nil && item.isExplicit != theirs.isExplicit
    let length = item.duration.flatMap { mine in theirs.duration.map { abs((mine - $0) / .seconds(1)) } } ?? 0
    return (
      title.whole == other.title.whole ? 0 : 1, item.released?.day == theirs.released?.day ? 0 : 1,
      isOtherEdition ? 1 : 0, length, theirs.released?.text ?? "~"
    )
  }
}

extension Item { fileprivate var year: Int? { released.flatMap { Int($0.year) } } }

/// A title prepared for comparison.
struct WorkTitle: Sendable, Equatable {
  /// Letters, digits and signs, without case, accents, punctuation, spaces, leading articles, and brackets.
  let key: String
  /// The leading article, also that of `Shawshank Redemption, The`.
  private let article: String?
  /// Every number in the whole title, in order.
  private let numbers: [Int]
  private let year: Int?
  /// The notes in brackets that make it another version, such as `live`; known noise is omitted.
  let versions: Set<String>
  /// Whether a note means another recording or cut.
  let isOtherRecording: Bool
  /// The same as `key`, with everything in brackets.
  let whole: String
  /// The title as written, without notes.
  let core: String

  /// - Parameter year: the work's own, which a title may contain.
  init(_ title: String, year: Int?) {
    let (core, notes) = Self.split(title)
    self.core = core
    var words = Self.canonical(Self.words(of: core))
    var article: String?
    if words.count > 1, words.last == "the", core.contains(",") { article = words.removeLast() }
    if words.count > 1, ["the", "a", "an"].contains(words[0]) { article = words.removeFirst() }
    self.article = article
    let noteWords = notes.map { note in
      let words = Self.canonical(Self.words(of: note))
      return Self.editions.isDisjoint(with: words) ? words : words.map { Self.ordinals[$0].map(String.init) ?? $0 }
    }
    // A title of signs alone, such as ÷, is compared as written.
    key = words.isEmpty ? core.folded.split(separator: " ").joined() : words.joined()
    self.year = year
    numbers = (words + noteWords.joined()).compactMap(Int.init)
    let stated = noteWords.map { note in note.filter { Int($0) != year || year == nil } }.filter { !$0.isEmpty }
    versions = Set(stated.filter { !Self.isNoise($0) }.map { $0.joined(separator: " ") })
    isOtherRecording = stated.contains(where: Self.isRecording)
    whole = key + stated.map { "(\($0.joined()))" }.joined()
  }

  /// Whether all words are equal, apart from an article in only one title: `The Hero` is `Hero`, but not `A Hero`.
  func hasSameName(as other: WorkTitle) -> Bool {
    !key.isEmpty && key == other.key && (article == nil || other.article == nil || article == other.article)
  }

  /// Whether all numbers are equal, apart from the work's own year in only one title.
  func hasSameNumbers(as other: WorkTitle) -> Bool {
    if numbers == other.numbers { return true }
    let (mine, theirs) = (numbers.filter { $0 != year }, other.numbers.filter { $0 != other.year })
    return mine == theirs && (mine.count == numbers.count || theirs.count == other.numbers.count)
  }

  /// The text outside brackets, and the text in each pair; a final ` - Live` counts as a bracket too.
  private static func split(_ title: String) -> (core: String, notes: [String]) {
    var (core, notes, depth) = ("", [String](), 0)
    for character in title {
      if "([{（［【〔".contains(character) {
        depth += 1
        if depth == 1 { notes.append("") }
      } else if ")]}）］】〕".contains(character), depth > 0 {
        depth -= 1
        core += " "
      } else if depth > 0 {
        notes[notes.count - 1].append(character)
      } else {
        core.append(character)
      }
    }
    if let dash = core.ranges(of: " - ").last {
      let tail = words(of: String(core[dash.upperBound...]))
      if let first = tail.first, let last = tail.last, tail.count <= 6,
        recordings.union(noise).contains(where: { $0 == first || $0 == last })
      {
        notes.append(String(core[dash.upperBound...]))
        core = String(core[..<dash.lowerBound])
      }
    }
    // A title entirely in brackets has nothing else to compare.
    return words(of: core).isEmpty && !notes.isEmpty ? (title.filter { !"()[]".contains($0) }, []) : (core, notes)
  }

  /// Letters and digits, folded; a meaningful sign, such as a sharp, is a word of its own.
  private static func words(of text: String) -> [String] {
    // `10²` is not 102, which folding makes of it. In UTF-8 a raised digit begins with 0xC2.
    let text = text.utf8.contains(0xC2) ? ["¹", "²", "³"].reduce(text) { $0.replacing($1, with: " " + $1) } : text
    var spaced = ""
    // Folding would turn the letters й, ў and ї into и, у and і. ё may be folded: it is often written е.
    let marked = text.utf8.contains { $0 | 1 == 0xD1 } ? ["й": "иj", "ў": "уj", "ї": "іj"] : [:]
    let letters = marked.reduce(marked.isEmpty ? text : text.lowercased()) { $0.replacing($1.key, with: $1.value) }
    let scalars = Array(letters.folded.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let last = spaced.unicodeScalars.last ?? " "
      switch scalar.properties.generalCategory {
      case .enclosingMark: continue
      case .nonspacingMark where scalar.properties.isDefaultIgnorableCodePoint: continue
      case .decimalNumber:
        // A number ends where letters begin, so that `Vol2` contains one.
        if last.properties.generalCategory != .decimalNumber { spaced += " " }
        spaced += scalar.properties.numericValue.map { String(Int($0)) } ?? String(scalar)
      // Folding removes accents. A mark that it keeps makes another word: फल is a fruit, फूल is a flower.
      case .lowercaseLetter, .otherLetter, .modifierLetter, .titlecaseLetter, .uppercaseLetter, .spacingMark,
        .nonspacingMark, .letterNumber, .otherNumber:
        if last.properties.generalCategory == .decimalNumber { spaced += " " }
        spaced.unicodeScalars.append(scalar)
      case .mathSymbol, .currencySymbol, .otherSymbol:
        spaced += "®™©℗".unicodeScalars.contains(scalar) ? " " : " \(scalar) "
      case .otherPunctuation where scalar == "&": spaced += " and "
      // `C#` is another key than C, and `#1` is the first of a series.
      case .otherPunctuation where scalar == "#" && last != " ": spaced += " ♯ "
      // `Vol. 1.5` is `Vol. 1,5`, but not `Vol. 1-5`.
      case .otherPunctuation
      where (scalar == "." || scalar == ",") && last.properties.generalCategory == .decimalNumber
        && scalars.dropFirst(index + 1).first?.properties.generalCategory == .decimalNumber:
        spaced += " . "
      // An apostrophe belongs to its word, but `4'33` is two numbers.
      case .otherPunctuation where scalar == "'", .finalPunctuation where scalar == "’":
        if last.properties.generalCategory == .decimalNumber { spaced += " " }
      default: spaced += " "
      }
    }
    return spaced.unicodeScalars.split(separator: " ").map(String.init)
  }

  /// Numbers in one form, including `II` and `part two`, and one word each for volume, part and number.
  private static func canonical(_ words: [String]) -> [String] {
    var result: [String] = []
    for (index, word) in words.enumerated() {
      let isCounted = result.last.map(counted.contains) ?? false
      let number =
        (isCounted || word.utf8.count > 1 ? roman[word] : nil) ?? (isCounted ? spelled[word] : nil)
        ?? (word.utf8.allSatisfy(\.isASCIIDigit) ? Int(word) : nil)
      // `No. 5` and `No. V`, but neither `No Love` nor `No One`.
      let next = words.dropFirst(index + 1).first ?? ""
      let isNegation = word == "no" && Int(next) == nil && (roman[next] == nil || next == "i")
      result.append(number.map(String.init) ?? (isNegation ? nil : synonyms[word]) ?? word)
    }
    return result
  }

  private static let synonyms = [
    "vol": "volume", "vols": "volume", "pt": "part", "pts": "part", "no": "number", "nr": "number", "ch": "chapter",
    "ep": "ep", "bk": "book", "op": "opus",
  ]
  /// The words of `titles.txt`, by their role in a title.
  private static let table = EmbeddedFile.table("titles").words

  /// The words that precede a number in words.
  private static let counted = Set(table["counted"] ?? [])
  private static let editions = counted.union(table["editions"] ?? [])
  private static let roman = numbers(named: table["roman"] ?? [])
  private static let spelled = numbers(named: table["spelled"] ?? [])
  /// Ordinals count as numbers only in notes such as `(Second Edition)`, not in `First Love` or `(feat. Fifth Harmony)`.
  private static let ordinals = [table["tens"], table["tenths"]].reduce(numbers(named: table["ordinals"] ?? [])) {
    $0.merging(numbers(named: $1 ?? []).mapValues { $0 * 10 }) { $1 }
  }

  /// - Parameter names: the names of 1, 2 and so on.
  private static func numbers(named names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(names, 1...))
  }

  /// Whether a bracket only says how the same recording is sold.
  private static func isNoise(_ words: [String]) -> Bool {
    if isRecording(words) { return false }
    if let first = words.first, ["feat", "featuring", "ft", "with", "from", "prod"].contains(first) { return true }
    return !noise.isDisjoint(with: words)
  }

  /// Whether a bracket names another recording, or the version or edition in a language.
  private static func isRecording(_ words: [String]) -> Bool {
    let isOfLanguage = ["version", "edition"].contains(words.last) && !languages.isDisjoint(with: words)
    return isOfLanguage || !recordings.isDisjoint(with: words)
  }

  private static let noise = Set(table["noise"] ?? [])
  private static let languages = Set(table["languages"] ?? [])
  /// Words for another recording, cut or form of the same piece.
  private static let recordings = Set(table["recordings"] ?? [])
}

/// The creators in a text, prepared for comparison.
enum CreatorNames {
  /// `A & B feat. C` contains three. The order of words does not matter: `Adams, Douglas` is Douglas Adams.
  static func keys(in text: String) -> Set<String> {
    let words = ["&", ";", "/"].reduce(text) { $0.replacing($1, with: " ; ") }.split(separator: " ")
    let groups = words.split { separators.contains($0.lowercased()) }.map { $0.joined(separator: " ") }
    let names = groups.flatMap { group in
      let parts = group.split(separator: ",").map(String.init)
      // Both halves of `Adams, Douglas` are one name, as in `Tyler, The Creator`.
      let isOneName = parts.count == 2
      return [group] + parts.filter { !isOneName || $0.folded.split(separator: " ").count { $0 != "the" } > 1 }
    }
    return Set(names.map(key)).subtracting([""])
  }

  private static let separators: Set = [";", "feat.", "feat", "featuring", "ft.", "ft", "and", "with", "x"]

  private static func key(of name: String) -> String {
    var words = name.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words.count > 1, words[0] == "the" { words.removeFirst() }
    words.removeAll { ["jr", "sr"].contains($0) }
    if words == ["various"] { words.append("artists") }
    return words.sorted().joined()
  }
}
