import Disk

extension Database {
  /// What may go at any time: the answers, and the requests that were sent.
  static func cache(
    in folder: PrivateFolder, clock: @escaping @Sendable () -> SharedClock = { .now }
  ) -> Database {
    Database(
      "cache.db", in: folder, schema: AnswerStore.schema + ";" + SharedBudget.schema, version: 4,
      fill: { connection, isReplacement throws(DatabaseError) in
        // What was sent before is unknown, or in a file of an earlier version.
        if isReplacement || former.contains(where: folder.has) { try connection.run(SharedBudget.spent(at: clock())) }
      }, whenMade: { folder.remove(former) })
  }

  /// The files of earlier versions.
  private static let former = ["answers.db", "budget.db"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }
}
