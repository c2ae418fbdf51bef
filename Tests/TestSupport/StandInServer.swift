import FlyingSocks
import Foundation
import Glibc

/// A service to test against: real HTTP/1.1 over real sockets on 127.0.0.1, answering as the test says, rightly or wrongly.
///
/// Connections are kept alive and served side by side. The closure that answers may wait, for a `Gate` say, before it does.
///
///     try await StandInServer.run { request in .json(#"{"results":[]}"#) } body: { server in
///       ... ask server.url ...
///       #expect(await server.requests.map(\.path) == ["/search"])
///     }
package actor StandInServer {
  package typealias Answering = @Sendable (Request) async -> Answer

  package nonisolated let port: UInt16
  /// `http://127.0.0.1:PORT`, without a slash at its end.
  package nonisolated var url: String { "http://127.0.0.1:\(port)" }
  /// `127.0.0.1:PORT`, as errors name it.
  package nonisolated var host: String { "127.0.0.1:\(port)" }

  /// Every complete request so far, in the order of arrival.
  package private(set) var requests: [Request] = []
  /// How many connections were accepted so far.
  package private(set) var connections = 0
  /// How many times the other end went away before it had the whole answer; only `silence` and long bodies can tell.
  package private(set) var hangUps = 0

  private let answering: Answering
  private let listener: AsyncSocket
  private var serving: Task<Void, Never>?

  private init(answering: @escaping Answering, pool: some AsyncSocketPool) throws {
    self.answering = answering
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen()
    port = try Self.port(of: socket)
    listener = try AsyncSocket(socket: socket, pool: pool)
  }

  /// Listens on a free port until `stop`.
  package static func start(answering: @escaping Answering) async throws -> StandInServer {
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    let server = try StandInServer(answering: answering, pool: pool)
    await server.serve(on: pool)
    return server
  }

  /// Closes every connection and the port.
  package func stop() async {
    serving?.cancel()
    await serving?.value
    serving = nil
  }

  /// Starts a server, hands it to `body` and stops it.
  package static func run<Value: Sendable>(
    answering: @escaping Answering, body: (StandInServer) async throws -> Value
  ) async throws -> Value {
    let server = try await start(answering: answering)
    do {
      let value = try await body(server)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  /// The same with one answer to every request.
  package static func run<Value: Sendable>(
    answering answer: Answer, body: (StandInServer) async throws -> Value
  ) async throws -> Value {
    try await run(answering: { _ in answer }, body: body)
  }

  /// Hands `body` a URL at which every connection is refused: its port is taken, and nobody listens.
  package static func withRefusedURL<Value: Sendable>(_ body: (String) async throws -> Value) async throws -> Value {
    let socket = try Socket(domain: AF_INET, type: .stream)
    defer { try? socket.close() }
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    return try await body("http://127.0.0.1:\(Self.port(of: socket))")
  }

  /// Waits until `count` requests have come in.
  package func waitForRequests(_ count: Int) async { try? await until { requests.count >= count } }

  /// Waits until the other end has gone away `count` times before it had the whole answer.
  package func waitForHangUps(_ count: Int) async { try? await until { hangUps >= count } }

  private func serve(on pool: some AsyncSocketPool) {
    let listener = listener
    serving = Task {
      await withDiscardingTaskGroup { group in
        group.addTask { try? await pool.run() }
        while !Task.isCancelled, let socket = try? await listener.accept() {
          connections += 1
          group.addTask { await self.converse(over: socket) }
        }
        group.cancelAll()
      }
      try? listener.close()
    }
  }

  /// Serves one connection until either end closes it.
  private nonisolated func converse(over socket: AsyncSocket) async {
    defer { try? socket.close() }
    var reader = RequestReader(socket: socket)
    while let request = try? await reader.next() {
      await note(request)
      let answer = await answering(request)
      do {
        guard try await answer.send(over: socket, withBody: request.method != "HEAD") else { return }
      } catch {
        // The server's own end, not the client's, is what cancelled this.
        if !Task.isCancelled { await noteHangUp() }
        return
      }
    }
  }

  private func note(_ request: Request) {
    requests.append(request)
  }

  private func noteHangUp() {
    hangUps += 1
  }

  private static func port(of socket: Socket) throws -> UInt16 {
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    return port
  }
}
