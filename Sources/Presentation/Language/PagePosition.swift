/// Where a page of a text begins: behind so many items of its list and so many lines more. It holds where the window has
/// another width, and where further items have come.
package struct PagePosition: Sendable, Equatable {
  package var items: Int
  package var lines = 0

  package static let top = PagePosition(items: 0, lines: 0)
}
