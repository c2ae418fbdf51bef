import Disk
import Domain
import Glibc
import Presentation
import TestSupport
import Testing
import Wire

extension FuzzTests {
  /// Old files beside those of a session. Some have names similar to liner's own.
  private static let bystanders = [
    ".liner-notes", ".liner-", ".liner-favorites", ".liner-0123456789abcdefghijklmnop", "favs~", ".favs.swp",
    "favs.part",
    ".liner-0123456789abcdefghijklmno.unfinished", ".liner-0123456789abcdefghijklmnOp.unfinished", "favs.unfinished",
  ]

  @Test func `a session changes no file that no command names`() async {
    await fuzz("files", fewest: 20) { dice in
      let folder = TemporaryFolder()
      for name in Self.bystanders {
        folder.write("mine: \(name)", to: name)
        let past = timespec(tv_sec: time(nil) - 172_800, tv_nsec: 0)
        utimensat(AT_FDCWD, folder.path(name), [past, past], 0)
      }
      let files = DiskFiles(BaseFolders([:]))
      var resources = Resources()
      resources.openStore = { FavoritesFile(path: $0, files: files) }
      let coordinator = Coordinator(clients: [ModelCatalog()], start: "model", resources: resources)
      var named: Set<String> = []
      var lines: [String] = []
      for _ in 0..<dice.number(4...30) {
        let name = dice.pick(["favs", "a.csv", "b.jsonl", "c.md", "favs.opml"])
        let path = folder.path(name)
        let line = dice.pick([
          "search vivaldi", "search a", "open song", "star 1-2", "star all", "unstar 1", "undo", "favs", "back",
          "reload",
          "set favorites \(folder.path("favs"))", "set favorites memory", "export \(path) --force", "> \(path)",
          "artwork 1 --save \(path)", "source \(path)",
        ])
        lines.append(line)
        if line.contains(folder.path) { named.insert(line.contains("favorites") ? "favs" : name) }
        await Self.run(line, on: coordinator, files)
      }
      let told = "after \(lines.joined(separator: "; "))"
      for name in Self.bystanders { try claim(folder.read(name) == "mine: \(name)", "\(name) changed \(told)") }
      let there = Set(folder.names).subtracting(Self.bystanders)
      try claim(there.isSubset(of: named), "\(there.subtracting(named)) came about \(told)")
    }
  }

  private static func run(_ line: String, on coordinator: Coordinator, _ files: any Files) async {
    let repl = await Repl(
      on: coordinator, output: LatestData(),
      interruption: Interruption(),
      options: Repl.Options(keepsGoing: true), files: files,
      outside: Outside(
        desktop: NoDesktop(), fetch: { _ throws(CatalogError) in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] },
        budgets: { [] }),
      openScript: { path throws(CommandError) in throw .file(path: path, .notFound) })
    _ = await repl.run(ArraySource(line, source: "files"))
  }
}
