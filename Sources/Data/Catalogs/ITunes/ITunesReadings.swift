import Wire
import Domain
import Synchronization

/// What the latest answers were read as: going to and fro, one sees the same few again and again.
final class ITunesReadings: Sendable {
  struct Key: Sendable, Hashable {
    let request: HTTPRequest
    let storefront: String?
    let reading: String
  }

  private struct Reading: Sendable {
    let key: Key
    let body: [UInt8]
    let records: ITunesRecords
  }

  private static let most = 8
  private static let mostRows = 800

  /// The latest one last.
  private let kept = Mutex<[Reading]>([])

  /// What `response` was read as before; nil where it is another answer by now.
  func records(of key: Key, in response: HTTPResponse) -> ITunesRecords? {
    kept.withLock { kept in
      guard let reading = kept.last(where: { $0.key == key }), response.status == 200, reading.body == response.body
      else { return nil }
      return reading.records
    }
  }

  func keep(_ records: ITunesRecords, of key: Key, in response: HTTPResponse) {
    guard response.status == 200 else { return }
    kept.withLock { kept in
      kept.removeAll { $0.key == key }
      kept.append(Reading(key: key, body: response.body, records: records))
      while kept.count > Self.most || kept.reduce(0, { $0 + $1.records.entries.count }) > Self.mostRows {
        kept.removeFirst()
      }
    }
  }
}
