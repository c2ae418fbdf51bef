import Domain
import TestSupport
import Testing

struct ConcurrencyTests {
  @Test func `answers are in the order of the questions, whatever order they arrive in`() async {
    let gates = (0..<5).map { _ in Gate() }
    var heard: [Int] = []
    let answers = await concurrentMap([4, 3, 2, 1, 0]) {
      // The last question is answered first, and each answer that was heard releases the one before it.
      heard.append($0)
      if $0 < 4 { gates[$0 + 1].open() }
    } ask: { number in
      if number > 0 { await gates[number].wait() }
      return number
    }
    #expect(answers == [4, 3, 2, 1, 0])
    #expect(heard == [0, 1, 2, 3, 4])
  }

  @Test func `without questions there are no answers`() async {
    #expect(await concurrentMap([String]()) { $0 }.isEmpty)
  }

  @Test func `a failure is an outcome`() async {
    let answers = await concurrentMap(["good", "bad"]) { word in
      await result { () throws(CatalogError) in
        if word == "bad" { throw .offline(host: word) }
        return word
      }
    }
    #expect(answers == [.success("good"), .failure(.offline(host: "bad"))])
  }
}
