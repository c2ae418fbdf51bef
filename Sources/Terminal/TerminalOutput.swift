import Disk
package import Domain
import Glibc
package import Presentation
import Synchronization

/// Writes to a terminal, a pipe or a file, and combines small pieces into large writes.
package final class TerminalOutput: Sendable {
  /// Why output is no longer possible.
  package enum Failure: Error, Sendable, Equatable {
    /// The reader has gone (`liner … | head -1`): end quietly.
    case closed
    /// SIGINT arrived while the reader read nothing (`liner … | sleep 99`).
    case interrupted
    /// Anything else, such as a full disk.
    case failed(FileProblem)
  }

  private struct State {
    var buffer: [UInt8] = []
    var appearance: Appearance
    var failure: Failure?
  }

  package let descriptor: Int32
  private let capacity: Int
  private let redact: (@Sendable ([UInt8]) -> [UInt8]?)?
  /// Whether to stop waiting for a reader that does not read; nil unless the output is a pipe.
  private let isInterrupted: (@Sendable () -> Bool)?
  private let state: Mutex<State>
  /// Whether the appearance has control sequences; read without the lock, which a writer may hold.
  private let sendsSequences: Atomic<Bool>

  /// - Parameters:
  ///   - capacity: how many bytes are buffered until `flush()`; 0 for standard error, which is not buffered.
  ///   - redact: replaces bytes that contain a secret; returns nil for others.
  ///   - isInterrupted: whether SIGINT arrived, which ends a wait for the reader of a pipe.
  package init(
    descriptor: Int32 = STDOUT_FILENO, appearance: Appearance, capacity: Int = 65536,
    redact: (@Sendable ([UInt8]) -> [UInt8]?)? = nil, isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    self.redact = redact
    // A stopped terminal continues at Ctrl-C by itself, and a file never blocks.
    self.isInterrupted = StandardDescriptors.isPipe(descriptor) ? isInterrupted : nil
    (self.descriptor, self.capacity) = (descriptor, capacity)
    state = Mutex(State(appearance: appearance))
    sendsSequences = Atomic(appearance.isStyled || appearance.hasLinks)
    state.withLock { $0.buffer.reserveCapacity(capacity + 4096) }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How text looks from now on.
  package var appearance: Appearance {
    get { state.withLock { $0.appearance } }
    set {
      state.withLock { $0.appearance = newValue }
      sendsSequences.store(newValue.isStyled || newValue.hasLinks, ordering: .relaxed)
    }
  }

  /// The first failure; everything after it is dropped.
  package var failure: Failure? { state.withLock { $0.failure } }

  package func write(_ text: StyledText) { fill { $0.appearance.append(text, to: &$0.buffer) } }

  /// Writes bytes unchanged: liner's own control sequences, and data if the output is not a terminal. Never for text
  /// from elsewhere to a terminal.
  package func write(raw bytes: [UInt8]) { fill { $0.buffer.append(contentsOf: bytes) } }

  private func fill(_ add: (inout State) -> Void) {
    state.withLock { state in
      add(&state)
      if state.buffer.count > capacity { send(&state) }
    }
  }

  /// Ends an unfinished control sequence. On Ctrl-C, the terminal discards what it has not shown yet, and would take
  /// the following output, such as the prompt, for the rest of a hyperlink's address.
  package func endCutSequence() {
    guard sendsSequences.load(ordering: .relaxed), Self.isTerminal(descriptor) else { return }
    // ST, and the default style.
    Self.write("\u{1B}\\\u{1B}[m", to: descriptor)
  }

  /// Writes out the buffer.
  /// - Returns: the first failure, now or earlier.
  @discardableResult
  package func flush() -> Failure? {
    state.withLock { state in
      send(&state)
      return state.failure
    }
  }

  private func send(_ state: inout State) {
    if let redact = redact?(state.buffer) { state.buffer = redact }
    if state.failure == nil {
      state.failure = state.buffer.withUnsafeBytes { Self.write($0, to: descriptor, until: isInterrupted) }
    }
    state.buffer.removeAll(keepingCapacity: true)
  }

  /// Writes text at once, without any buffer.
  static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Failure? {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all of `bytes`, in as many calls as it takes.
  /// - Parameter isInterrupted: called while the reader of a pipe does not read; true stops the write.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, until isInterrupted: (@Sendable () -> Bool)? = nil
  ) -> Failure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      var most = rest.count
      if let isInterrupted {
        guard waitForEvents(on: [(descriptor, POLLOUT)], atMost: 100) != nil else {
          if isInterrupted() { return .interrupted }
          continue
        }
        // A pipe with room accepts this much without blocking (pipe(7)); a blocked write could not be interrupted.
        most = min(most, Int(PIPE_BUF))
      }
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, most)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForEvents(on: [(descriptor, POLLOUT)])
      case EPIPE: return .closed
      case let code: return .failed(FileProblem(errno: code))
      }
    }
    return nil
  }
}
