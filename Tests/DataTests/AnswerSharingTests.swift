import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Wire

/// Tests with several requests at the same time.
extension AnswerStoreTests {
  /// How many of `asking` reached the service; all of them must get its answer.
  private func requests(of asking: [Task<Transfer, Never>]) async -> Int {
    var count = 0
    for task in asking {
      #expect(await task.value.body == Self.results.body)
      count += await task.value.source == .network ? 1 : 0
    }
    return count
  }

  @Test func `sessions with the same request at the same time send it once`() async {
    let (gate, begun) = (Gate(), Gate())
    let below = ScriptedLayer(Self.results)
    let asking = (1...5).map { _ in
      Task {
        // Long enough that no task on a busy machine stops waiting.
        await store(timeout: .seconds(600)).keeping { request in
          let answer = await below.transfer(request)
          begun.open()
          await gate.wait()
          return answer
        }(Self.search)
      }
    }
    await begun.wait()
    gate.open()
    #expect(await requests(of: asking) == 1)
  }

  @Test func `a process that reads the clock late does not see other processes' writes in the future`() async throws {
    let gate = Gate()
    let below = ScriptedLayer(Self.results)
    let looks = Mutex([Int](repeating: 0, count: 6))
    let ticks = Mutex<Int64>(0)
    let asking = (0..<6).map { number in
      let late = AnswerStore(
        .cache(in: PrivateFolder(path: folder.path("liner"))), timeout: .seconds(600), patience: .seconds(600)
      ) {
        // The time passes only when the clock is read, so that no waiting task counts as gone on a slow machine.
        let tick = ticks.withLock { ticks in
          ticks += 1
          return ticks
        }
        let now = SharedClock(
          start: "first", sinceStart: 7_200_000_000_000 + tick * 1000, calendar: 1_795_000_000_000_000_000)
        looks.withLock { $0[number] += 1 }
        // Simulates a busy machine.
        usleep(.random(in: 0...30_000))
        return now
      }
      return Task {
        await late.keeping { request in
          let answer = await below.transfer(request)
          await gate.wait()
          return answer
        }(Self.search)
      }
    }
    // Until each task either sends the request or has looked twice.
    try await until { looks.withLock { $0.count { $0 > 1 } } + below.requests.count >= 6 }
    gate.open()
    #expect(await requests(of: asking) == 1)
  }

  @Test func `a waiting process sends the request itself if the first one fails, is slow, or is dead`() async {
    for reason in ["fails", "is slow", "is gone"] {
      let (gate, begun) = (Gate(), Gate())
      let first = Task {
        await store().keeping { _ in
          begun.open()
          await gate.wait()
          return .answer(500, "")
        }(Self.search)
      }
      await begun.wait()
      let waiting = Task {
        await store(timeout: reason == "is slow" ? .milliseconds(50) : .seconds(50)).keeping { _ in
          .answer(200, #"{"results":["\#(reason)"]}"#)
        }(HTTPRequest(url: Self.search.url))
      }
      if reason == "fails" { gate.open() }
      // As if the process had been killed: its lease is not renewed in time.
      if reason == "is gone" { time.pass(.seconds(3)) }
      #expect(await waiting.value.body == #"{"results":["\#(reason)"]}"#)
      gate.open()
      _ = await first.value
      time.pass(.seconds(3600))
    }
  }

  @Test func `a cancelled wait ends at once, and a cancelled request is not waited for`() async {
    let (gate, begun) = (Gate(), Gate())
    let first = Task {
      await store().keeping { _ in
        begun.open()
        await gate.wait()
        return .failure(.cancelled)
      }(Self.search)
    }
    await begun.wait()
    let second = Task { await ask(Self.search) }
    second.cancel()
    #expect(await second.value.error == .cancelled)
    first.cancel()
    gate.open()
    _ = await first.value
    #expect(await ask(Self.search, Self.results).source == .network)
  }
}
