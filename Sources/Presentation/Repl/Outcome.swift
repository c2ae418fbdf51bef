import Domain

/// The command that a message is about, and its line.
struct Origin: Sendable {
  let command: Substring
  let line: Line

  /// The command as errors and JSON show it, whether or not another one follows on its line.
  var shown: String { String(Arguments(command).text) }
}

struct Outcome {
  var result: Result<Reply, CommandError>
  /// Why the command changed nothing; nil if it changed something.
  var unchanged: Unchanged?
  /// Where the reply starts; a screen knows this itself.
  var start = PagePosition.top
  /// Whether the reply continues what was shown last.
  var continues = false
  /// The numbers of the rows shown before, which a table omits.
  var known: Set<Int> = []
  /// The rows of the window taken by a picture above the reply.
  var rowsAbove = 0
  /// Why a required part is missing; nil if none is, or none was required.
  var partFailure: CommandError?
  var partNotes: [String] = []
  /// The failed parts of a screen that went to a file or a shell command.
  var failedParts = 0
  /// The contents of the first screen; nil if the reply is another screen.
  var root: TextRenderer.Root?
  /// Why covers cannot be shown although they are on.
  var obstacle: String?
  /// What to try after a search without results.
  var advice: [String] = []

  init(_ reply: Reply) { result = .success(reply) }

  init(_ error: CommandError) { result = .failure(error) }

  init(_ report: ItemAction.Report) {
    result = .success(.itemAction(report))
    partFailure = (report.isCutShort ? report.failures.last : report.failures.first)?.error
    partNotes = DesktopText.notes(on: report)
  }

  /// Whether a download or a shell command failed, which fails the command even if there is something to show.
  var isPartial: Bool {
    switch result {
    case .success(.itemAction(let report)): report.isDownload && !report.failures.isEmpty || report.isCutShort
    case .success(.report(let report)): report.failure != nil
    case .success(.piped): if case .desktop? = partFailure { true } else { false }
    default: false
    }
  }

  /// Whether it shows a screen; asked of every command, without a copy of the screen.
  var isScreen: Bool { if case .success(.screen) = result { true } else { false } }

  /// The screen that it shows; nil if it shows none.
  var screen: Screen? { if case .success(.screen(let screen)) = result { screen } else { nil } }
}

extension Repl {
  /// Why `navigation` will change nothing; nil if it changes something.
  func unchanged(by navigation: Action.Navigation) -> Unchanged? {
    let arrangement = coordinator.screen.arrangement
    switch navigation {
    // With `--unmarked`, rows that were marked since the list was shown leave it now.
    case .filter(let text, unmarked: false) where text == arrangement.filter && arrangement.hidden == nil:
      return text == nil ? .noFilter : .filter
    case .sort(let order) where order == arrangement.order: return order == nil ? .noOrder : .order
    case .home where coordinator.trail.count == 1: return .firstScreen
    case .catalog(let name) where coordinator.isCurrent(catalog: name): return .catalog(coordinator.catalog.title)
    default: return nil
    }
  }
}

/// The rest of the latest reply that was not shown.
struct Rest {
  /// The reply; nil if it is a screen, which is rendered again, or nothing is left.
  var reply: Reply?
  var position: PagePosition?
  /// Whether it was shown last, so that Enter alone continues it.
  var isLatest = false

  /// The rest of `reply`.
  var outcome: Outcome? {
    guard let reply, let position else { return nil }
    return changing(Outcome(reply)) { ($0.start, $0.continues) = (position, true) }
  }
}
