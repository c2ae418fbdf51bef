import Domain

extension Command {
  static let back = Command("back") { arguments, _ in .go(.back(try arguments.steps())) }

  static let forward = Command("forward") { arguments, _ in .go(.forward(try arguments.steps())) }

  static let home = Command("home", action: .go(.home))

  static let trail = Command("trail", action: .answer(.trail))

  static let show = Command("show") { arguments, _ in
    if let number = Selection.number(arguments.text) { return .go(.openItem(number)) }
    try arguments.refuseWords()
    return .go(.show)
  }

  static let more = Command("more", action: .go(.more))

  static let retry = Command("retry", action: .go(.retry))

  static let reload = Command("reload", action: .go(.reload))

  static let filter = Command("filter", argument: .filterText) { arguments, _ in
    let text = try arguments.plainText()
    return .go(.filter(text.isBlank ? nil : text, unmarked: arguments.has("unmarked")))
  }

  static let sort = Command("sort", argument: .sortKey) { arguments, _ in
    let words = try arguments.words().map(\.text)
    guard let word = words.first else { return .go(.sort(nil)) }
    let key = try ItemField.sortKeys.resolve(word, for: "the key", by: \.key)
    guard words.count <= 2,
      let direction = WordList(["asc", "desc"]).match(words.count > 1 ? words[1] : "asc").only
    else { throw arguments.unexpected(words.dropFirst().joined(separator: " ")) }
    return .go(.sort(Arrangement.Order(key: key, isDescending: direction == "desc")))
  }

  static let catalogs = Command("catalog", argument: .catalog) { arguments, context in
    if arguments.isEmpty { return .answer(.catalogs) }
    let text = try arguments.plainText()
    let words = try arguments.words().map(\.text)
    let rest = Array(words.dropFirst())
    let tasks = arguments.command?.tasks ?? []
    var task = words[0].lowercased()
    // A single word may begin a catalog's name.
    if !rest.isEmpty || !context().catalogNames().contains(where: { $0.hasPrefix(task) }) {
      task = try tasks.map(\.name).match(task, by: { [$0] }).chosen(by: words[0], named: \.self) ?? task
    }
    let missing = arguments.missing(tasks.first { $0.name == task }?.usage)
    task = ["signin": "sign-in", "login": "sign-in", "signout": "sign-out", "logout": "sign-out"][task] ?? task
    guard tasks.contains(where: { $0.name == task }) else { return .go(.catalog(text)) }
    let (kind, answer) = (CatalogTask.Kind(rawValue: task), arguments.value(of: "answer"))
    let counts =
      [.schema: 0...0, .show: 1...2, .new: 1...2, .attempt: (answer == nil ? 2 : 1)...Int.max][kind] ?? 1...1
    if rest.count < counts.lowerBound { throw missing }
    if rest.count > counts.upperBound {
      throw arguments.unexpected(rest.dropFirst(counts.upperBound).joined(separator: " "))
    }
    // All but `check` are tasks.
    guard let kind else { return .answer(.catalogCheck(rest[0])) }
    let (place, others) = (rest.first ?? "", Array(rest.dropFirst()))
    return .catalogTask(CatalogTask(kind, place, others, answer: answer, isAgreed: arguments.has("yes")))
  }
}

extension Arguments {
  /// How many screens to move: 1 unless a number is given.
  fileprivate func steps() throws(CommandError) -> Int {
    isEmpty ? 1 : try Setting.wholeNumber(plainText(), of: "K", in: 1...1_000_000)
  }
}
