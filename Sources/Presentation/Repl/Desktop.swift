package import Domain

/// What lies around the terminal's lines: the browser, the clipboard, a player, pictures.
package protocol Desktop: Sendable {
  /// Opens a page in the user's browser, and does not wait for it to be closed.
  func browse(_ page: WebLink) async throws(CommandError)

  /// Puts text into the clipboard, and says where that is.
  func copy(_ text: String) async throws(CommandError) -> Clipboard

  /// Plays sound or film until it ends, or until the task is cancelled.
  /// - Parameter file: where it is on this machine; nil: it comes from `preview`.
  func play(_ preview: WebLink, file: String?, title: String) async throws(CommandError) -> Playback

  /// Runs a command of the shell, which reads `input`, until it ends or the task is cancelled.
  /// - Parameter isShown: whether what it prints goes where the results go, as it comes.
  /// - Returns: what it printed where that was not shown.
  func run(_ command: String, reading input: [UInt8], isShown: Bool) async throws(CommandError) -> [UInt8]

  /// The pictures that `show` takes, or why it takes none.
  var pictures: PictureDisplay { get }

  /// Draws a picture below what was printed so far.
  /// - Parameter rows: how many it takes at most; nil: what suits.
  /// - Precondition: `pictures` has its format.
  func show(_ picture: Picture, rows: Int?, caption: String?) async throws(CommandError)
}
