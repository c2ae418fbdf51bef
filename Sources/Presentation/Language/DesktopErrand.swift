package import Domain

/// What is done with items beyond the session: with their pages, their sound or their covers.
package struct DesktopErrand: Sendable, Equatable {
  package var way: Way
  /// nil: the item the screen is about.
  package var selection: Selection?

  package enum Way: Sendable, Equatable {
    case link
    /// Opens the pages, however many they are where `isSure`.
    case browse(isSure: Bool)
    case copy
    case play
    /// Shows the covers, or saves them in `file`, which is a folder where it ends in a slash; `size` is in pixels.
    case artwork(size: Int?, file: String?, replaces: Bool)
    /// Keeps whole files; where `isNew`, only what was brought out since it was last asked so. `again`: also what was got
    /// before.
    case get(folder: String?, isNew: Bool, again: Bool)
  }

  package init(_ way: Way, _ selection: Selection? = nil) {
    self.way = way
    self.selection = selection
  }

  /// Whether it was asked for several items, however many they turn out to be.
  package var isForSeveral: Bool { selection.map { $0.onlyNumber == nil } ?? false }

  /// Whether it starts a program, writes a file or changes the clipboard.
  var reachesOut: Bool {
    switch way {
    case .link: false
    case .browse, .copy, .play, .get: true
    case .artwork(size: _, let file, replaces: _): file != nil
    }
  }

  /// Whether it takes something to be heard or seen, which lists may not tell at first.
  var wantsSound: Bool {
    switch way {
    case .play, .get: true
    case .link, .browse, .copy, .artwork: false
    }
  }

  /// What came of it.
  package struct Report: Sendable, Equatable {
    package var isForSeveral = false
    /// What was done, in the order picked.
    package var deeds: [Deed] = []
    /// Items of several that lack what it takes.
    package var lacking: [Int] = []
    /// Items of several that it did not work for, which kept it from none of the others.
    package var failures: [Failure] = []
    /// For how many items nothing was done any more, because somebody stopped it.
    package var left = 0
    /// Whether files were to be got, of which each that failed fails the command.
    package var isDownload = false

    package var hasFailed: Bool { isDownload && !failures.isEmpty }
  }

  /// What was done for one item.
  package enum Deed: Sendable, Equatable {
    case link(WebLink)
    case opened(WebLink)
    case copied(WebLink, Clipboard)
    case played(WebLink, Playback)
    case shown(WebLink)
    case saved(WebLink, file: String, bytes: Int)
    /// There was such a file already, which stays as it is.
    case kept(WebLink, file: String)
    /// A cover that could not be shown, and why.
    case cover(WebLink, PictureDisplay.Obstacle)
    case got(Row, file: String, bytes: Int)
    /// It was got before; the file may have been removed since.
    case had(Row, file: String, isThere: Bool)
    /// The new of a podcast begins on that day.
    case began(title: String, since: String)
  }

  package struct Failure: Sendable, Equatable {
    package let row: Row
    package let error: CommandError
  }
}

/// How playing came to its end.
package struct Playback: Sendable, Equatable {
  package var player: String
  package var wasStopped: Bool

  package init(player: String, wasStopped: Bool = false) {
    self.player = player
    self.wasStopped = wasStopped
  }
}

/// Where copied text goes.
package enum Clipboard: Sendable, Equatable {
  /// The terminal was asked to take it; whether it did, no terminal says.
  case terminal
  /// It is in tmux's buffer, and tmux and the terminal around it were asked as well.
  case tmux
}
