/// One country's view of the sample store: what is sold there, with its ids and prices.
struct SampleMarket: Sendable {
  let store: SampleStore
  let front: SampleStorefront

  func id(_ id: Int) -> SampleJSON { .int(front.id(of: id)) }
  func id(_ id: Int?) -> SampleJSON { id.map { self.id($0) } ?? .absent }

  func price(_ dollars: String?) -> SampleJSON { .digits(dollars.map(front.currency.price)) }

  func page(_ kind: String, _ id: Int?) -> SampleJSON { .text(address(kind, id).map { $0 + "?uo=4" }) }

  /// The page of the whole that `part` belongs to, opened at that part.
  func page(_ kind: String, _ whole: Int?, at part: Int) -> SampleJSON {
    .text(address(kind, whole).map { "\($0)?i=\(front.id(of: part))&uo=4" })
  }

  /// The address that an item's page would have.
  func address(_ kind: String, _ id: Int?) -> String? {
    id.map { "\(SampleRecord.site)/\(front.code)/\(kind)/\(front.id(of: $0))" }
  }

  /// The item with the id `id` here. Podcast episodes cannot be looked up by id, as in the real store.
  func record(called id: Int) -> SampleRecord? {
    record(front.origin(of: id)).flatMap { $0.kind == .podcastEpisode ? nil : $0 }
  }

  /// The item with `id` in the tables, if it is sold here.
  func record(_ id: Int?) -> SampleRecord? { store.record(id).flatMap { front.has($0) ? $0 : nil } }

  /// The works of `kind` that belong to `record`, in the service's order: tracks by disc and number, podcast
  /// episodes newest first, the rest as in the tables.
  func works(of record: SampleRecord, kind: SampleRecord.Kind) -> [SampleRecord] {
    // A request for an album's songs gets its videos too.
    let isTracks = record.kind == .album && kind == .song
    let works = store.works(of: record.id).filter {
      ($0.kind == kind || isTracks && $0.kind == .musicVideo) && front.has($0)
    }
    switch record.kind {
    case .album: return works.sorted { ($0.disc, $0.number) < ($1.disc, $1.number) }
    case .podcast: return newestFirst(works)
    default: return works
    }
  }

  func newestFirst(_ records: [SampleRecord]) -> [SampleRecord] {
    records.sorted { ($0.released(in: store) ?? "") > ($1.released(in: store) ?? "") }
  }
}
