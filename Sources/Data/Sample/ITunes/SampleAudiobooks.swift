extension SampleStore {
  static var audiobooks: String {
    """
    id
    """
  }
}
