import FlyingSocks
import Foundation

extension StandInServer {
  /// A request as it came over the wire.
  package struct Request: Sendable, Equatable {
    package var method: String
    /// Path and query as they were sent, still encoded.
    package var target: String
    /// By lowercased name; of several equal names the last.
    package var headers: [String: String]
    package var body: [UInt8]

    /// Decoded, without the query.
    package var path: String {
      let path = target.prefix { $0 != "?" }
      return path.removingPercentEncoding ?? String(path)
    }

    /// Decoded as servers do: `+` is a space; the last of several equal keys wins.
    package var query: [String: String] {
      guard let mark = target.firstIndex(of: "?") else { return [:] }
      return Self.decodedForm(target[target.index(after: mark)...])
    }

    /// The body as `application/x-www-form-urlencoded`, decoded.
    package var form: [String: String] { Self.decodedForm(String(decoding: body, as: UTF8.self)) }

    private static func decodedForm(_ text: some StringProtocol) -> [String: String] {
      let pairs = text.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          let spaced = $0.replacingOccurrences(of: "+", with: " ")
          return spaced.removingPercentEncoding ?? spaced
        }
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }
      return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
  }

  /// Takes one request after the other from a connection.
  struct RequestReader {
    let socket: AsyncSocket
    private var buffer: [UInt8] = []

    init(socket: AsyncSocket) { self.socket = socket }

    /// Throws when the connection ends, and for what is not HTTP.
    mutating func next() async throws -> Request {
      var headEnd = buffer.firstRange(of: Self.blankLine)
      while headEnd == nil {
        try await fill()
        headEnd = buffer.firstRange(of: Self.blankLine)
      }
      let head = String(decoding: buffer[..<headEnd!.lowerBound], as: UTF8.self)
      buffer.removeSubrange(..<headEnd!.upperBound)
      var lines = head.split(separator: "\r\n")[...]
      let words = (lines.popFirst() ?? "").split(separator: " ")
      guard words.count == 3 else { throw SocketError.disconnected }
      let fields = lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
      }
      let headers = Dictionary(fields, uniquingKeysWith: { $1 })
      let length = headers["content-length"].flatMap { Int($0) } ?? 0
      while buffer.count < length { try await fill() }
      let body = Array(buffer.prefix(length))
      buffer.removeFirst(length)
      return Request(method: String(words[0]), target: String(words[1]), headers: headers, body: body)
    }

    private mutating func fill() async throws {
      try await buffer.append(contentsOf: socket.read(atMost: 4096))
    }

    private static let blankLine = Array("\r\n\r\n".utf8)
  }
}
