import CEditline

/// Binds keys to libedit's functions and ours, around the user's `~/.editrc`.
struct EditorKeys {
  let editor: OpaquePointer

  /// Functions that no key may have, even if `~/.editrc` binds them.
  ///
  /// `ed-command` passes commands to libedit, where an unclosed quote ends the program. `vi-histedit` starts an editor
  /// instead of the prompt. `vi-alias` asks for an alias, but there are none. `ed-quoted-insert` could insert a line
  /// break, which a line cannot contain.
  private static let unwanted: Set = ["ed-command", "vi-histedit", "vi-alias", "ed-quoted-insert"]

  /// Runs the lines of a `~/.editrc`.
  ///
  /// `el_source` would accept every command, and an unclosed quote ends the program there too.
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

  /// Binds the sequences of further keys, alone and with modifiers, and those around a paste: libedit would insert what
  /// follows the part it knows.
  func bindSequences() {
    for modifier in ["", ";2", ";3", ";4", ";5", ";6", ";7", ";8"] {
      for number in Array(1...34) + [200, 201] { editor_bind(editor, "\\e[\(number)\(modifier)~", Self.nothing) }
      for key in "ABCDFHPQRS" where modifier != "" { editor_bind(editor, "\\e[1\(modifier)\(key)", Self.nothing) }
    }
    for (key, function) in Self.sequences { editor_bind(editor, "\\e[" + key, function) }
  }

  /// Home, End and Delete as some terminals send them whatever they are called, and the arrows with Alt and Ctrl.
  private static let sequences = [
    "1~": "ed-move-to-beg", "7~": "ed-move-to-beg", "4~": "ed-move-to-end", "8~": "ed-move-to-end",
    "3~": "ed-delete-next-char", "1;3C": "em-next-word", "1;5C": "em-next-word", "1;3D": "ed-prev-word",
    "1;5D": "ed-prev-word",
  ]

  /// Unbinds the unwanted functions and binds ours.
  func bind(complete: String, forward: String) {
    // em-meta-next makes the last two keys of x and X.
    for key in ["^V", "\\330", "\\370"] { editor_bind(editor, key, Self.nothing) }
    editor_bind(editor, "^I", complete)
    editor_bind(editor, "^F", forward)
    if editor_is_vi(editor) != 0 {
      // Arrow keys begin with Escape, which leaves insert mode, so libedit's own bindings stay. A cancelled history
      // search puts the line's end before its beginning. Replacing the last character at the edge of the window writes
      // outside libedit's memory.
      for key in [":", "v", "@", "J", "K", "/", "?", "n", "N", "r", "R"] {
        editor_bind_command_key(editor, key, Self.nothing)
      }
      return
    }
    // Besides commands: a numeric argument, which can repeat a key a million times; the invisible mark, which can end
    // up after the end of a shorter line; and a history search that puts the line's end before its beginning.
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
