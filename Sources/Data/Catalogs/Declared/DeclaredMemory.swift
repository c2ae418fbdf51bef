import Domain
import Synchronization

/// What a session remembers of a declared catalog: requested maps, rows that no other request returns, and the progress
/// of lists.
final class DeclaredMemory: Sendable {
  struct State: Sendable {
    /// By the filters they were requested with.
    var maps: [String: [Int: [String: String]]] = [:]
    /// The rows that items were read from, by the filters they were requested with: each storefront has its own.
    var rows = Bounded<ItemID, [(filters: String, row: RowContext)]>(most: 5_000)
    var progress = Bounded<String, PageProgress>(most: 500)
    /// The lists read that cover a whole category.
    var lists: Set<String> = []
    /// The places of records that some answer had.
    var records: Set<Pointer> = []
    /// The lookups that returned a different id from the one requested, by the id returned.
    var lookups = Bounded<ItemID, DeclaredQuestion>(most: 500)
    /// The ids of an answer, by its request.
    var ids = Bounded<String, DeclaredClient.Page>(most: 50)
  }

  /// Keeps at least the latest `most` values, and at most twice as many.
  struct Bounded<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate let most: Int
    private var values: [Key: Value] = [:]
    private var earlier: [Key: Value] = [:]

    fileprivate init(most: Int) { self.most = most }

    subscript(key: Key) -> Value? {
      get { values[key] ?? earlier[key] }
      set {
        if values.count >= most { (values, earlier) = ([:], values) }
        values[key] = newValue
      }
    }
  }

  private let state = Mutex(State())

  /// The row that `item` was read from with these filters, or else with the latest others.
  func row(of item: Item, filters: String) -> RowContext? {
    let known = state.withLock { $0.rows[item.id] } ?? []
    return (known.first { $0.filters == filters } ?? known.last)?.row
  }

  func keep(_ row: RowContext, of item: Item, filters: String) {
    state.withLock { state in
      let others = (state.rows[item.id] ?? []).filter { $0.filters != filters }.suffix(3)
      state.rows[item.id] = others + [(filters, row)]
    }
  }

  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
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
  /// Whether the page before it said that there is more.
  var saysMore = false
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
  /// A page of the list of a link: how many rows came before the list, and how many the lists before lack.
  case link(Int, PageCursor, before: Int, lost: Int)
  /// How many rows, pages or links came before.
  case count(Int)
  case address(String)
  /// liner may not request the address in the answer; `more` fails with this error.
  case refused(CatalogError)

  var count: Int { if case .count(let count) = self { count } else { 0 } }
}
