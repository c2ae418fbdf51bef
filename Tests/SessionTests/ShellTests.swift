import Foundation
import TestSupport
import Testing

/// The built program as a shell runs it, as text: one of `Shell/*.txt`.
///
///     # what it promises
///     services: itunes, feeds               who answers on loopback, each below `http://HOST/NAME`, feeds anywhere; see `ShellService`
///     world: elsewhere                      further lines of this kind, which `Shell/elsewhere.world` has
///     with: requests                        it tells what the services were asked
///     /itunes/search?term=x -> {"results":[]}
///     file tour.liner: search x\nquit\n     a file in the folder where it runs, which is the home folder too
///     $ $liner --offline tour.liner         what bash is told; `$liner` is the program, `$URL` is `http://HOST`
///     x                                     what it prints, with HOME for the folder and HOST for the services
///     /itunes/search -> 500                 what is answered from here on
///     ! liner: …                            what goes to standard error
///     [1]                                   its status, if that is not 0
///     [asked GET /itunes/search?term=x]     with the body and the authorization, in alphabetical order
struct ShellCase {
  private let head: [String]
  private let steps: ArraySlice<String>
  private var names: [String] = []
  private var tellsRequests = false
  private var files: [(name: String, text: String)] = []
  private let service: ShellService

  init(_ text: TextCase) throws {
    let first = text.lines.firstIndex { $0.hasPrefix("$ ") } ?? text.lines.endIndex
    let setup = text.lines[..<first]
    head = ["# " + text.testDescription] + setup
    steps = text.lines[first...]
    let lines = try setup.flatMap { try Self.lines(of: $0, beside: text.file) }
    service = try ShellService(lines.filter { " /".contains($0.prefix(1)) })
    for line in lines where !" /".contains(line.prefix(1)) {
      let parts = try #require(line.wholeMatch(of: /(\w+)( [^:]*)?: (.*)/), "\(line)")
      let value = String(parts.3)
      switch parts.1 {
      case "services": names = value.components(separatedBy: ", ")
      case "with":
        try #require(value == "requests", "\(line)")
        tellsRequests = true
      default: files.append((String((parts.2 ?? "").dropFirst()), value.replacing(#"\n"#, with: "\n")))
      }
    }
  }

  /// A line of the setup, or the lines of the world that it names.
  private static func lines(of line: String, beside file: URL) throws -> [String] {
    guard line.hasPrefix("world: ") else { return [line] }
    let world = file.deletingLastPathComponent().appending(path: line.dropFirst(7) + ".world")
    return try String(contentsOf: world, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The case's text with the actual result below each shell line.
  func played() async throws -> String {
    let folder = TemporaryFolder()
    return try await StandInServer.run { [service] in
      service.answer(to: $0)
    } body: { server in
      for file in files { folder.write(file.text.replacing("HOST", with: server.host), to: file.name) }
      var lines = head
      for step in steps {
        if step.hasPrefix("/"), step.contains(" -> ") {
          try service.prefer(step)
          lines.append(step)
        } else if step.hasPrefix("$ ") {
          lines += [step] + (try await printed(by: String(step.dropFirst(2)), in: folder, at: server))
        }
      }
      return lines.joined(separator: "\n").replacing(folder.path, with: "HOME").replacing(server.host, with: "HOST")
    }
  }

  private func printed(
    by line: String, in folder: TemporaryFolder, at server: StandInServer
  ) async throws -> [String] {
    var environment = ["URL": server.url]
    for name in names {
      environment["LINER_\(name.uppercased())_URL"] = server.url + (name == "feeds" ? "" : "/" + name)
    }
    let before = await server.requests.count
    let run = try await BuiltProgram.shell(line, in: folder, environment: environment)
    let errors = run.errorText.split(separator: "\n", omittingEmptySubsequences: false).map { "! " + $0 }
    var lines = Array(run.lines.dropLast(run.text.hasSuffix("\n") || run.text.isEmpty ? 1 : 0))
    lines += errors.dropLast(run.errorText.hasSuffix("\n") || run.errorText.isEmpty ? 1 : 0)
    if run.status != 0 { lines.append("[\(run.status)]") }
    if tellsRequests { lines += await server.requests.dropFirst(before).map(Self.text).sorted() }
    return lines
  }

  private static func text(of request: StandInServer.Request) -> String {
    let target = request.target.removingPercentEncoding ?? request.target
    let rest = [String(decoding: request.body, as: UTF8.self), request.headers["authorization"] ?? ""]
    return "[asked \(([request.method, target] + rest.filter { !$0.isEmpty }).joined(separator: " "))]"
  }
}

@Suite(.timeLimit(.minutes(5)))
struct ShellTests {
  @Test(arguments: TextCase.all(in: "Shell", least: 30))
  func `a shell session matches its transcript`(_ one: TextCase) async throws {
    try await one.check { try await ShellCase($0).played() }
  }
}
