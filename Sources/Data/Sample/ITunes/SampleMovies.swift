extension SampleStore {
  static var movies: String {
    """
    id
    """
  }
}
