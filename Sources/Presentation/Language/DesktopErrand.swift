package import Domain

/// What is done with an item beyond the session: with its page, its preview or its cover.
package struct DesktopErrand: Sendable, Equatable {
  package var way: Way
  /// nil: the item the screen is about.
  package var number: Int?

  package enum Way: Sendable, Equatable {
    /// Prints the page's URL.
    case link
    /// Opens the page.
    case browse
    /// Puts the page's URL into the clipboard.
    case copy
    /// Plays the preview.
    case play
    /// Shows the cover, or saves it.
    /// - size: in pixels; nil: what suits.
    case artwork(size: Int?, file: String?, replaces: Bool)
  }

  package init(_ way: Way, _ number: Int? = nil) {
    self.way = way
    self.number = number
  }
}

extension DesktopErrand {
  /// Whether it starts a program, writes a file or changes the clipboard.
  var reachesOut: Bool {
    switch way {
    case .link: false
    case .browse, .copy, .play: true
    case .artwork(size: _, let file, replaces: _): file != nil
    }
  }

  /// What came of it.
  package enum Outcome: Sendable, Equatable {
    case link(WebLink)
    case opened(WebLink)
    case copied(WebLink)
    case played(WebLink, Playback)
    case shown(WebLink)
    case saved(WebLink, file: String, bytes: Int)
    /// A cover that could not be shown, and why.
    case cover(WebLink, PictureDisplay.Obstacle)
  }
}

/// How playing came to its end.
package struct Playback: Sendable, Equatable {
  /// The player's name.
  package var player: String
  /// Whether somebody stopped it.
  package var wasStopped: Bool

  package init(player: String, wasStopped: Bool = false) {
    self.player = player
    self.wasStopped = wasStopped
  }
}
