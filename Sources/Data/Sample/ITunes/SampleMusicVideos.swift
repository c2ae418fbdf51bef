extension SampleStore {
  static var musicVideos: String {
    """
    id
    """
  }
}
