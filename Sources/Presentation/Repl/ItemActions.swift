package import Domain

/// What actions on items use: the desktop, the network for pictures and files, the request budgets.
package struct Outside: Sendable {
  let desktop: any Desktop
  private let content: @Sendable (WebLink) async throws(CatalogError) -> [UInt8]
  /// The current request budget of each host.
  package let budgets: @Sendable () async throws -> [RequestBudget]
  /// Why an address from a service or a feed is off limits; nil if it is allowed.
  package var refusal: @Sendable (WebLink) -> CatalogError? = { _ in nil }
  /// Downloads whole files; nil if there is no download folder.
  package var downloads: (any Downloads)?
  /// Streams addresses that need credentials, which players may not see; nil for other addresses.
  package var streams: @Sendable (WebLink) -> ByteStream? = { _ in nil }
  package var coverPatience = Duration.seconds(5)

  /// - Parameter fetch: fetches the content of an address, in the same way as the catalogs' requests.
  package init(
    desktop: any Desktop, fetch: @escaping @Sendable (WebLink) async throws(CatalogError) -> [UInt8],
    budgets: @escaping @Sendable () async throws -> [RequestBudget]
  ) {
    (self.desktop, content, self.budgets) = (desktop, fetch, budgets)
  }

  /// The content of an address.
  /// - Throws: also if the address is off limits.
  func fetch(_ link: WebLink) async throws(CatalogError) -> [UInt8] {
    if let failure = refusal(link) { throw failure }
    return try await content(link)
  }
}

/// Runs actions on items.
extension Repl {
  private typealias Target = (row: Row, link: WebLink)

  /// More pages than this need `--yes`.
  private static let mostPages = 5

  /// Runs an action. If several items are selected, unsuitable ones are skipped, and one item's failure does not stop
  /// the others. Throws if it works for none.
  func run(_ action: ItemAction, on selection: Selection?) async throws(CommandError) -> ItemAction.Report {
    output.flush()
    if action == .play { try await fillRows(for: selection) }
    coordinator.forgetRequests()
    let isForSeveral = selection?.isForSeveral == true
    if case .artwork(_, let file?, _) = action, isForSeveral, !file.hasSuffix("/") {
      throw .usage(.severalCoversOneFile(file))
    }
    var rows = try coordinator.rows(picked: selection)
    if rows.count == 1, action.link(in: rows[0].item) == nil {
      rows[0] = try await lookedUp(rows[0], for: action == .play ? .previews : nil) { action.link(in: $0) == nil }
    }
    var report = ItemAction.Report(isForSeveral: isForSeveral)
    var targets: [Target] = []
    var reason: CommandError?
    for row in rows {
      do throws(CommandError) {
        targets.append((row, try target(of: action, row, of: rows.count)))
      } catch {
        report.unsuitable.append((row.number, action.need(of: row.item)))
        reason = reason ?? error
      }
    }
    if targets.isEmpty, let reason { throw reason }
    switch action {
    case .browse(isSure: false) where targets.count > Self.mostPages:
      throw .usage(.tooManyPages(targets.count, most: Self.mostPages))
    case .copy:
      let clipboard = try await outside.desktop.copy(targets.map(\.link.text).joined(separator: "\n"))
      report.results = targets.map { .copied($0.link, clipboard) }
    case .artwork(_, _?, _):
      let catalog = coordinator.client(of: targets[0].row.item).catalog.title
      try await output.asking(catalog) { try await perform(action, on: targets, &report) }
    case .link, .browse, .play, .artwork: try await perform(action, on: targets, &report)
    }
    return report
  }

  /// The error for items that lack what is needed of them.
  /// - Parameters:
  ///   - count: how many items are selected.
  ///   - row: the first of them, if the list of what can be played or downloaded in its place helps.
  ///   - lead: the words before the command that opens that list.
  func lack(
    of need: String, in count: Int, insteadOf row: Row? = nil, _ lead: String = "try"
  ) -> CommandError {
    let way = row.flatMap { row in
      coordinator.client(of: row.item).catalog.recordings(of: row.item).map {
        "; \(lead): open \(row.number > 0 ? "\(row.number) " : "")\($0.word)"
      }
    }
    return .nothingHere(.link("\(need) for \(count > 1 ? "these items" : "this item")\(way ?? "")"))
  }

  /// Looks up what can be played, or what else is needed, if no row of a chart has it, and the selected rows exist.
  func fillRows(
    for selection: Selection? = nil, unlessAny isFilled: @escaping @Sendable (Item) -> Bool = \.isPlayable
  ) async throws(CommandError) {
    if selection != nil { _ = try coordinator.rows(picked: selection) }
    try await output.asking(context.screenCatalog.title) { try await coordinator.fillRows(unlessAny: isFilled) }
  }

