import ArgumentParser
import Domain
import Foundation
import Glibc
import Presentation
import Terminal

@main
struct Liner: ParsableCommand {
  static let version = "1.0.0"
  static let configuration = CommandConfiguration(
    commandName: "liner", abstract: "A line-oriented shell for exploring media catalogs.", version: version)

  @OptionGroup var options: Options

  func run() throws {
    // Before the runtime of Swift Concurrency takes the numbers of those that are closed, which is why `main` is not
    // asynchronous.
    StandardDescriptors.open()
    if options.generateManual { return print(Manual(commands: Command.all).text, terminator: "") }
    let environment = ProcessInfo.processInfo.environment
    let session: Session
    do throws(CommandError) {
      session = try Session(options, environment: environment)
    } catch  where error.code == .file {
      // The options are right; what they name is not.
      let message = StyledText(lines: ["liner: " + ErrorMessages.sentence(for: error)])
      TerminalOutput(descriptor: STDERR_FILENO, appearance: .plain, capacity: 0).write(message)
      throw ExitCode(1)
    } catch {
      throw ValidationError(ErrorMessages.sentence(for: error))
    }
    Task {
      let status = await session.run()
      fflush(nil)
      // Not `exit`: it runs the handlers of libcurl and OpenSSL, which a transfer that was cancelled may still be using.
      _exit(status)
    }
    while true { pause() }
  }
}
