import Domain
import Synchronization
import Wire

/// What a session remembers of a declared catalog: requested maps, rows that no other request returns, and the progress
/// of lists.
final class DeclaredMemory: Sendable {
  private struct State {
    /// By the filters they were requested with.
    var maps: [String: [Int: [String: String]]] = [:]
    var rows = Bounded<ItemID, RowContext>(most: 5_000)
    var progress = Bounded<String, PageProgress>(most: 500)
    var lists: Set<String> = []
    var ids = Bounded<String, IDsPage>(most: 50)
  }

  /// Forgets all values before there would be more than `most`.
  private struct Bounded<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let most: Int
    private var values: [Key: Value] = [:]

    init(most: Int) { self.most = most }

    subscript(key: Key) -> Value? {
      get { values[key] }
      set {
        if values.count >= most { values = [:] }
        values[key] = newValue
      }
    }
  }

  private let state = Mutex(State())

  /// - Parameter filters: those of the requests.
  func maps(for filters: String) -> [Int: [String: String]] { state.withLock { $0.maps[filters] ?? [:] } }
  func keep(_ map: [String: String]?, at index: Int, for filters: String) {
    state.withLock { $0.maps[filters, default: [:]][index] = map }
  }

  func row(of id: ItemID) -> RowContext? { state.withLock { $0.rows[id] } }
  func keep(_ row: RowContext, of id: ItemID) { state.withLock { $0.rows[id] = row } }

  func progress(of list: String) -> PageProgress? { state.withLock { $0.progress[list] } }
  func keep(_ progress: PageProgress, of list: String) { state.withLock { $0.progress[list] = progress } }

  /// The ids of an answer, by its request.
  func ids(of request: String) -> IDsPage? { state.withLock { $0.ids[request] } }
  func keep(_ ids: IDsPage, of request: String) { state.withLock { $0.ids[request] = ids } }

  /// Whether this session has read a list that covers a whole category.
  func hasRead(_ list: String) -> Bool { state.withLock { $0.lists.contains(list) } }
  func noteRead(_ list: String) { _ = state.withLock { $0.lists.insert(list) } }
}

/// How far a list was read: the page of the latest rows, and what came before it.
struct PageProgress: Sendable {
  var cursor: PageCursor = .first
  /// Rows received before the page, including skipped ones.
  var received = 0
  /// Items and skipped rows returned before the page.
  var consumed = 0
  /// The same, plus rows that do not match, minus repeated ones.
  var came = 0
  /// How many consecutive pages before it had no usable row.
  var barren = 0
  /// The service's latest total.
  var total: Int?
  /// Ids on the pages before it.
  var seen: Set<ItemID> = []
  /// Where the latest items and skipped rows start and end, counted from the start of the list.
  var start = 0
  var end = 0
}

indirect enum PageCursor: Sendable, Equatable {
  case first
  /// A text or number of the latest answer, sent unchanged.
  case mark(JSONValue)
  /// After that many of the ids of a page.
  case ids(PageCursor, skip: Int)
  /// How many rows, pages or links came before.
  case count(Int)
  case address(String)
  /// liner may not request the address in the answer; `more` fails with this error.
  case refused(CatalogError)

  var count: Int { if case .count(let count) = self { count } else { 0 } }
}

/// An answer with ids instead of rows.
struct IDsPage: Sendable {
  var ids: [String]
  var next: PageCursor?
  var total: Int?
  var saysMore = false
}
