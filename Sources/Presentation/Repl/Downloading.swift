import Domain

extension Repl {
  /// Downloads one file after the other. A failure does not stop the others.
  func get(
    _ selection: Selection?, into folder: String?, isNew: Bool, again: Bool
  ) async throws(CommandError) -> ItemAction.Report {
    output.flush()
    try await fillRows(for: selection)
    coordinator.forgetRequests()
    guard let downloads = outside.downloads else { throw .nothingHere(.link("download folder")) }
    let folder = folder ?? coordinator.settings.downloads
    var report = ItemAction.Report(isForSeveral: isNew || selection?.isForSeveral == true, isDownload: true)
    let fetched = isNew ? try await newest(of: selection, downloads, &report) : []
    var rows = isNew ? fetched.flatMap(\.rows) : try coordinator.rows(picked: selection)
    for index in rows.indices where !isNew && Download(rows[index].item) == nil {
      let isEpisode = WorkKind(ofCategory: rows[index].item.id.category) == .podcastEpisode
      guard isEpisode || rows.count == 1 else { continue }
      do throws(CommandError) {
        rows[index] = try await lookedUp(rows[index], for: isEpisode ? nil : .files) { Download($0) == nil }
      } catch  where rows.count > 1 && error.code != .cancelled {
        report.failures.append((rows[index], error))
      }
    }
    let files = rows.compactMap { row in Download(row.item, folder: folder).map { (row: row, download: $0) } }
    for row in rows where row.item.whole == nil && !report.failures.contains(where: { $0.row == row }) {
      report.unsuitable.append((row.number, "file"))
    }
    if files.isEmpty, !isNew, let failure = report.failures.first { throw failure.error }
    if files.isEmpty, let row = rows.first {
      let isOfFeed = row.item.ownFeed != nil
      let mayHaveFiles = isOfFeed || coordinator.client(of: row.item).catalog.features.contains(.files)
      let lead = isOfFeed ? "\(rows.count > 1 ? "their" : "its") episodes have one" : "try"
      throw lack(of: "full file", in: rows.count, insteadOf: mayHaveFiles ? row : nil, lead)
    }
    try await output.asking(coordinator.catalog.title) {
      for (index, file) in files.enumerated() {
        if interruption.isRaised {
          report.remaining = files.count - index
          break
        }
        let title = (files.count > 1 ? "\(index + 1) of \(files.count), " : "") + file.row.item.title
        do throws(CommandError) {
          if let missing = missingAddress(of: file.row.item) { throw .catalog(missing) }
          let outcome = try await coordinator.run { [report = coordinator.onEvent] in
            try await downloads.get(file.download, again: again) {
              report(.progress(DownloadText.line(for: $0, of: title)))
            }
          }
          // An episode that was downloaded earlier is listed as new again while another one fails.
          if isNew, case .alreadyDownloaded = outcome { continue }
          report.results.append(.downloaded(file.row, outcome))
        } catch {
          // Ctrl-C stops the command, which still lists the files that it finished. A failure skips one file.
          if error.code == .cancelled {
            if report.results.isEmpty { throw error }
            report.remaining = files.count - index
            break
          }
          report.failures.append((file.row, error))
          if case .file(_, .noSpace) = error {
            report.remaining = files.count - index - 1
            break
          }
        }
      }
    }
    // After a failure or a stop, the same episodes are still new next time.
    let failed = Set(report.failures.map(\.row.item.id))
    for look in fetched {
      let isDone = report.remaining == 0 && !look.rows.contains { failed.contains($0.item.id) }
      guard let until = look.until, isDone || look.rows.isEmpty else { continue }
      await downloads.recordCheck(at: look.source, until: until)
    }
    if report.results.isEmpty, files.count == 1, report.failures.count == 1, report.failures[0].row == files[0].row {
      throw report.failures[0].error
    }
    return report
  }

  /// A podcast's releases since its last check.
  /// - Parameter until: the date of the latest release and, on further lines, the keys of the episodes of that date,
  ///   because others may follow with the same date; of a podcast without dates, the day of the first check, `undated`,
  ///   and the keys of all its episodes. Recorded as the last check, unless nil.
  private typealias Look = (source: ItemID, rows: [Row], until: String?)

  private static let undated = " undated"

  /// The relation to the episodes of the item's feed.
  private func episodes(of item: Item) -> Relation? {
    coordinator.client(of: item).catalog.relations(of: item).first {
      $0.reach == .many && ($0.isOfFeed || $0.category.map(WorkKind.init(ofCategory:)) == .podcastEpisode)
    }
  }

