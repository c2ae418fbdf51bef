package import Domain

/// Favourites in a file of JSON lines, and marks in another beside it. Several sessions may share them.
package final class FavoritesFile: FavoritesStore {
  private let favorites: LinesFile<Favorite>
  private let marks: LinesFile<Mark>

  package init(path: String, files: any Files) {
    let paths = Favorites.paths(path)
    favorites = LinesFile(
      path: paths[0], files: files,
      format: .init(
        // An earlier liner would drop the lists at its first change, so it must refuse such a file.
        name: "favorites", noun: "favourites", latest: 2, version: { $0.contains { !$0.lists.isEmpty } ? 2 : 1 },
        read: FavoriteLine.favorite, write: FavoriteLine.bytes))
    marks = LinesFile(
      path: paths[1], files: files,
      format: .init(name: "marks", noun: "marks", read: Mark.init, write: \.bytes))
  }

  package func load(known: Favorites) async throws(FileError) -> Favorites {
    var kept = known
    let lines = try await favorites.latest()
    let marked = try await marks.latest()
    if lines != nil || marked != nil {
      kept.adopt(lines ?? known.entries, marks: marked.map { Set($0.map(\.id)) } ?? known.marks)
    }
    return kept
  }

  package func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites? {
    var kept = known
    var isKnown = true
    if change.touchesFavorites {
      let result = try await favorites.change { lines throws(FileError) in
        // If a file was deleted or emptied meanwhile, the known favourites stay.
        guard let lines else { return known.entries }
        return change.applied(to: lines)
      }
      isKnown = result.isAsSeen
      kept.adopt(result.lines, marks: known.marks)
    }
    if change.touchesMarks {
      let result = try await marks.change { lines throws(FileError) in
        guard let lines else { return known.marks.map(Mark.init).sorted { $0.id.description < $1.id.description } }
        let present = Set(lines.map(\.id))
        var wanted = present
        change.apply(to: &wanted)
        return lines.filter { wanted.contains($0.id) }
          + change.marked.map(\.item.id).filter { !present.contains($0) }.map(Mark.init)
      }
      isKnown = isKnown && result.isAsSeen
      kept.adopt(kept.entries, marks: Set(result.lines.map(\.id)))
    }
    return isKnown ? nil : kept
  }
}

private struct Mark: Sendable {
  let id: ItemID
  let bytes: ArraySlice<UInt8>

  init(_ id: ItemID) {
    self.id = id
    bytes = FavoriteLine.bytes(ofID: id)[...]
  }

  init(_ line: ArraySlice<UInt8>) throws(MalformedLine) {
    bytes = line
    id = try FavoriteLine.id(in: line)
  }
}
