import Foundation
import FoundationXML

/// OPML as Foundation's parser reads it; nothing of text that is not XML.
package struct Outlines {
  /// The elements in the order of their starts.
  package let elements: [String]
  package let version: String?
  /// The attributes of each outline.
  package let outlines: [[String: String]]

  package init(_ text: String) {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    let started = parser.parse() ? reader.started : []
    elements = started.map(\.name)
    version = started.first { $0.name == "opml" }?.attributes["version"]
    outlines = started.filter { $0.name == "outline" }.map(\.attributes)
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var started: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      started.append((element, attributes))
    }
  }
}