  /// The row with the fields from a lookup: number ones of stores, favourites from a chart, and rows of some lists
  /// have few.
  /// - Parameters:
  ///   - feature: what is missing; a catalog without it has nothing to look up. Nil if any catalog may have it.
  ///   - isLacking: whether the looked-up item still lacks it; if so, the error of a failed part is thrown.
  func lookedUp(
    _ row: Row, for feature: Catalog.Feature?, where isLacking: (Item) -> Bool
  ) async throws(CommandError) -> Row {
    let (client, item) = (coordinator.client(of: row.item), row.item)
    guard feature.map(client.catalog.features.contains) ?? true else { return row }
    let filters = coordinator.asked.filters(of: client.catalog)
    let list = try await output.asking(client.catalog.title) {
      try await coordinator.run { try await client.enriched([item], filters: filters) }
    }
    let found = list.items.first ?? item
    if let failure = list.partialFailure, isLacking(found) { throw .catalog(failure) }
    return Row(number: row.number, item: found)
  }

  /// The address that an action needs of an item.
  /// - Parameter count: how many items are selected.
  private func target(of action: ItemAction, _ row: Row, of count: Int) throws(CommandError) -> WebLink {
    let item = row.item
    let client = coordinator.client(of: item)
    var (link, need) = (action.link(in: item), action.need(of: item))
    switch action {
    case .link, .copy, .browse: need = "web page"
    case .play:
      if item.recording == nil, need == "preview" { try require(.previews, "previews", of: client.catalog) }
    case .artwork(let size, _, _):
      if size != nil { try require(.sizedArtwork, "covers in other sizes", of: client.catalog) }
      link = client.artwork(of: item, size: size ?? ItemAction.largestCover)
    }
    guard let link else { throw lack(of: need, in: count, insteadOf: action == .play ? row : nil) }
    return link
  }

  /// - Parameter place: `2 of 5` for one of several steps; nil for a single one.
  private func act(
    _ action: ItemAction, on row: Row, _ link: WebLink, _ place: String?, _ names: inout CoverNames
  ) async throws(CommandError) -> ItemAction.Result {
    switch action {
    case .link, .copy: return .link(link)
    case .browse:
      if let refusal = outside.refusal(link) { throw .catalog(missingAddress(of: row.item) ?? refusal) }
      try await coordinator.run { [outside] in try await outside.desktop.browse(link) }
      return .opened(link)
    case .play: return try await play(row.item, link, place)
    case .artwork(_, let file?, let replaces):
      let path = file.hasSuffix("/") ? file + names.name(for: row.item) : file
      return try await save(link, of: row.item, to: path, isNamed: path == file, replaces: replaces, place)
    case .artwork(let size, nil, _):
      let isShown = options.form == .text && !coordinator.settings.isForReader
      switch isShown ? outside.desktop.pictures : .cannot(.noTerminal) {
      case .cannot(let obstacle): return .cover(link, obstacle)
      case .shows(let formats):
        let client = coordinator.client(of: row.item)
        let shown = Self.cover(of: row.item, from: client, size: size ?? ItemAction.shownCover, in: formats) ?? link
        return try await show(shown, of: row, from: client.catalog, in: formats, place)
      }
    }
  }

  /// Processes the items in order, until all are done, the user stops it, or a failure affects the rest too.
  private func perform(
    _ action: ItemAction, on targets: [Target], _ report: inout ItemAction.Report
  ) async throws(CommandError) {
    var names = CoverNames()
    for (index, target) in targets.enumerated() {
      do throws(CommandError) {
        if interruption.isRaised { throw .catalog(.cancelled) }
        let place = targets.count > 1 ? "\(index + 1) of \(targets.count)" : nil
        let result = try await act(action, on: target.row, target.link, place, &names)
        report.results.append(result)
        if result.wasStopped {
          report.remaining = targets.count - index - 1
          break
        }
      } catch {
        if error == .catalog(.cancelled), !report.results.isEmpty {
          report.remaining = targets.count - index
          break
        }
        report.isCutShort = targets.count == 1 || !error.isItemSpecific
        if report.isCutShort, report.results.isEmpty { throw error }
        report.failures.append((target.row, error))
        if report.isCutShort {
          report.remaining = targets.count - index - 1
          break
        }
      }
    }
    if report.results.isEmpty, let failure = report.failures.first { throw failure.error }
  }

  private func play(_ item: Item, _ link: WebLink, _ place: String?) async throws(CommandError) -> ItemAction.Result {
    // A downloaded file need not be streamed again.
    var file: String?
    if let download = Download(item), download.link == link { file = await outside.downloads?.file(of: download) }
    if file == nil, let refusal = missingAddress(of: item) ?? outside.refusal(link) { throw .catalog(refusal) }
    let title = item.title + (place.map { " (\($0))" } ?? "")
    let stream = file == nil ? outside.streams(link) : nil
    let playback = try await coordinator.run { [outside, file] in
      try await outside.desktop.play(file ?? link.text, from: stream, title: title)
    }
    return .played(link, file: file, playback)
  }

