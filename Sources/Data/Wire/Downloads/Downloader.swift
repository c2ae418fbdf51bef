package import Disk
package import Domain

/// Downloads each whole file once: into `NAME.part`, which a later attempt resumes, and which gets its final name once
/// its length is right.
package struct Downloader: Downloads {
  private let fetch: TransferLayer
  private let refusal: @Sendable (String) -> CatalogError?
  private let places: BaseFolders
  /// Nil without a home folder, when nothing is remembered.
  private let ledger: DownloadsTable?
  /// Whether the checks of `get --new` are remembered.
  private let remembersChecks: Bool

  /// - Parameter refusal: why an address may not be requested; nil if it may.
  package init(
    places: BaseFolders, memories: Memories?, remembersChecks: Bool = true,
    refusal: @escaping @Sendable (String) -> CatalogError?, fetch: @escaping TransferLayer
  ) {
    (self.places, self.refusal, self.fetch) = (places, refusal, fetch)
    (ledger, self.remembersChecks) = (memories.map { DownloadsTable(memories: $0) }, remembersChecks)
  }

  /// The default folder for files.
  package static let usualFolder = "~/Downloads/liner"
  /// How often to request the rest after a broken connection that delivered some bytes.
  private static let mostAttempts = 5

  package func get(
    _ download: Download, again: Bool, onProgress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(DownloadFailure) -> DownloadOutcome {
    if let refusal = refusal(download.link.text) { throw DownloadFailure.catalog(refusal) }
    let begun: Begun
    do throws(FileError) {
      let content = await ledger?.readOrReport() ?? []
      if !again, let known = outcome(of: download, in: content) { return known }
      if !again, let last = content.latest(download.keys), last.file.hasSuffix(PartialFile.ending) {
        let whole = String(last.file.dropLast(PartialFile.ending.count))
        // After a failure, another download may have taken the name, or somebody gave it to the part.
        let isOthers = content.contains { $0.file == whole }
        let fits = [nil, PartialFile.size(at: whole)].contains(RemoteVersion(text: last.validator)?.total)
        if !isOthers, fits, PartialFile.wasFinished(as: whole) { return try await noted(download, at: whole) }
      }
      begun = try await partial(for: download, DownloadName(of: download.item), content, again: again)
    } catch {
      throw DownloadFailure.file(error)
    }
    let part = begun.part
    if !again, let known = await finishedElsewhere(download, insteadOf: part) { return known }
    let type: String?
    do throws(DownloadFailure) {
      type = try await fill(part, for: download, begun.version, onProgress)
    } catch {
      if part.size > 0 {
        // In a separate task, because this one may be cancelled. What is not in the ledger is not resumed.
        let noted = await Task { [ledger] in await ledger?.readOrReport().partial(at: part.path) }.value
        let isResumable = noted.flatMap { RemoteVersion(text: $0.validator) } != nil
        RequestContext.current.log?.append(
          .partialDownload(path: part.path, bytes: part.size, isResumable: isResumable))
      } else {
        part.remove()
      }
      throw error
    }
    if !again, let known = await finishedElsewhere(download, insteadOf: part) { return known }
    let ending = DownloadName.ending(of: download.link.text, type: type)
    return try await result { () throws(FileError) in
      try await noted(download, at: try part.finish { begun.name.file(ending: ending, number: begun.number + $0 - 1) })
    }.mapError(DownloadFailure.file).get()
  }

  private func outcome(of download: Download, in content: [DownloadsTable.Entry]) -> DownloadOutcome? {
    guard let file = content.downloaded(download.keys)?.file else { return nil }
    let root = download.folder.map { places.absolute($0).split(separator: "/") }
    let isElsewhere = root.map { !file.split(separator: "/").starts(with: $0) } ?? false
    return .alreadyDownloaded(file: file, exists: PartialFile.size(at: file) != nil, isElsewhere: isElsewhere)
  }

  /// The outcome of another process, which was faster.
  private func finishedElsewhere(_ download: Download, insteadOf part: PartialFile) async -> DownloadOutcome? {
    let known = outcome(of: download, in: await ledger?.readOrReport() ?? [])
    if known != nil { part.remove() }
    return known
  }

  private func noted(_ download: Download, at file: String) async throws(FileError) -> DownloadOutcome {
    let bytes = PartialFile.size(at: file) ?? 0
    await ledger?.add(
      .init(keys: download.keys, file: file, title: download.item.title, bytes: bytes, day: CalendarDay.today))
    return .downloaded(file: file, bytes: bytes)
  }

  package func kept() async throws(FileError) -> [DownloadRecord] {
    try await (ledger?.read() ?? []).reversed().filter { !$0.day.isEmpty }.distinct(by: \.file).map { entry in
      DownloadRecord(
        title: entry.title.isEmpty ? entry.file : entry.title, file: entry.file, bytes: entry.bytes, day: entry.day,
        exists: PartialFile.size(at: entry.file) != nil)
    }
  }

  package func file(of download: Download) async -> String? {
    let file = await ledger?.readOrReport().downloaded(download.keys)?.file
    return file.flatMap { PartialFile.size(at: $0) == nil ? nil : $0 }
  }

  package func lastCheck(at source: ItemID) async throws(FileError) -> String? {
    remembersChecks ? try await ledger?.lastCheck(at: source) : nil
  }

  package func recordCheck(at source: ItemID, until date: String) async {
    if remembersChecks { await ledger?.recordCheck(at: source, until: date) }
  }

  private typealias Begun = (part: PartialFile, name: DownloadName, number: Int, version: RemoteVersion?)

  /// The file to write to: an existing part of this download, or a new one with an unused name.
  private func partial(
    for download: Download, _ name: DownloadName, _ content: [DownloadsTable.Entry], again: Bool
  ) async throws(FileError) -> Begun {
    let root = places.absolute(download.folder ?? Self.usualFolder)
    if PartialFile.size(at: root) != nil { throw FileError(path: root, .notAFolder) }
    let folder = places.absolute((download.folder ?? Self.usualFolder) + "/" + name.folder)
    let ending = DownloadName.ending(of: download.link.text)
    var taken: String?
    for number in 1...10_000 {
      let file = name.file(ending: ending, number: number)
      let path = folder + "/" + file
      if PartialFile.isTaken(path) {
        taken = taken ?? path
        continue
      }
      let known = content.partial(at: path + PartialFile.ending)
      let isOurs = known?.has(any: download.keys) == true
      if PartialFile.isTaken(path + PartialFile.ending), !isOurs { continue }
      // Recorded before the file exists, so that a part left by a kill is recognized.
      let entry = DownloadsTable.Entry(keys: download.keys, file: path + PartialFile.ending)
      let isNoted = isOurs ? true : await ledger?.add(entry) ?? false
      // Without a usable ledger, that file may be an earlier download of this one.
      if let taken, !isNoted, !again {
        let reason = "already exists, perhaps from an earlier download; --again downloads another copy"
        throw FileError(path: taken, .other(reason))
      }
      let version = isOurs ? known.flatMap { RemoteVersion(text: $0.validator) } : nil
      do throws(FileError) {
        return (try PartialFile(file, in: folder, places: places), name, number, version)
      } catch {
        // Memory cards refuse some characters.
        let plain = DownloadName(of: download.item, refusing: FileName.special)
        guard error.problem == .invalid, plain != name else { throw error }
        return try await partial(for: download, plain, content, again: again)
      }
    }
    throw FileError(path: folder, .alreadyExists)
  }

  /// Fills the file to its end.
  /// - Parameter known: the version of the file's content.
  /// - Returns: the type in the service's answer.
  private func fill(
    _ part: PartialFile, for download: Download, _ known: RemoteVersion?,
    _ onProgress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(DownloadFailure) -> String? {
    var known = known
    // It can resume until the service sends the wrong part, or none.
    var (attempt, canResume) = (0, true)
    while true {
      attempt += 1
      let before = part.size
      var request = HTTPRequest(url: download.link.text)
      request.trust = .untrusted
      let resumed = before > 0 && canResume && known?.validator != nil ? known : nil
      if let validator = resumed?.validator { request.headers = ["Range": "bytes=\(before)-", "If-Range": validator] }
      let sink = FileSink(
        part, url: request.url, isDeclared: download.isDeclared, resuming: resumed,
        onBegin: { [ledger, path = part.path] version in
          let entry = DownloadsTable.Entry(keys: download.keys, file: path, validator: version.text ?? "")
          // If the process is killed before this is written, the download starts over.
          return Task { await ledger?.add(entry) }
        }, onProgress: onProgress)
      request.sink = sink.body
      let transfer = await fetch(request)
      let end = sink.close()
      if let begun = end.begun {
        known = begun.version
        await begun.noting.value
      }
      if case .failure(let error) = transfer.result, case .reported = error { throw .catalog(error) }
      if let failure = end.failure { throw failure }
      let canRetry = attempt < Self.mostAttempts
      if resumed != nil, end.isOther || (try? transfer.result.get())?.status == 416 {
        canResume = false
        continue
      }
      if end.isOther { throw .catalog(.unreadable(host: request.host, what: "the wrong part of the file")) }
      switch transfer.result {
      case .success(let response):
        if let failure = response.failure(from: request.host) { throw .catalog(failure) }
        if let expected = end.expected, part.size != expected {
          if part.size > before, part.size < expected, canRetry { continue }
          throw .catalog(.offline(host: request.host))
        }
        guard end.isBegun, !end.replaces else {
          let what = end.isBegun ? "an empty file" : "HTTP \(response.status), not the file"
          throw .catalog(.unreadable(host: request.host, what: what))
        }
        return end.type
      case .failure(let error):
        if transfer.brokeOff, part.size > before, canRetry { continue }
        throw .catalog(error)
      }
    }
  }
}
