import Foundation
import Testing

/// Real answers of services, beside the package and not part of it.
enum Recorded {
  /// The folder of all recordings; nil if it does not exist.
  static let folder: URL? = {
    let root = (1...3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    // A worktree may be one level deeper.
    return ["../shared/recorded", "../../shared/recorded"].lazy
      .map { root.appending(path: $0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static var isThere: Bool { folder != nil }

  /// - Parameter path: relative to the folder: `feeds/german-wdr-gmt-dates.xml`.
  static func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: #require(folder).appending(path: path)))
  }

  /// The recorded JSON files in a folder.
  static func json(in name: String) -> [URL] {
    let files = folder.flatMap {
      try? FileManager.default.contentsOfDirectory(at: $0.appending(path: name), includingPropertiesForKeys: nil)
    }
    return (files ?? []).filter { $0.pathExtension == "json" }
  }
}