  private func show(
    _ link: WebLink, of row: Row, from catalog: Catalog, in formats: [Picture.Format], _ place: String?
  ) async throws(CommandError) -> ItemAction.Result {
    let picture = try await output.asking(catalog.title) {
      if let place { coordinator.onEvent(.progress("fetching cover \(place)")) }
      return try await fetched(link, of: row.item)
    }
    guard formats.contains(picture.format) else { return .cover(link, .format(picture.format)) }
    let caption = place == nil ? nil : "\(row.number) \(row.item.title)"
    try await coordinator.run { [outside] in try await outside.desktop.show(picture, rows: nil, caption: caption) }
    return .shown(link)
  }

  /// - Parameter isNamed: whether `path` is the file as the user named it; otherwise it lacks its extension.
  private func save(
    _ link: WebLink, of item: Item, to path: String, isNamed: Bool, replaces: Bool, _ place: String?
  ) async throws(CommandError) -> ItemAction.Result {
    try checkTarget(path)
    if let place { coordinator.onEvent(.progress("saving cover \(place)")) }
    if let file = link.ending.map({ path + "." + $0 }), !isNamed, !replaces {
      let isThere = try await coordinator.run { [files] in try await files.read(file) != nil }
      if isThere { return try kept(link, file, isOneOfSeveral: place != nil) }
    }
    let picture = try await fetched(link, of: item)
    let file = isNamed ? path : path + "." + picture.format.ending
    // Only now, so that a failure leaves no empty folder.
    let folder = isNamed ? nil : path.lastIndex(of: "/").map { String(path[...$0]) }
    do throws(CommandError) {
      try await coordinator.run { [files] in
        if let folder { try await files.makeFolder(folder) }
        try await files.write(picture.bytes, to: file, replaces: replaces)
      }
    } catch .file(_, .alreadyExists) {
      return try kept(link, file, isOneOfSeveral: place != nil)
    }
    return .saved(link, file: file, bytes: picture.bytes.count)
  }

  /// An existing file does not change; for a single item that is an error.
  private func kept(_ link: WebLink, _ file: String, isOneOfSeveral: Bool) throws(CommandError) -> ItemAction.Result {
    guard isOneOfSeveral else { throw .file(path: file, .alreadyExists) }
    return .kept(link, file: file)
  }

  // MARK: Requirements

  /// Without its address, a server is not recognized as the user's own, so its files would be asked for as a stranger's:
  /// refused, or without credentials.
  func missingAddress(of item: Item) -> CatalogError? {
    options.isOffline ? nil : coordinator.client(of: item).missingAddress
  }

  private func require(_ feature: Catalog.Feature, _ name: String, of catalog: Catalog) throws(CommandError) {
    if !catalog.features.contains(feature) { throw .nothingHere(.feature(name, catalog: catalog.title)) }
  }

  /// A cover in a format that can be shown, if the catalog offers a choice.
  static func cover(
    of item: Item, from client: any CatalogClient, size: Int, in formats: [Picture.Format]
  ) -> WebLink? {
    (formats == [.png] ? client.pngArtwork(of: item, size: size) : nil) ?? client.artwork(of: item, size: size)
  }

  // MARK: Fetching

  private func fetched(_ link: WebLink, of item: Item) async throws(CommandError) -> Picture {
    if let missing = missingAddress(of: item) { throw .catalog(missing) }
    return try await coordinator.run { [outside] in
      guard let picture = Picture(try await outside.fetch(link)) else {
        throw CatalogError.unreadable(host: link.address?.authority ?? link.text, what: "not a picture")
      }
      return picture
    }
  }
}

extension CommandError {
  /// Whether a failure says nothing about the other items.
  var isItemSpecific: Bool {
    switch self {
    case .catalog(.notFound), .catalog(.server), .catalog(.unreadable), .catalog(.tooLarge), .catalog(.refused),
      .catalog(.offLimits), .catalog(.untrusted), .catalog(.timedOut), .catalog(.offline), .catalog(.notRecorded),
      .catalog(.reported), .catalog(.addressMissing), .desktop(.programFailed):
      true
    default: false
    }
  }
}

extension ItemAction {
  /// The address that it needs from an item.
  fileprivate func link(in item: Item) -> WebLink? {
    switch self {
    case .play: item.recording
    case .link, .copy: item.link ?? item.whole
    case .browse: item.link
    case .artwork: item.artwork
    }
  }

  /// The noun for what it needs from an item.
  fileprivate func need(of item: Item) -> String {
    switch self {
    case .play: item.recordingWord
    case .link, .copy, .browse: "page"
    case .artwork: "cover"
    }
  }
}

extension WebLink {
  /// The extension of the picture in the address; nil if there is none.
  fileprivate var ending: String? {
    guard let path = address?.path, let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    return Picture.Format.allCases.first { $0.ending == ending || $0.rawValue == ending }?.ending
  }
}
