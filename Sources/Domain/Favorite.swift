import Synchronization

/// A starred item and its lists.
///
/// A class, because there may be many thousands. Of a favourite on file, only the id and the lists are read at first;
/// its line is decoded when its item is needed.
package final class Favorite: Sendable {
  package let id: ItemID
  /// The names of its lists, in the order in which it was added.
  package let lists: [String]
  /// Its line in a file; nil for a favourite from a screen.
  package let line: Line?
  private let content: Mutex<SharedItem?>

  /// A favourite's line in a file.
  package struct Line: Sendable {
    /// Without the line break.
    package let bytes: ArraySlice<UInt8>
    package let lists: [String]
    private let decode: @Sendable (ArraySlice<UInt8>) -> Item?

    package init(
      _ bytes: ArraySlice<UInt8>, lists: [String] = [], decode: @escaping @Sendable (ArraySlice<UInt8>) -> Item?
    ) { (self.bytes, self.lists, self.decode) = (bytes, lists, decode) }

    fileprivate var item: Item? { decode(bytes) }
  }

  /// A favourite from a screen, without what belongs to the screen's list, such as its rank.
  package init(_ item: SharedItem, lists: [String] = []) {
    (id, self.lists, line) = (item.item.id, lists, nil)
    content = Mutex(item.item.isListed ? SharedItem(item.item.withoutListFields) : item)
  }

  /// - Parameter id: the id of the item in the line.
  package init(_ id: ItemID, line: Line) {
    (self.id, lists, self.line) = (id, line.lists, line)
    content = Mutex(nil)
  }

  private init(_ other: Favorite, lists: [String]) {
    (id, self.lists, line) = (other.id, lists, other.line)
    content = Mutex(other.content.withLock(\.self))
  }

  package var shared: SharedItem {
    content.withLock { content in
      if let content { return content }
      // A favourite from a screen has its content from the start; a damaged line has only its id.
      let shared = SharedItem(line?.item ?? Item(id: id, title: id.key))
      content = shared
      return shared
    }
  }

  package var item: Item { shared.item }

  /// The same favourite in other lists.
  package func with(lists: [String]) -> Favorite { Favorite(self, lists: lists) }

  /// Whether it is in the list of that name, in upper or lower case.
  package func isIn(_ list: String) -> Bool { lists.contains { Self.isSame($0, list) } }

  /// Whether two names mean the same list.
  package static func isSame(_ a: String, _ b: String) -> Bool { a == b || a.lowercased() == b.lowercased() }
}
