import Domain

enum DownloadText {
  static func render(_ downloads: [DownloadRecord]) -> StyledText {
    var text = StyledText()
    if downloads.isEmpty { text.append(line: "Nothing downloaded yet", .faint) }
    for download in downloads {
      text.append(download.day + "  ", .faint)
      text.append(download.file, .emphasis)
      text.append(line: "  \(download.bytes.readableSize)" + (download.isThere ? "" : "  no longer there"), .faint)
    }
    return text
  }

  /// A file's progress. The title comes last, because a narrow terminal cuts the end.
  static func line(for progress: DownloadProgress, of title: String) -> String {
    var line = progress.bytes.readableSize
    if let all = progress.all { line += " of \(all.readableSize)" }
    if let left = progress.left?.roundedUp {
      line += ", \(left >= 120 ? "\((left + 59) / 60) min" : "\(left) s") left"
    }
    return "\(line): \(DisplayWidth.fitted(title, to: 60))"
  }
}

extension JSONRenderer {
  static func writeDownloads(_ results: [ItemAction.Result], to writer: inout JSONWriter) {
    let begun = results.compactMap { if case .began(let title, let since) = $0 { (title, since) } else { nil } }
    let files: [(row: Row, file: String, bytes: Int?, isThere: Bool)] = results.compactMap { result in
      switch result {
      case .got(let row, let file, let bytes): (row, file, bytes, true)
      case .had(let row, let file, let isThere, _): (row, file, nil, isThere)
      default: nil
      }
    }
    writer.objects("got", files) { writer, got in
      if got.row.number > 0 { writer.field("number", got.row.number) }
      writer.field("id", got.row.id.description)
      writer.field("file", got.file)
      writer.field("bytes", got.bytes)
      if got.bytes == nil { writer.field("had", true) }
      if !got.isThere { writer.field("gone", true) }
    }
    if begun.isEmpty { return }
    writer.objects("began", begun) { writer, podcast in
      writer.field("title", podcast.0)
      writer.field("since", podcast.1)
    }
  }

  static func write(_ downloads: [DownloadRecord], to writer: inout JSONWriter) {
    writer.objects("downloads", downloads) { writer, download in
      writer.field("title", download.title)
      writer.field("file", download.file)
      writer.field("bytes", download.bytes)
      writer.field("day", download.day)
      if !download.isThere { writer.field("gone", true) }
    }
  }
}
