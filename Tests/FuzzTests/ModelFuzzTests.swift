import Domain
import Foundation
import Presentation
import TestSupport
import Testing

extension FuzzTests {
  @Test func `a session ends in the state that a simple model predicts`() async {
    await fuzz("model", fewest: 200) { dice in
      let client = ModelCatalog()
      let coordinator = Coordinator(clients: [client], start: "model")
      var model = SessionModel()
      var lines: [String] = []
      for _ in 0..<dice.number(4...30) {
        let (line, expected) = model.step(&dice)
        lines.append(line)
        client.become(model.generation)
        let answer = await Self.answer(to: line, on: coordinator)
        let told = "after \(lines.joined(separator: "; ")): \(String(decoding: answer, as: UTF8.self))"
        guard let object = try? JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any] else {
          throw Finding("no JSON \(told)")
        }
        try Self.hold(object, to: expected, of: model, told)
        let favorites = await coordinator.favorites
        try claim(favorites.items.map(\.id.key) == model.favorites.map(\.key), "favourites \(model.favorites) \(told)")
        try claim(favorites.items.map(\.id.category) == model.favorites.map(\.category), "favourites \(told)")
        try claim(await coordinator.trail == model.trail, "the trail is not \(model.trail) \(told)")
        try Self.hold(await coordinator.screen, favorites, to: model, told)
      }
    }
  }

  /// The JSON that the loop prints for a line.
  private static func answer(to line: String, on coordinator: Coordinator) async -> [UInt8] {
    let played = LatestData()
    let repl = await Repl(
      on: coordinator,
      output: played, interruption: Interruption(), options: Repl.Options(form: .json, keepsGoing: true),
      files: NoFiles(),
      outside: Outside(
        desktop: NoDesktop(), fetch: { _ throws(CatalogError) in throw .cancelled }, budgets: { [] }),
      openScript: { path throws(CommandError) in throw .file(path: path, .notFound) })
    _ = await repl.run(ArraySource(line, source: "model"))
    return played.bytes
  }

  /// Checks a line of JSON against the model.
  private static func hold(
    _ object: [String: Any], to expected: SessionModel.Expected, of model: SessionModel, _ told: String
  ) throws(Finding) {
    switch expected {
    case .error(let code):
      let error = object["error"] as? [String: Any]
      try claim(error?["code"] as? String == code, "no error \(code) \(told)")
    case .starred(let entries):
      let starred = object["starred"] as? [[String: Any]] ?? []
      try claim(starred.map { $0["id"] as? String } == entries.map(\.thing.id), "not \(entries) \(told)")
      try claim(starred.map { $0["number"] as? Int ?? 0 } == entries.map(\.number), "not \(entries) \(told)")
      try claim(
        starred.map { $0["starred"] as? Bool } == entries.map { model.favorites.contains($0.thing) }, "stars \(told)")
    case .screen:
      let screen = object["screen"] as? [String: Any]
      let sections = screen?["sections"] as? [[String: Any]] ?? []
      let items = sections.flatMap { $0["items"] as? [[String: Any]] ?? [] }
      let visible = model.screen.visible
      try claim(items.map { $0["number"] as? Int } == visible.map(\.number), "numbers are not \(visible) \(told)")
      try claim(items.map { $0["id"] as? String } == visible.map(\.thing.id), "items are not \(visible) \(told)")
      try claim(
        items.map { $0["starred"] as? Bool } == visible.map { model.favorites.contains($0.thing) }, "stars \(told)")
      try claim(screen?["trail"] as? [String] == model.trail, "trail \(told)")
    }
  }

  /// Checks the text for people: each row has its number, star and title.
  private static func hold(
    _ screen: Screen, _ favorites: Favorites, to model: SessionModel, _ told: String
  ) throws(Finding) {
    let text = TextRenderer().render(.screen(screen), favorites: favorites).text
    let rows = text.split(separator: "\n").compactMap { $0.firstMatch(of: #/^ +([0-9]+) ([☆★]) (\S+)/#) }
    let read = rows.map { "\($0.1) \($0.2) \($0.3)" }
    let visible = model.screen.visible.map {
      "\($0.number) \(model.favorites.contains($0.thing) ? "★" : "☆") \($0.thing.title)"
    }
    try claim(read == visible, "read \(read), not \(visible) \(told)")
  }
}

extension SessionModel {
  /// The expected result of a command.
  enum Expected {
    case screen
    case starred([Entry])
    case error(String)
  }

  /// Takes a step, valid or not, and returns its line and the expected result.
  mutating func step(_ dice: inout Dice) -> (line: String, Expected) {
    switch dice.number(0...15) {
    case 0, 1:
      let term = dice.pick(["a", "b", "vivaldi"])
      push(Screen(title: term, term: term, asks: (["song", "tv"], 5)))
      return ("search \(term)", .screen)
    case 2: return openCategory(dice.pick(["song", "tv", "album"]))
    case 3: return openItem(&dice)
    case 4, 5: return back(dice.number(1...3))
    case 6: return forward(dice.number(1...3))
    case 7:
      place = 0
      return ("home", .screen)
    case 8:
      showFavorites()
      return ("favs", .screen)
    case 9, 10: return arrange(&dice)
    case 11: return reload()
    case 12: return undo()
    default: return star(&dice)
    }
  }

  private mutating func openCategory(_ category: String) -> (String, Expected) {
    let line = "open \(category)"
    // On an item's screen such a word means a relation, and the model has none.
    if screen.subject != nil { return (line, .error("usage")) }
    guard let term = screen.term else { return (line, .error("nothing-here")) }
    push(Screen(title: category.uppercased(), term: term, asks: ([category], nil)))
    return (line, .screen)
  }

  private mutating func openItem(_ dice: inout Dice) -> (String, Expected) {
    guard let entry = screen.all.randomElement(using: &dice), !dice.chance(1, in: 10) else {
      return ("open 99", .error("no-such-item"))
    }
    push(Screen(title: entry.thing.title, term: screen.term, subject: entry.thing))
    return (dice.pick(["\(entry.number)", "open \(entry.number)"]), .screen)
  }

  private mutating func back(_ count: Int) -> (String, Expected) {
    guard count <= place else { return ("back \(count)", .error("at-root")) }
    place -= count
    return ("back \(count)", .screen)
  }

  private mutating func forward(_ count: Int) -> (String, Expected) {
    guard place + count < screens.count else { return ("forward \(count)", .error("nothing-here")) }
    place += count
    return ("forward \(count)", .screen)
  }

  private mutating func showFavorites() {
    var favs = Screen(title: "Favourites")
    favs.receive(
      ["song", "tv", "album"].map { category in favorites.filter { $0.category == category } }.filter { !$0.isEmpty })
    push(favs)
  }

  private mutating func arrange(_ dice: inout Dice) -> (String, Expected) {
    let isFilter = dice.chance(1, in: 2)
    let text = dice.pick(["", "a", "alpha", "o", "nothing of the kind"])
    let isDescending = dice.pick([nil, false, true])
    let line = isFilter ? "filter \(text)" : "sort" + (isDescending.map { $0 ? " title desc" : " title" } ?? "")
    let isList = screen.subject == nil ? screen.asks != nil || !screen.sections.isEmpty : !screen.all.isEmpty
    guard isList else {
      return (line, .error("nothing-here"))
    }
    if isFilter { screen.filter = text } else { screen.sort = .some(isDescending) }
    return (line, .screen)
  }

  private mutating func reload() -> (String, Expected) {
    guard screen.asks != nil || screen.subject != nil else { return ("reload", .error("nothing-here")) }
    generation += 1
    fetch()
    return ("reload", .screen)
  }

  private mutating func undo() -> (String, Expected) {
    guard let last = before.popLast() else { return ("undo", .error("nothing-here")) }
    let (gone, back) = (favorites.filter { !last.contains($0) }, last.filter { !favorites.contains($0) })
    favorites = last
    return ("undo", .starred((back + gone).map { Entry(number: 0, thing: $0) }))
  }

  private mutating func star(_ dice: inout Dice) -> (String, Expected) {
    let (word, adds) = dice.pick([("star", false), ("star", false), ("star", true), ("unstar", false)])
    if let subject = screen.subject {
      let isIn = favorites.contains(subject)
      let others = favorites.filter { $0 != subject }
      change(word == "unstar" || isIn && !adds ? others : isIn ? favorites : favorites + [subject])
      return ("\(word)\(adds ? " --add" : "")", .starred([Entry(number: 0, thing: subject)]))
    }
    let numbers = screen.all.map(\.number) + [77]
    let parts = dice.several(1...3) { dice -> ModelSelection in
      func end() -> Int? { dice.chance(1, in: 3) ? nil : dice.pick(numbers) }
      return dice.chance(1, in: 2) ? .one(dice.pick(numbers)) : .range([end(), end()])
    }
    let isAll = parts.contains { $0.description == "all" }
    let picks = isAll ? [.range([nil, nil])] : parts
    let line = "\(word) \(picks.map(\.description).joined(separator: ","))\(adds ? " --add" : "")"
    guard let picked = picked(picks) else { return (line, .error("no-such-item")) }
    if word == "unstar" {
      change(favorites.filter { favorite in !picked.contains { $0.thing == favorite } })
    } else if picks.count == 1, case .one = picks[0], !adds, favorites.contains(picked[0].thing) {
      change(favorites.filter { $0 != picked[0].thing })
    } else {
      change(picked.reduce(into: favorites) { if !$0.contains($1.thing) { $0.append($1.thing) } })
    }
    return (line, .starred(picked))
  }
}

extension SessionModel.Thing {
  fileprivate var id: String { "model:\(category):\(key)" }
}
