package import Domain

/// The name of a downloaded file: `SHOW/2026-11-20 Title.mp3`. Pure: takes an item and returns names.
package struct DownloadName: Sendable, Equatable {
  /// The folder's own name.
  package let folder: String
  private let stem: String

  /// In bytes, for each name with its extension.
  package static let most = 200

  /// - Parameter refused: further characters to replace.
  package init(of item: Item, refusing refused: String = "") {
    func plain(_ text: String, notBeginningWith start: String = "-. ") -> String {
      Self.fitted(FileName.safe(text, refusing: refused, notBeginningWith: start), to: Self.most)
    }
    folder = plain(item.album ?? item.creator ?? item.id.catalog)
    let title = plain(item.title, notBeginningWith: ". ")
    // A year alone says little about an episode or another item.
    let day = item.released.map(\.day).flatMap { $0.utf8.count == 10 ? $0 + " " : nil }
    stem = day.map { $0 + title } ?? plain(title)
  }

  /// The file's name.
  /// - Parameters:
  ///   - ending: the extension, such as `mp3`; empty for none.
  ///   - number: from 2, if the name without a number is taken.
  package func file(ending: String, number: Int = 1) -> String {
    let tail = (number > 1 ? " \(number)" : "") + (ending.isEmpty ? "" : "." + ending)
    // A title may be a file's name.
    let isNamed = !ending.isEmpty && stem.lowercased().hasSuffix("." + ending)
    let stem = isNamed ? String(stem.dropLast(ending.count + 1)) : stem
    let name = Self.fitted(stem, to: Self.most - tail.utf8.count) + tail
    // Only an unfinished file has this extension.
    return name.lowercased().hasSuffix(".part") ? name.dropLast(5) + "-part" : name
  }

  private static func fitted(_ text: String, to most: Int) -> String {
    FileName.fitted(text, to: most, else: "untitled")
  }

  /// A file's extension: the one in the address if it fits the type, else the usual one of the type. For an unknown
  /// type, the address's extension is used if it is that of another type of the same kind, or if the type names it, as
  /// `application/x-cbr` does, or says nothing.
  package static func ending(of url: String, type: String? = nil) -> String {
    let name = WebAddress(url)?.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let own = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    let type = type.map { RemoteVersion.essence(of: $0) } ?? ""
    if let fitting = endings[type] { return fitting.contains(own) ? own : fitting[0] }
    guard let kind = ["audio/", "video/", "text/", "image/"].first(where: type.hasPrefix) else {
      let isNamed = type.split { !$0.isLetter && !$0.isNumber }.contains { $0 == own }
      return known.contains(own) && (isNamed || FileSink.unsaid.contains(type)) ? own : ""
    }
    // Of an unknown type, an ending of its kind fits.
    let isOfKind = endings.contains { $0.key.hasPrefix(kind) && $0.value.contains(own) }
    return isOfKind ? own : kind == "text/" ? "txt" : ""
  }

  private static let known = Set(endings.values.joined())

  /// The extensions of each type, the usual one first.
  private static let endings = EmbeddedFile.table("endings").words
}
