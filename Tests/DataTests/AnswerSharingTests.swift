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
      // As if another process had sent the request and been killed.
      if reason == "is gone" { folder.sql("UPDATE flights SET process = '1 0 boot'", in: "liner/cache.db") }
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
