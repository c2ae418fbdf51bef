import Domain

/// What `get` did, as text.
enum DownloadText {
  static func append(_ deed: DesktopErrand.Deed, to text: inout StyledText) {
    switch deed {
    case .got(_, let file, let bytes):
      text.append(file, .emphasis)
      text.append("  \(bytes.readableSize)", .faint)
    case .had(_, let file, isThere: true):
      text.append(file, .emphasis)
      text.append("  was got before", .faint)
    case .had(_, let file, isThere: false):
      text.append(file, .emphasis)
      text.append("  was got before, and is there no more; --again gets it", .faint)
    case .began(let title, let since):
      text.append(title, .emphasis)
      text.append("  from now on: what comes after \(since.isEmpty ? "today" : since) is new", .faint)
    default: break
    }
  }

  static func render(_ downloads: [KeptDownload]) -> StyledText {
    var text = StyledText()
    if downloads.isEmpty {
      text.append("Nothing has been got yet", .faint)
      text.breakLine()
    }
    for download in downloads {
      text.append(download.day + "  ", .faint)
      text.append(download.file, .emphasis)
      text.append("  \(download.bytes.readableSize)" + (download.isThere ? "" : "  is there no more"), .faint)
      text.breakLine()
    }
    return text
  }

  /// How far a file has come. Its title stands last, because a narrow terminal cuts the end.
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
  static func writeDownloads(_ deeds: [DesktopErrand.Deed], to writer: inout JSONWriter) {
    writer.key("got")
    writer.array { writer in
      for deed in deeds {
        switch deed {
        case .got(let row, let file, let bytes):
          writer.object { writer in
            if row.number > 0 { writer.field("number", row.number) }
            writer.field("id", row.id.description)
            writer.field("file", file)
            writer.field("bytes", bytes)
          }
        case .had(let row, let file, let isThere):
          writer.object { writer in
            if row.number > 0 { writer.field("number", row.number) }
            writer.field("id", row.id.description)
            writer.field("file", file)
            writer.field("had", true)
            if !isThere { writer.field("gone", true) }
          }
        default: break
        }
      }
    }
    let begun = deeds.compactMap { if case .began(let title, let since) = $0 { (title, since) } else { nil } }
    if begun.isEmpty { return }
    writer.key("began")
    writer.array { writer in
      for (title, since) in begun {
        writer.object { writer in
          writer.field("title", title)
          writer.field("since", since)
        }
      }
    }
  }

  static func write(_ downloads: [KeptDownload], to writer: inout JSONWriter) {
    writer.key("downloads")
    writer.array { writer in
      for download in downloads {
        writer.object { writer in
          writer.field("title", download.title)
          writer.field("file", download.file)
          writer.field("bytes", download.bytes)
          writer.field("day", download.day)
          if !download.isThere { writer.field("gone", true) }
        }
      }
    }
  }
}
