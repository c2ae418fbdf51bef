import CEditline

/// Which of libedit's functions keys have, with what the user's `~/.editrc` says of them.
struct EditorKeys {
  let editor: OpaquePointer

  /// What no key does, whatever `~/.editrc` says.
  ///
  /// `ed-command` takes commands to libedit itself, and an open quote in one ends the program. `vi-histedit` starts an editor in
  /// place of the prompt, `vi-alias` asks for what nobody has set. A character that is inserted as it is may be a line
  /// break, which a line has none of.
  private static let unwanted: Set = ["ed-command", "vi-histedit", "vi-alias", "ed-quoted-insert"]

  /// Carries out the lines of a `~/.editrc`.
  ///
  /// Not by `el_source`: that one, too, is ended by a quote left open, and takes whatever stands there.
  func adopt(_ lines: [String]) {
    guard let words = tok_init(nil) else { return }
    defer { tok_end(words) }
    for line in lines where !line.drop(while: \.isWhitespace).hasPrefix("#") {
      var (count, list): (Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>?) = (0, nil)
      tok_reset(words)
      guard tok_str(words, line, &count, &list) == 0, let list, count > 0 else { continue }
      let isWanted = (0..<Int(count)).allSatisfy { index in
        list[index].map { !Self.unwanted.contains(String(cString: $0)) } ?? false
      }
      if isWanted { el_parse(editor, count, list) }
    }
  }

  /// Takes away what is unwanted and binds our own functions.
  func bind(complete: String, forward: String) {
    // The last two are the keys that em-meta-next makes of x and X.
    for key in ["^V", "\\330", "\\370"] { editor_bind(editor, key, Self.nothing) }
    editor_bind(editor, "^I", complete)
    editor_bind(editor, "^F", forward)
    if editor_is_vi(editor) != 0 {
      // An arrow key begins with the key that leaves insert mode, and stays libedit's.
      // A search through the history that is given up leaves the line with an end before its beginning. Replacing the last
      // character at the edge of the window writes outside libedit's memory.
      for key in [":", "v", "@", "J", "K", "/", "?", "n", "N", "r", "R"] {
        editor_bind_command_key(editor, key, Self.nothing)
      }
      return
    }
    // Besides commands, an argument that has a key typed a million times, the mark, which nobody sees and which a shorter
    // line leaves behind its end, and a search through the history that leaves the line with an end before its beginning.
    for key in ["x", "X", "w", "W", "n", "N", "p", "P"] + (0...9).map({ "\($0)" }) {
      editor_bind(editor, "\\e" + key, Self.nothing)
    }
    editor_bind(editor, "^X^X", Self.nothing)
    editor_bind(editor, "\\e[C", forward)
    editor_bind(editor, "\\eOC", forward)
    editor_bind(editor, "^R", "em-inc-search-prev")
  }

  private static let nothing = "ed-unassigned"
}