  /// Fetches the episodes of the selected podcasts, or of the starred ones.
  private func newest(
    of selection: Selection?, _ downloads: any Downloads, _ report: inout ItemAction.Report
  ) async throws(CommandError) -> [Look] {
    let picked =
      selection == nil && coordinator.screen.subject?.item.feed == nil
      ? coordinator.favorites.items : try coordinator.rows(picked: selection).map(\.item)
    func isPodcast(_ item: Item) -> Bool {
      // A chart's podcasts have no feed yet.
      let mayBeOfChart =
        coordinator.client(of: item).catalog.charts != nil && WorkKind(ofCategory: item.id.category) == .podcast
      return item.whole == nil && (item.ownFeed != nil || mayBeOfChart)
    }
    let podcasts = picked.filter(isPodcast)
    guard !podcasts.isEmpty else {
      let place = selection == nil ? "in your favourites" : "in this selection"
      let hasOthers =
        coordinator.screen.subject.map { isPodcast($0.item) } == true
        || coordinator.favorites.items.contains(where: isPodcast)
      let other = coordinator.screen.visibleRows.first { isPodcast($0.item) }
      let advice =
        selection != nil && hasOthers
        ? "try: get --new" : "star one, \(other.map { "or pick one: get \($0.number)" } ?? "then: get") --new"
      throw .nothingHere(.link("podcast \(place); \(advice)"))
    }
    var questions: [(Item, last: [String]?, isUndated: Bool, @Sendable () async throws(CatalogError) -> ItemList)] = []
    for podcast in podcasts {
      let client = coordinator.client(of: podcast)
      guard let relation = episodes(of: podcast) else { continue }
      let filters = coordinator.settings.filters(of: client.catalog)
      let last = try await coordinator.run { try await downloads.lastCheck(at: podcast.id) }?
        .split(separator: "\n").map(String.init)
      let isUndated = last?.first?.hasSuffix(Self.undated) ?? true
      let ask = { @Sendable () async throws(CatalogError) in
        // The first time only marks where it begins, and without dates the older pages would seem new.
        try await client.releases(
          by: relation, to: podcast, from: String((last?.first ?? "").prefix(10)), filters: filters,
          pages: isUndated ? 1 : 20)
      }
      questions.append((podcast, last, isUndated, ask))
    }
    let answers = try await output.asking(coordinator.catalog.title) { [questions] in
      try await coordinator.run { await concurrentMap(questions) { question in await result(of: question.3) } }
    }
    var fetched: [Look] = []
    var number = 0
    for ((podcast, last, isUndated, ask), answer) in zip(questions, answers) {
      let episodes: [Item]
      var failure: CatalogError?
      let today = coordinator.resources.today()
      do throws(CommandError) {
        let list = try await output.asking(coordinator.client(of: podcast).catalog.title) {
          // A budget that does not suffice for all at once may suffice for one after the other.
          if case .failure(.budgetSpent) = answer, !interruption.isRaised { return try await coordinator.run(ask) }
          return try answer.mapError { coordinator.resources.sample == nil ? $0 : $0.ofSample }.get()
        }
        failure = list.partialFailure
        // A date still to come, such as a mistaken year, would hide all until then.
        episodes = list.items.filter { $0.released.map { $0.day <= today } ?? true && Download($0) != nil }
        // The list that replaces a feed may lack the latest, so it is not the last check.
        for case .feedFailed(let error, _, _) in list.notes { failure = error }
      } catch  where podcasts.count > 1 && error.code != .cancelled {
        report.failures.append((Row(item: podcast), error))
        continue
      }
      let latest = episodes.compactMap(\.released?.text).max()
      func keys(_ episode: Item) -> [String] { episode.episodeIDs.map { $0.key.replacing("\n", with: " ") } }
      // If nothing is listed yet, all later episodes are new.
      let mark = latest ?? (isUndated ? last?.first ?? (episodes.isEmpty ? "0" : today) + Self.undated : nil)
      let known = episodes.filter { $0.released?.text == latest }.flatMap(keys)
      if let failure { report.failures.append((Row(item: podcast), .catalog(failure))) }
      var look: Look = (podcast.id, [], failure == nil ? mark.map { ([$0] + known).joined(separator: "\n") } : nil)
      if let last, let day = last.first {
        for episode in episodes where !coordinator.favorites.isMarked(episode.id) {
          let date = episode.released?.text ?? ""
          // Earlier versions recorded no keys.
          let mayBeNew = date.isEmpty ? isUndated : date == day && last.count > 1
          guard date > day || (mayBeNew && !keys(episode).contains(where: last.contains)) else { continue }
          number += 1
          look.rows.append(Row(number: number, item: episode))
        }
      } else if failure == nil {
        report.results.append(.startedFollowing(title: podcast.title, since: String((latest ?? "").prefix(10))))
      }
      fetched.append(look)
    }
    return fetched
  }
}
