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
