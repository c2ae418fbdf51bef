import Domain

/// Covers on item screens. A screen is complete without its cover, so a cover never fails a command.
extension Repl {
  /// A cover takes at most a third of the window's rows, and never more than `mostRows`.
  private static let share = 3
  private static let mostRows = 12
  private static let mostCovers = 20

  /// Shows the cover of the screen's item, if covers are on and this one can be fetched and shown.
  /// - Parameter mayAsk: whether it may be fetched; otherwise only a cover from before is shown.
  /// - Returns: the rows that it takes.
  func drawCover(on screen: Screen, mayAsk: Bool) async -> Int {
    guard coordinator.settings.showsCovers, output.audience == nil, screen.pageStart == .top,
      let item = screen.subject?.item
    else { return 0 }
    output.flush()
    let client = coordinator.client(of: item)
    guard case .shows(let formats) = outside.desktop.pictures,
      let link = Self.cover(of: item, from: client, size: ItemAction.shownCover, in: formats)
    else { return 0 }
    var cover = covers.first { $0.link == link }?.picture
    if cover == nil, mayAsk {
      cover = try? await output.asking(client.catalog.title) {
        try await coordinator.run { [outside] in
          let bytes = await withTimeout(outside.coverPatience) { try? await outside.fetch(link) } ?? nil
          return bytes.flatMap { Picture($0) }
        }
      }
      if let cover { covers = covers.suffix(Self.mostCovers - 1) + [(link, cover)] }
    }
    guard let picture = cover, formats.contains(picture.format) else { return 0 }
    let most = max(1, min(Self.mostRows, (output.size?.rows ?? 24) / Self.share))
    // Another program may draw it.
    let drawn: Void? = try? await coordinator.run { [outside] in
      await withTimeout(outside.coverPatience) {
        try? await outside.desktop.show(picture, rows: most, caption: nil)
      } ?? nil
    }
    return drawn == nil ? 0 : most + 1
  }
}
