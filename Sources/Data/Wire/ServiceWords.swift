extension String {
  /// A service's own words for a failure, cut to a readable length: at most 300 characters.
  ///
  /// Counts scalars, because any number of marks may be stacked on one letter.
  package var asReason: String {
    let most = 300
    guard unicodeScalars.count > most else { return self }
    return String(unicodeScalars.prefix(most - 1)) + "…"
  }
}
