/// One country's view of the sample store: what is sold there, with its ids and prices.
struct SampleMarket: Sendable {
  let store: SampleStore
  let front: SampleStorefront

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
