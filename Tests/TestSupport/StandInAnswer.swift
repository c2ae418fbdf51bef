import FlyingSocks
import Foundation
import Glibc

extension StandInServer {
  /// What the server says, and how well it behaves while saying it.
  package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
    package var delivery: Delivery = .whole

    /// Every way of delivering an answer but `whole` is a misbehaviour.
    package enum Delivery: Sendable, Equatable {
      case whole
      /// Announces the whole body, sends its first bytes only, and closes.
      case truncated(after: Int)
      /// One byte of the body at a time, with a pause after each.
      case dripping(every: Duration)
      /// Sends the body over and over until this many bytes are sent, announced or not.
      case repeated(total: Int, announced: Bool)
      /// Breaks the connection (RST) after this many bytes of the body; nil: before the first byte of the answer.
      case reset(after: Int?)
      /// Sends the body alone, as it is, with no head before it, and closes.
      case raw
      /// Never says anything, until the other end goes away.
      case silence
      /// These and nothing else, one after the other; then it closes, unless the last one says otherwise.
      case steps([Step])
    }

    package enum Step: Sendable, Equatable {
      case send(String)
      /// Text that is sent again and again.
      case over(String, times: Int)
      case wait(Duration)
      /// Nothing more, until the other end goes away.
      case hold
      /// The connection stays good for another request.
      case keep
      case reset
    }

    package init(
      status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], delivery: Delivery = .whole
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.delivery = delivery
    }

    package static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Answer {
      json(Array(text.utf8), status: status, headers: headers)
    }

    package static func json(_ bytes: [UInt8], status: Int = 200, headers: [String: String] = [:]) -> Answer {
      let type = ["content-type": "application/json"]
      return Answer(status: status, headers: type.merging(headers) { $1 }, body: bytes)
    }

    /// A page where JSON was expected; the service may well claim that it is JSON.
    package static func html(
      _ text: String = "<!DOCTYPE html><html><body>Sorry</body></html>", status: Int = 200, type: String = "text/html"
    ) -> Answer {
      Answer(status: status, headers: ["content-type": type], body: Array(text.utf8))
    }

    /// An empty body.
    package static func status(_ status: Int, headers: [String: String] = [:]) -> Answer {
      Answer(status: status, headers: headers)
    }

    package static func redirect(to location: String, status: Int = 302) -> Answer {
      Answer(status: status, headers: ["location": location])
    }

    package static let silence = Answer(delivery: .silence)
    package static let reset = Answer(delivery: .reset(after: nil))

    /// Exactly these bytes, HTTP or not.
    package static func raw(_ text: String) -> Answer {
      Answer(body: Array(text.utf8), delivery: .raw)
    }

    /// `total` bytes of blanks, which are JSON until the very end.
    package static func huge(bytes total: Int, announced: Bool = true) -> Answer {
      var answer = json(String(repeating: " ", count: 65_536))
      answer.delivery = .repeated(total: total, announced: announced)
      return answer
    }

    /// The same answer, delivered otherwise.
    package func delivered(_ delivery: Delivery) -> Answer {
      var answer = self
      answer.delivery = delivery
      return answer
    }

    /// Whether the connection is still good for another request.
    func send(over socket: AsyncSocket, withBody: Bool) async throws -> Bool {
      var length: Int? = body.count
      if case .repeated(let total, let announced) = delivery { length = announced ? total : nil }
      let head = Data(head(contentLength: length).utf8)

      switch delivery {
      case .whole:
        try await socket.write(head + (withBody ? body : []))
        return headers["connection"] != "close"
      case .truncated(let count):
        try await socket.write(head + body.prefix(count))
        return false
      case .dripping(let pause):
        try await socket.write(head)
        for byte in body {
          try await socket.write(Data([byte]))
          try await Task.sleep(for: pause)
        }
        return true
      case .repeated(let total, let announced):
        try await socket.write(head)
        var left = total
        while left > 0 {
          try await socket.write(Data(body.prefix(left)))
          left -= min(left, body.count)
        }
        return announced
      case .reset(let count):
        if let count { try await socket.write(head + body.prefix(count)) }
        Self.resetAtEnd(of: socket)
        return false
      case .raw:
        try await socket.write(Data(body))
        return false
      case .silence:
        // Ends by throwing: when the other end goes away, or when the server stops.
        while true { _ = try await socket.read(atMost: 4096) }
      case .steps(let steps):
        for step in steps {
          switch step {
          case .send(let text): try await socket.write(Data(text.utf8))
          case .over(let text, let times):
            let block = Data(String(repeating: text, count: min(times, 10_000)).utf8)
            for _ in 0..<max(1, times / 10_000) { try await socket.write(block) }
          case .wait(let time): try await Task.sleep(for: time)
          case .hold: while true { _ = try await socket.read(atMost: 4096) }
          case .keep: return true
          case .reset: Self.resetAtEnd(of: socket)
          }
        }
        return false
      }
    }

    /// Closing with a linger of no time sends RST in place of FIN.
    private static func resetAtEnd(of socket: AsyncSocket) {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket.socket.file.rawValue, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private func head(contentLength: Int?) -> String {
      var fields = headers
      if let contentLength { fields["content-length"] = String(contentLength) } else { fields["connection"] = "close" }
      let lines = fields.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }
      return "HTTP/1.1 \(status) Stand-In\r\n" + lines.joined() + "\r\n"
    }
  }
}
