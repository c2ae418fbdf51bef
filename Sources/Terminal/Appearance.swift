import Domain
package import Presentation

/// How an output shows styles and links.
package struct Appearance: Sendable, Equatable {
  package enum Theme: String, Sendable, CaseIterable {
    /// Colours legible on both light and dark backgrounds.
    case auto
    case light, dark
    /// Bold, faint and underlined, but no colour.
    case mono
  }

  /// When to use escape sequences.
  package enum Colors: String, Sendable, CaseIterable {
    case auto, always, never
  }

  package var theme: Theme
  package var isStyled: Bool
  /// Whether text that leads to a page is sent as a hyperlink (OSC 8).
  package var hasLinks: Bool
  /// Whether our own symbols are sent in ASCII, because the locale has no others.
  package var isASCII = false
  /// For screen readers, nothing is drawn that would be erased later.
  package var isForReader = false

  package static let plain = Appearance(theme: .mono, isStyled: false, hasLinks: false)

  /// ASCII substitutes, each one column wide like the symbol it replaces.
  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "★": "*", "☆": "-", "›": ">", "▸": ">", "✓": "+", "▲": "^", "▼": "v", "→": ">", "·": "-", "…": "~", "–": "-",
    "’": "'", "“": "\"", "”": "\"",
  ]
}

extension Appearance {
  /// The appearance for an output. `auto` styles only terminals, and respects `NO_COLOR` and `TERM=dumb`. The terminal
  /// itself is not queried: some do not answer, and waiting would delay the first prompt.
  package init(theme: Theme = .auto, colors: Colors, isTerminal: Bool, environment: [String: String]) {
    let isStyled =
      switch colors {
      case .always: true
      case .never: false
      case .auto: isTerminal && environment["NO_COLOR", default: ""].isEmpty && !Self.isDumb(environment)
      }
    self.init(
      theme: theme == .auto ? Self.theme(environment) : theme, isStyled: isStyled,
      hasLinks: isStyled && isTerminal && Self.knowsLinks(environment))
    isASCII = !Self.isUTF8(environment)
  }

  /// Whether the locale's encoding is UTF-8. Assumed if the environment names no locale, as in many containers.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map { environment[$0, default: ""] }.first { !$0.isEmpty }
    let parts = named?.lowercased().split { ".@".contains($0) }
    return parts?.contains { ["utf-8", "utf8"].contains($0) } ?? true
  }

  /// The text, with our symbols replaced if the locale lacks them.
  func shown(_ text: String) -> String {
    guard isASCII else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.signs[$0] ?? $0 }))
  }

  /// Whether the terminal shows only text, or the environment does not name it.
  static func isDumb(_ environment: [String: String]) -> Bool {
    ["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// Some terminals export their colours as `foreground;background`, numbers of the 16-colour palette.
  private static func theme(_ environment: [String: String]) -> Theme {
    switch environment["COLORFGBG"]?.split(separator: ";").last {
    case "7", "15": .light
    case "0", "1", "2", "3", "4", "5", "6", "8": .dark
    default: .auto
    }
  }

  /// Whether the terminal is known to understand OSC 8. `FORCE_HYPERLINK` overrides this, as in other programs.
  static func knowsLinks(_ environment: [String: String]) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" && forced != "false" }
    if isMultiplexed(environment) { return false }
    let term = environment["TERM", default: ""]
    // From 0.50.0 to 0.50.3, a link could crash the terminal.
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5004 { return true }
    if ["KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM"].contains(where: { environment[$0] != nil }) { return true }
    if linkingPrograms.contains(environment["TERM_PROGRAM", default: ""]) { return true }
    if environment["LC_TERMINAL"] == "iTerm2" { return true }
    return linkingTerminals.contains { term == $0 || term.hasPrefix($0 + "-") }
  }

  /// Whether tmux or screen is between liner and the terminal. It passes on the terminal's variables, but not its
  /// features.
  static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let term = environment["TERM", default: ""]
    return environment["TMUX"] != nil || environment["STY"] != nil || term.hasPrefix("screen") || term.hasPrefix("tmux")
  }

  /// By `TERM_PROGRAM`.
  private static let linkingPrograms: Set = [
    "iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper", "mintty", "rio", "zed",
  ]
  /// By `TERM`, the only one of these variables that ssh passes on.
  private static let linkingTerminals = [
    "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "contour", "wezterm", "rio",
  ]

  /// `text` in UTF-8, with escape sequences if this appearance uses them.
  package func bytes(of text: StyledText) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Appends `text` to `bytes` in UTF-8, with escape sequences if this appearance uses them.
  package func append(_ text: StyledText, to bytes: inout [UInt8]) {
    guard !isASCII else {
      var unicode = self
      unicode.isASCII = false
      bytes += shown(String(decoding: unicode.bytes(of: text), as: UTF8.self)).utf8
      return
    }
    guard isStyled || hasLinks else {
      bytes += text.utf8
      return
    }
    var start = 0
    for run in text.runs {
      let codes = isStyled ? codes(for: run.style) : ""
      let link = hasLinks ? run.link.flatMap(Self.address) : nil
      if let link { bytes.append(contentsOf: "\u{1B}]8;;\(link)\u{1B}\\".utf8) }
      if !codes.isEmpty { bytes.append(contentsOf: "\u{1B}[\(codes)m".utf8) }
      bytes += text.utf8[start..<run.end]
      if !codes.isEmpty { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
      if link != nil { bytes.append(contentsOf: "\u{1B}]8;;\u{1B}\\".utf8) }
      start = run.end
    }
  }

  /// The address in the printable ASCII that OSC 8 requires; nil for anything but a web page.
  private static func address(_ link: String) -> String? {
    guard link.hasPrefix("https://") || link.hasPrefix("http://") else { return nil }
    return PercentEncoding.printable(link)
  }

  /// The parameters of the SGR sequence for a style.
  private func codes(for style: StyledText.Style) -> String {
    let codes: (mono: String, auto: String, light: String, dark: String) =
      switch style {
      case .plain: ("", "", "", "")
      case .title, .emphasis: ("1", "1", "1", "1")
      case .faint: ("2", "2", "2", "2")
      case .heading: ("1", "1;36", "1;38;5;25", "1;38;5;117")
      case .number: ("2", "36", "38;5;66", "38;5;109")
      case .star: ("1", "33", "38;5;130", "38;5;221")
      case .creator: ("", "", "38;5;60", "38;5;146")
      case .error: ("1", "31", "38;5;124", "38;5;210")
      case .warning: ("1", "33", "38;5;94", "38;5;222")
      case .link: ("4", "4;34", "4;38;5;25", "4;38;5;117")
      }
    return switch theme {
    case .mono: codes.mono
    case .auto: codes.auto
    case .light: codes.light
    case .dark: codes.dark
    }
  }
}
