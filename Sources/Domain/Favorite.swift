import Synchronization

/// An item that was starred, and the lists that it is in.
///
/// A class, because there may be many thousands: of one on file only the id and the lists are read at first, and its line
/// is decoded when somebody looks at the item.
package final class Favorite: Sendable, Equatable {
  package let id: ItemID
  /// The names of its lists, in the order in which it came to them.
  package let lists: [String]
  /// The line that a file has for it; nil for one that comes from a screen.
  package let line: Line?
  private let content: Mutex<SharedItem?>

  /// What a file says of a favourite.
  package struct Line: Sendable {
    /// Without the line break.
    package let bytes: ArraySlice<UInt8>
    /// The lists that it names.
    package let lists: [String]
    private let decode: @Sendable (ArraySlice<UInt8>) -> Item

    package init(
      _ bytes: ArraySlice<UInt8>, lists: [String] = [], decode: @escaping @Sendable (ArraySlice<UInt8>) -> Item
    ) {
      (self.bytes, self.lists, self.decode) = (bytes, lists, decode)
    }

    fileprivate var item: Item { decode(bytes) }
  }

  package init(_ item: SharedItem, lists: [String] = []) {
    (id, self.lists, line) = (item.item.id, lists, nil)
    content = Mutex(item)
  }

  /// - Parameter id: that of the item in the line.
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
      // One from a screen has its content from the start.
      let shared = SharedItem(line?.item ?? Item(id: id, title: id.key))
      content = shared
      return shared
    }
  }

  package var item: Item { shared.item }

  /// The same favourite in other lists.
  package func with(lists: [String]) -> Favorite { Favorite(self, lists: lists) }

  /// Whether it is in the list of that name, however that is capitalised.
  package func isIn(_ list: String) -> Bool { lists.contains { Self.isSame($0, list) } }

  /// Whether two names are those of one list.
  package static func isSame(_ a: String, _ b: String) -> Bool { a == b || a.lowercased() == b.lowercased() }

  package static func == (a: Favorite, b: Favorite) -> Bool {
    a === b || a.id == b.id && a.lists == b.lists && a.shared == b.shared
  }
}

/// A list of favourites.
package struct FavoritesList: Sendable, Equatable {
  package let name: String
  /// How many favourites are in it.
  package var count: Int

  package init(name: String, count: Int) {
    self.name = name
    self.count = count
  }
}
