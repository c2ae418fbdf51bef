extension SampleStore {
  static var apps: String {
    """
    id
    """
  }
}
