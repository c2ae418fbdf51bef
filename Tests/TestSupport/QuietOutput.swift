package import Presentation
import Synchronization

/// What an output does where a test does not say otherwise.
extension Output {
  package func write(verbatim text: String) { write(StyledText(data: text)) }
  package func flush() {}
  package var isClosed: Bool { false }
  package var size: (columns: Int, rows: Int)? { nil }
  package var diagnosticsWidth: Int? { nil }
  package var hasLinks: Bool { false }
  package func adopt(_ settings: Settings) {}
  package func note(_ line: @autoclosure () -> Line?) {}
  package var audience: (any Audience)? { nil }

  package func asking<Value>(
    _ catalog: String, _ body: () async throws -> Value
  ) async throws(CommandError) -> Value {
    do { return try await body() } catch { throw CommandError(error) }
  }
}

/// An output that drops everything but the latest line for programs.
package final class LatestData: Output {
  private let latest = Mutex<[UInt8]>([])
  package var bytes: [UInt8] { latest.withLock(\.self) }

  package init() {}

  package func write(_ results: StyledText) {}
  package func write(data: [UInt8]) { latest.withLock { $0 = data } }
  package func write(diagnostics: StyledText) {}
}
