package import Domain

/// Sends the bytes of a file to `accept`, which returns false to stop.
package typealias ByteStream =
  @Sendable (_ accept: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) async throws(CatalogError) -> Void

/// What the session reaches outside the terminal's text: the browser, the clipboard, a player, the shell, pictures.
package protocol Desktop: Sendable {
  /// Opens a page in the user's browser, without waiting until it is closed.
  func browse(_ page: WebLink) async throws(CommandError)

  /// Puts text into the clipboard, and returns which one.
  func copy(_ text: String) async throws(CommandError) -> Clipboard

  /// Plays sound or film until it ends or the task is cancelled.
  /// - Parameter file: its copy on this machine; nil means it is streamed from `preview`.
  func play(_ preview: WebLink, file: String?, title: String) async throws(CommandError) -> Playback

  /// The same of a file that is requested with credentials, which no player may see: it reads the bytes from its
  /// standard input.
  func play(_ stream: @escaping ByteStream, of link: WebLink, title: String) async throws(CommandError) -> Playback

  /// Runs a shell command, which reads `input`, until it ends or the task is cancelled.
  /// - Parameter isShown: whether its output goes straight to the results.
  /// - Returns: its output, if that was not shown.
  func run(_ command: String, reading input: [UInt8], isShown: Bool) async throws(CommandError) -> [UInt8]

  /// Asks the user a question; what is secret is not echoed. Nil if nobody answers.
  func ask(_ question: String, isSecret: Bool) async -> String?

  /// The pictures that `show` accepts, or why it accepts none.
  var pictures: PictureDisplay { get }

  /// Draws a picture below the output so far.
  /// - Parameter rows: the most rows it may take; nil means as many as suit.
  /// - Precondition: `pictures` includes its format.
  func show(_ picture: Picture, rows: Int?, caption: String?) async throws(CommandError)
}
