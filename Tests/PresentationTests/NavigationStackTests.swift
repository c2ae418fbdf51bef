@testable import Presentation
import Testing

struct NavigationStackTests {
  private func screen(_ title: String) -> Screen { Screen(kind: .home, catalog: "itunes", title: title) }

  private func stack(_ titles: String...) -> NavigationStack {
    var stack = NavigationStack(root: screen("root"))
    for title in titles { stack.push(screen(title)) }
    return stack
  }

  @Test func `a pushed screen is on top`() {
    let stack = stack("a", "b")
    #expect(stack.trail == ["root", "a", "b"])
    #expect(stack.screen.title == "b")
    #expect(stack.depth == 2)
    #expect(stack.ahead.isEmpty)
  }

  @Test func `back and forward take the same path, one screen or several at a time`() {
    var stack = stack("a", "b", "c")
    let before = stack
    stack.goBack(2)
    #expect(stack.trail == ["root", "a"])
    #expect(stack.ahead.map(\.screen.title) == ["c", "b"], "the next one forward is last")
    stack.goForward(1)
    #expect(stack.trail == ["root", "a", "b"])
    stack.goBack(2)
    stack.goForward(3)
    #expect(stack == before)
    stack.goBack(3)
    #expect(stack.trail == ["root"])
  }

  @Test func `a push drops the screens ahead`() {
    var stack = stack("a", "b")
    stack.goBack(1)
    stack.push(screen("c"))
    #expect(stack.trail == ["root", "a", "c"])
    #expect(stack.ahead.isEmpty)
  }

  @Test func `every screen has an identity that is never reused`() {
    var stack = stack("a", "a")
    var ids = Set(stack.entries.map(\.id))
    #expect(ids.count == 3)
    stack.goBack(2)
    stack.push(screen("a"))
    #expect(ids.insert(stack.top.id).inserted)
  }

  @Test func `a change finds its screen wherever it is`() {
    var stack = stack("a", "b")
    let (a, b) = (stack.entries[1].id, stack.entries[2].id)
    stack.update(a) { $0.pageStart = PagePosition(items: 1) }
    stack.goBack(1)
    stack.update(b) { $0.pageStart = PagePosition(items: 2) }
    #expect(stack.screen.pageStart.items == 1)
    #expect(stack.ahead[0].screen.pageStart.items == 2)
    stack.push(screen("c"))
    let before = stack
    stack.update(b) { $0.pageStart = PagePosition(items: 3) }
    #expect(stack == before, "it is gone, and so is its answer")
  }

  @Test func `the oldest screens are forgotten, but never the first`() {
    var stack = stack()
    for number in 1...1000 { stack.push(screen("\(number)")) }
    #expect(stack.entries.count == NavigationStack.capacity)
    #expect(stack.trail.first == "root")
    #expect(stack.trail.last == "1000")
    stack.goBack(stack.depth)
    #expect(stack.screen.title == "root")
    stack.goForward(stack.ahead.count)
    #expect(stack.screen.title == "1000")
  }
}
