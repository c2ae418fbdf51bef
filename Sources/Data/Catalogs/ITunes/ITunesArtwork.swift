package import Domain
import FoundationEssentials

extension WebLink {
  /// The same cover fit into another box, where its URL ends in a size as in `…/100x100bb.jpg`; otherwise itself.
  ///
  /// Asking for more than there is yields what there is. Covers of before 2015 (`….100x100-75.jpg`) come in one size
  /// only, and a size elsewhere in the URL belongs to the picture's own name.
  func artwork(width: Int, height: Int) -> WebLink {
    guard let slash = text.lastIndex(of: "/") else { return self }
    let name = text[text.index(after: slash)...]
    guard let size = name.prefixMatch(of: /[0-9]+x[0-9]+(?=bb[-.])/) else { return self }
    return WebLink(text[...slash] + "\(width)x\(height)" + name[size.range.upperBound...]) ?? self
  }
}

extension ITunesClient {
  package func artwork(of item: Item, size: Int) -> WebLink? {
    // Beyond any cover; what is larger than the service's own comes in its own size.
    let size = min(size, 100_000)
    // Films have posters, half as tall again as they are wide.
    let height = item.id.category == "movie" ? size + size / 2 : size
    return item.artwork?.artwork(width: size, height: height)
  }

  /// The name's ending says in which format the cover is made, as Apple's own players make use of it.
  package func pngArtwork(of item: Item, size: Int) -> WebLink? {
    // What comes in one size only comes in one format too.
    guard let sized = artwork(of: item, size: size), sized != item.artwork, let dot = sized.text.lastIndex(of: ".")
    else { return nil }
    return WebLink(sized.text[..<dot] + ".png")
  }
}
