import Domain

/// The command that something is said about, and the line it stood in.
struct Origin: Sendable {
  let command: Substring
  let line: Line
}

/// The outcome of a command, for the reporter.
struct Outcome {
  var result: Result<Reply, CommandError>
  /// Messages besides those of the command's requests.
  var notices: [Notice] = []
  /// Why everything is as it was; nil where it is not.
  var unchanged: Unchanged?
  /// Where the reply begins; a screen knows that itself.
  var start = PagePosition.top
  /// Whether the reply follows upon what was shown last.
  var goesOn = false
  /// The numbers of the rows that were shown already, which a table leaves out.
  var known: Set<Int> = []
  /// The rows of the window that a picture above the reply takes.
  var rowsAbove = 0
  /// Why a part of what the command asked for is not there; nil where all is, or it asked for nothing.
  var partFailure: CommandError?
  var partNotes: [String] = []
  /// What the first screen offers; nil where the reply is another.
  var root: TextRenderer.Root?

  init(_ reply: Reply) { result = .success(reply) }

  init(_ error: CommandError) { result = .failure(error) }

  init(setting name: String, to value: String, on coordinator: isolated Coordinator) async throws(CommandError) {
    let before = coordinator.settings
    let setting = try await coordinator.set(name, to: value)
    let old = SettingValue(setting, in: before, of: coordinator.catalog)
    let new = SettingValue(setting, in: coordinator.settings, of: coordinator.catalog)
    self.init(.settings([new]))
    if old.inForce == new.inForce { unchanged = .setting(new.name, value: new.inForce) }
  }

  /// Whether a file was not got, which fails the command although the others were.
  var isPartial: Bool { if case .success(.errand(let errand)) = result { errand.hasFailed } else { false } }

  /// The screen that it shows; nil where it shows none.
  var screen: Screen? { if case .success(.screen(let screen)) = result { screen } else { nil } }
}

extension Unchanged {
  /// Why `navigation` is going to change nothing; nil where it changes something.
  init?(by navigation: Action.Navigation, on coordinator: isolated Coordinator) {
    let arrangement = coordinator.screen.arrangement
    switch navigation {
    case .filter(let text, let unmarked) where text == arrangement.filter && unmarked == (arrangement.hidden != nil):
      self = text == nil && !unmarked ? .noFilter : .filter
    case .sort(let order) where order == arrangement.order: self = order == nil ? .noOrder : .order
    case .home where coordinator.trail.count == 1: self = .firstScreen
    case .catalog(let name) where coordinator.isCurrent(catalog: name): self = .catalog(coordinator.catalog.title)
    default: return nil
    }
  }
}

enum Shown {
  case nothing
  case all
  /// It stopped at a full page, and goes on there.
  case upTo(PagePosition)
}

/// What of the latest reply is still to be shown.
struct Rest {
  private var reply: Reply?
  private(set) var position: PagePosition?
  /// Whether that was the last thing shown, so that Enter alone goes on.
  private(set) var isLatest = false

  mutating func note(_ shown: Shown, of outcome: Outcome) {
    isLatest = false
    switch shown {
    case .nothing: break
    case .all: (reply, position) = (nil, nil)
    case .upTo(let next):
      reply = try? outcome.result.get()
      (position, isLatest) = (next, true)
    }
  }

  /// What goes on where it stopped; nil where that is a screen, which is drawn anew, or nothing is left.
  var outcome: Outcome? {
    guard let reply, let position else { return nil }
    if case .screen = reply { return nil }
    var outcome = Outcome(reply)
    (outcome.start, outcome.goesOn) = (position, true)
    return outcome
  }
}
