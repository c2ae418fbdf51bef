/// The parameters of the iTunes Search API that liner sends.
struct SampleITunesParameters {
  /// Nil for an entity that the sample does not have.
  let kind: SampleRecord.Kind?
  let field: SampleRecord.Field
  /// 1...200. Larger numbers count as 200 and text counts as 50, as in the service.
  let limit: Int
  let leavesOutExplicit: Bool

  init(_ query: [String: String]) {
    let kind = query["entity"].flatMap(SampleRecord.Kind.init)
    self.kind = kind
    field = query["attribute"].map { Self.field(of: $0, kind: kind) } ?? .everything
    limit = min(max(query["limit"].flatMap { Int($0) } ?? 50, 1), 200)
    leavesOutExplicit = query["explicit"]?.lowercased() == "no"
  }

  private static func field(of attribute: String, kind: SampleRecord.Kind?) -> SampleRecord.Field {
    switch attribute {
    case "songTerm", "titleTerm", "movieTerm", "featureFilmTerm", "shortFilmTerm", "tvEpisodeTerm", "mixTerm": .title
    case "albumTerm": kind == .album ? .title : .collection
    case "tvSeasonTerm": kind == .tvSeason ? .title : .collection
    case "artistTerm", "composerTerm", "authorTerm", "directorTerm", "producerTerm", "actorTerm", "movieArtistTerm",
      "showTerm", "softwareDeveloper":
      kind == .musicArtist ? .title : .creator
    case "descriptionTerm", "keywordsTerm": .description
    case "genreIndex": .genre
    case "releaseYearTerm": .year
    default: .none
    }
  }
}
