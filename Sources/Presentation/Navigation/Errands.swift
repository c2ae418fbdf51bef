import Domain

/// Work that changes no screen but takes its time.
extension Coordinator {
  /// Carries out what changes no screen but takes its time, such as playing; `cancelLoad` cancels it, and what it asks of
  /// services is noted beside what the command has asked so far.
  package func run<Value: Sendable>(
    _ errand: @escaping @Sendable () async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    let log = self.log ?? ExchangeLog()
    self.log = log
    let task = RequestContext.$current.withValue(context(log)) {
      Task { @concurrent in await result(of: errand) }
    }
    return try await cancellable(task).get()
  }

  /// Waits for `task`, which `cancelLoad` and cancelling the caller cancel.
  func cancellable<Value: Sendable>(_ task: Task<Value, Never>) async -> Value {
    cancelErrand = { task.cancel() }
    defer { cancelErrand = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
