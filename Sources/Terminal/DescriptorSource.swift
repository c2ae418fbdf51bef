package import Disk
import Domain
package import Presentation
import Synchronization

/// The lines of a pipe or a file, read in chunks on demand.
package final class DescriptorSource: LineSource {
  private let input: Input
  private let name: String
  private let interruption: Interruption
  private let state: Mutex<(lines: LineSplitter, isAtEnd: Bool)>

  /// - Parameters:
  ///   - descriptor: open for reading.
  ///   - name: its name in errors, such as `stdin`.
  ///   - interruption: ends a wait for input.
  package convenience init(descriptor: CInt, name: String, interruption: Interruption) {
    self.init(Input(descriptor: descriptor, name: name), name: name, interruption: interruption)
  }

  /// Opens the script at `path`.
  /// - Parameter mayBePipe: whether a pipe or a terminal is accepted.
  package convenience init(
    path: String, mayBePipe: Bool = true, in places: BaseFolders, interruption: Interruption
  ) throws(CommandError) {
    let input = try described { try Input(path: path, mayBePipe: mayBePipe, in: places) }
    self.init(input, name: path, interruption: interruption)
  }

  private init(_ input: Input, name: String, interruption: Interruption) {
    (self.input, self.name, self.interruption) = (input, name, interruption)
    state = Mutex((LineSplitter(source: name), false))
  }

  /// Whether no line was read.
  package var isEmpty: Bool { state.withLock { $0.lines.number == 0 } }

  package func nextIfReady() -> LineEvent? { state.withLock { $0.lines.next() } }

  package func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
    while true {
      let (event, isAtEnd) = state.withLock { state in
        (state.lines.next() ?? (state.isAtEnd ? state.lines.last() : nil), state.isAtEnd)
      }
      if let event { return event }
      if isAtEnd { return .end }
      do throws(FileError) {
        let bytes = try await chunk(beforeWaiting: beforeWaiting)
        state.withLock { state in
          if bytes.isEmpty { state.isAtEnd = true } else { state.lines.append(bytes) }
        }
      } catch {
        if error.problem == .cancelled { return .interrupted }
        let number = state.withLock { state in
          state.isAtEnd = true
          return state.lines.number + 1
        }
        return .unreadable(CommandError(error), Line(source: name, number: number))
      }
    }
  }

  private func chunk(beforeWaiting: () -> Void) async throws(FileError) -> [UInt8] {
    if let bytes = try input.nextIfReady() { return bytes }
    beforeWaiting()
    let next = await interruption.value { [input] in
      await result { () throws(FileError) in try await input.next() }
    }
    return try next.get()
  }
}
