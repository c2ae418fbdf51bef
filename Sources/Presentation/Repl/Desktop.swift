package import Domain

/// Sends the bytes of a file to `accept`, which returns false to stop.
package typealias ByteStream =
  @Sendable (_ accept: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) async throws(CatalogError) -> Void

/// What a session uses besides the terminal's text: the browser, the clipboard, a player, the shell, pictures.
package protocol Desktop: Sendable {
  /// Opens a page in the user's browser, without waiting for it to close.
  func browse(_ page: WebLink) async throws(CommandError)

  /// Copies text, and returns to which clipboard.
  func copy(_ text: String) async throws(CommandError) -> Clipboard

  /// Plays audio or video until it ends or the task is cancelled.
  /// - Parameters:
  ///   - target: its address, or the path of its copy on this machine.
  ///   - stream: what the player reads from its standard input, for a file that needs credentials, which players may
  ///     not see; `target` is then only a label.
  func play(_ target: String, from stream: ByteStream?, title: String) async throws(CommandError) -> Playback

  /// Runs a shell command, which reads `input`, until it ends or the task is cancelled.
  /// - Parameter isShown: whether its output goes directly to the results.
  /// - Returns: its output, if that was not shown.
  func run(_ command: String, reading input: [UInt8], isShown: Bool) async throws(CommandError) -> [UInt8]

  /// Asks the user a question; a secret answer is not echoed. Nil if nobody answers.
  func ask(_ question: String, isSecret: Bool) async -> String?

  /// The pictures that `show` accepts, or why it accepts none.
  var pictures: PictureDisplay { get }

  /// Shows a picture below the output so far.
  /// - Parameter rows: the most rows it may take; nil for the usual number.
  /// - Precondition: `pictures` includes its format.
  func show(_ picture: Picture, rows: Int?, caption: String?) async throws(CommandError)
}

/// File names for covers, made from their items. They are unique, and safe for file systems and shells.
struct CoverNames {
  /// Lowercased, because some file systems ignore case.
  private var taken: Set<String> = []
  /// In bytes; leaves room for an extension and a number everywhere.
  private static let longest = 150

  /// The name without its extension.
  mutating func name(for item: Item) -> String {
    let whole = [item.creator, item.title].compactMap(\.self).map(Self.safe).filter { !$0.isEmpty }
      .joined(separator: " - ")
    let name = FileName.fitted(whole.isEmpty ? Self.safe(item.id.description) : whole, to: Self.longest, else: "cover")
    var distinct = name
    var count = 1
    while !taken.insert(distinct.lowercased()).inserted {
      count += 1
      distinct = "\(name) (\(count))"
    }
    return distinct
  }

  /// Without characters that are special in a shell or on other systems.
  private static func safe(_ text: String) -> String {
    FileName.safe(text, refusing: FileName.special, notBeginningWith: ".- ~")
  }
}

extension Picture.Format {
  var ending: String { self == .jpeg ? "jpg" : rawValue }
}
