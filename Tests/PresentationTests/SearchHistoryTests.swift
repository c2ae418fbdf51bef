import Domain
@testable import Presentation
import Testing

struct SearchHistoryTests {
  private func history(_ lines: [String], then terms: [String] = []) -> SearchHistory {
    var history = SearchHistory(lines: lines)
    for term in terms { history.add(term) }
    return history
  }

  @Test(arguments: [
    (["search jack"], ["jack"]),
    (["/jack"], ["jack"]),
    (["sear jack"], ["jack"]),
    (["SEARCH don't stop"], ["don't stop"]),
    (["search --in song jack --limit 3"], ["jack"]),
    (["search \"a;b\""], ["a;b"]),
    (["open 3; search jack; /jill"], ["jill", "jack"]),
    (["search jack", "search jill", "search Jack"], ["Jack", "jill"]),
    (["se jack", "set live on", "star 3", "searching", "# search jack", "search", "history jack"], []),
    (["search --nonsense 3 jack", "search \"jack"], []),
  ])
  func `searches are found in earlier lines, newest first`(lines: [String], terms: [String]) {
    #expect(history(lines).newestFirst(in: [.stub]) == terms)
  }

  @Test func `an earlier line may be a search of another catalog`() {
    let ghibli = Catalog(name: "ghibli", title: "Ghibli", categories: [Category(name: "film", title: "Film")])
    #expect(history(["search totoro --in film"]).newestFirst(in: [.stub, ghibli]) == ["totoro"])
    #expect(history(["search totoro --in film"]).newestFirst(in: [.stub]) == [])
  }

  @Test func `this session's searches come before earlier ones`() {
    #expect(history(["/jack", "/jill"], then: ["john", "jack"]).newestFirst(in: [.stub]) == ["jack", "john", "jill"])
  }

  @Test func `text is found anywhere, in any case`() {
    let history = history(["/underscore", "/vivaldi", "/Scorpions", "/the score"])
    #expect(history.newestFirst(containing: "SCOR", in: [.stub]) == ["the score", "Scorpions", "underscore"])
  }
}
