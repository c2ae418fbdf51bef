import ArgumentParser

@main
struct Liner: AsyncParsableCommand {
  func run() async throws {}
}
