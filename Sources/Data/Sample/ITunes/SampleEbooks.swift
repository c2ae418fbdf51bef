extension SampleStore {
  static var ebooks: String {
    """
    id
    """
  }
}
