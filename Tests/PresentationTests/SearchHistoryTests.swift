import Domain
@testable import Presentation
import TestSupport
import Testing

struct SearchHistoryTests {
  private func history(_ lines: [String], then terms: [String] = []) -> SearchHistory {
    var history = SearchHistory(lines: lines)
    for term in terms { history.add(term) }
    return history
  }

  @Test(arguments: TextTable.rows("searches are found in earlier lines, newest first") { ($0[0], $0.rest(1)) })
  func `searches are found in earlier lines, newest first`(terms: String, lines: [String]) {
    #expect(history(lines).newestFirst(in: [.stub]).joined(separator: ", ") == terms)
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
