import Domain

extension Command {
  static let star = Command("star", argument: .items) { arguments, context in
    .change(.star(try arguments.picked(in: context), list: try arguments.list(), onlyAdds: arguments.has("add")))
  }

  static let unstar = Command("unstar", argument: .items) { arguments, context in
    .change(.unstar(try arguments.picked(in: context), list: try arguments.list()))
  }

  static let favs = Command("favs", argument: .favoritesList) { arguments, _ in
    if arguments.has("lists") {
      try arguments.refuseWords()
      return .answer(.lists)
    }
    guard !arguments.isEmpty else { return .go(.favorites) }
    let name = try arguments.plainText()
    // `favs 1` and `favs add jazz 1` mean items, unless there is a list with that name.
    if let meant = starring(name.split(separator: " ").map(String.init)) {
      return .go(.favoritesList(name, orElse: meant))
    }
    return .go(name.lowercased() == earlierWord ? .earlierFavorites : .favoritesList(name))
  }

  /// The `star` command that `favs` with these words probably meant; nil if the words name a list.
  static func starring(_ words: [String]) -> String? {
    guard let last = words.last, (try? Selection(last[...])) != nil, Int(last) != 0 else { return nil }
    var lists = words.dropLast()
    let verb = lists.first?.lowercased()
    if ["add", "remove", "delete", "rm"].contains(verb) { lists = lists.dropFirst() }
    let list = lists.joined(separator: " ")
    let command = verb == "add" || verb == nil || lists.count == words.count - 1 ? star.name : unstar.name
    return "\(command) \(last)" + (list.isEmpty ? "" : " --list \(list.asWord)")
  }

  /// A name that no list may have.
  static let earlierWord = "earlier"

  static let mark = Command("mark", argument: .items) { arguments, context in
    .change(.mark(try arguments.picked(in: context), true))
  }

  static let unmark = Command("unmark", argument: .items) { arguments, context in
    .change(.mark(try arguments.picked(in: context), false))
  }

  static let undo = Command("undo", action: .change(.undo))
}

extension Arguments {
  func list() throws(CommandError) -> String? {
    guard let name = value(of: "list") else { return nil }
    if name.lowercased() == Command.earlierWord {
      throw .usage(.badValue(name, of: "--list", allowed: ["any other name"]))
    }
    return name
  }
}
