package import Domain
import FoundationEssentials

extension WebLink {
  /// The same cover, fitted into another box, if its URL ends in a size, as `…/100x100bb.jpg` does; otherwise itself.
  ///
  /// If a size is too large, the service sends its largest. Covers from before 2015 (`….100x100-75.jpg`) exist in one
  /// size only, and a size elsewhere in the URL is part of the picture's own name.
  func artwork(width: Int, height: Int) -> WebLink {
    guard let slash = text.lastIndex(of: "/") else { return self }
    let name = text[text.index(after: slash)...]
    guard let size = name.prefixMatch(of: /[0-9]+x[0-9]+(?=bb[-.])/) else { return self }
    return WebLink(text[...slash] + "\(width)x\(height)" + name[size.range.upperBound...]) ?? self
  }
}

extension ITunesClient {
  package func artwork(of item: Item, size: Int) -> WebLink? {
    // Larger than any cover; the service then sends its own size.
    let size = min(size, 100_000)
    // Film posters are half as tall again as they are wide.
    let height = item.id.category == "movie" ? size + size / 2 : size
    return item.artwork?.artwork(width: size, height: height)
  }

  /// The extension selects the format of the cover, as in Apple's own players.
  package func pngArtwork(of item: Item, size: Int) -> WebLink? {
    // A cover that exists in one size exists in one format, too.
    guard let sized = artwork(of: item, size: size), sized != item.artwork, let dot = sized.text.lastIndex(of: ".")
    else { return nil }
    return WebLink(sized.text[..<dot] + ".png")
  }
}
