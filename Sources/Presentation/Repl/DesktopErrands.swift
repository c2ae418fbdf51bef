package import Domain

/// What errands reach beyond the session: the desktop, the network for a picture, the budgets.
package struct DesktopErrands: Sendable {
  let desktop: any Desktop
  let fetch: @Sendable (WebLink) async throws(CatalogError) -> [UInt8]
  let covers = CoverShelf()
  /// How long a screen waits for its cover.
  let coverPatience: Duration
  /// How much may be asked of each host right now.
  package let budgets: @Sendable () async -> [RequestBudget]

  /// - Parameter fetch: gets what is at an address, by way of all the layers that catalogs are asked through.
  package init(
    desktop: any Desktop, coverPatience: Duration = .seconds(5),
    fetch: @escaping @Sendable (WebLink) async throws(CatalogError) -> [UInt8],
    budgets: @escaping @Sendable () async -> [RequestBudget]
  ) {
    self.desktop = desktop
    self.coverPatience = coverPatience
    self.fetch = fetch
    self.budgets = budgets
  }

  /// Carries one out.
  /// - Parameters:
  ///   - mayShow: whether pictures may be drawn among the results.
  ///   - files: where a cover is saved.
  ///   - showProgress: told the title of a catalog that is asked; what it returns is called when that is over.
  func run(
    _ errand: DesktopErrand, mayShow: Bool, files: any Files, showProgress: (String) -> () async -> Void,
    on coordinator: isolated Coordinator
  ) async throws(CommandError) -> DesktopErrand.Outcome {
    coordinator.forgetRequests()
    let item = try coordinator.item(numbered: errand.number)
    let client = coordinator.client(of: item)
    switch errand.way {
    case .link: return .link(try page(of: item))
    case .browse:
      let page = try page(of: item)
      try await coordinator.run { () async throws(CommandError) in try await desktop.browse(page) }
      return .opened(page)
    case .copy:
      let page = try page(of: item)
      try desktop.copy(page.text)
      return .copied(page)
    case .play:
      let preview = try preview(of: item, in: client.catalog)
      let playback = try await coordinator.run { () async throws(CommandError) in
        try await desktop.play(preview, title: item.title)
      }
      return .played(preview, playback)
    case .artwork(let size, let file, let replaces):
      let display = mayShow ? desktop.pictures : .cannot(.noTerminal)
      let cover = try cover(for: item, from: client, size: size, file: file, display)
      if case .print(let obstacle) = cover.end { return .cover(cover.link, obstacle) }
      let finish = showProgress(client.catalog.title)
      let fetched = await fetched(cover.link, on: coordinator)
      await finish()
      let picture = try fetched.get()
      if let file {
        try await coordinator.wait { () async throws(FileError) in
          try await files.write(picture.bytes, to: file, replaces: replaces)
        }
        return .saved(cover.link, file: file, bytes: picture.bytes.count)
      }
      if case .shows(let formats) = display, !formats.contains(picture.format) {
        return .cover(cover.link, .format(picture.format))
      }
      try await coordinator.run { () async throws(CommandError) in try await desktop.show(picture) }
      return .shown(cover.link)
    }
  }

  /// Hands the items of a screen, an object a line, to a command of the shell.
  func pipe(
    _ screen: Screen, into command: String, isShown: Bool, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Piped {
    let input = JSONRenderer.lines(of: screen, favorites: coordinator.favorites)
    let output = try await coordinator.run { () async throws(CommandError) in
      try await desktop.run(command, reading: input, isShown: isShown)
    }
    return Piped(command: command, output: isShown ? nil : output)
  }

  private func page(of item: Item) throws(CommandError) -> WebLink {
    guard let page = item.link else { throw .nothingHere(.link("page of this item on the web")) }
    return page
  }

  private func preview(of item: Item, in catalog: Catalog) throws(CommandError) -> WebLink {
    if let preview = item.preview { return preview }
    guard catalog.features.contains(.previews) else {
      throw .nothingHere(.feature("previews", catalog: catalog.title))
    }
    throw .nothingHere(.link("preview of this item"))
  }

  // MARK: Covers

  /// A cover to get, and what for.
  private struct Cover {
    var link: WebLink
    var end: End

    enum End {
      case save, show
      case print(PictureDisplay.Obstacle)
    }
  }

  private func cover(
    for item: Item, from client: any CatalogClient, size: Int?, file: String?, _ display: PictureDisplay
  ) throws(CommandError) -> Cover {
    if size != nil, !client.catalog.features.contains(.sizedArtwork) {
      throw .nothingHere(.feature("covers in other sizes", catalog: client.catalog.title))
    }
    guard let largest = client.artwork(of: item, size: size ?? Artwork.largestSize) else {
      throw .nothingHere(.link("cover of this item"))
    }
    if file != nil { return Cover(link: largest, end: .save) }
    switch display {
    case .cannot(let obstacle): return Cover(link: largest, end: .print(obstacle))
    case .shows(let formats):
      let size = size ?? Artwork.shownSize
      let link = (formats == [.png] ? client.pngArtwork(of: item, size: size) : nil)
      return Cover(link: link ?? client.artwork(of: item, size: size) ?? largest, end: .show)
    }
  }

  private func fetched(
    _ link: WebLink, on coordinator: isolated Coordinator
  ) async -> Result<Picture, CommandError> {
    do throws(CommandError) {
      return .success(
        try await coordinator.run { () async throws(CommandError) in
          try Self.picture(of: await fetchedBytes(at: link), from: link)
        })
    } catch {
      return .failure(error)
    }
  }

  private func fetchedBytes(at link: WebLink) async throws(CommandError) -> [UInt8] {
    do throws(CatalogError) {
      return try await fetch(link)
    } catch {
      throw .catalog(error)
    }
  }

  private static func picture(of bytes: [UInt8], from link: WebLink) throws(CommandError) -> Picture {
    guard let picture = Picture(bytes) else { throw .catalog(.unreadable(host: link.host, what: "not a picture")) }
    return picture
  }
}

extension WebLink {
  /// The host, with its port where there is one.
  fileprivate var host: String {
    let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String(authority.split(separator: "@").last ?? authority)
  }
}
