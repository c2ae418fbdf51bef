extension String {
  /// A service's own words for a failure, as far as anybody reads them: at most 300 characters.
  ///
  /// Counted by scalars, since any number of marks may be stacked upon one letter.
  package var asReason: String {
    let most = 300
    guard unicodeScalars.count > most else { return self }
    return String(unicodeScalars.prefix(most - 1)) + "…"
  }
}
