/// The command that something is said about, and the line it stood in.
struct Origin: Sendable {
  let command: Substring
  let line: Line
}
