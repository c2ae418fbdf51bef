/// Where a page begins: after this many items of the list and this many further lines. It stays valid when the window's
/// width changes or more items arrive.
package struct PagePosition: Sendable, Equatable {
  package var items: Int
  package var lines = 0

  package static let top = PagePosition(items: 0, lines: 0)
}
