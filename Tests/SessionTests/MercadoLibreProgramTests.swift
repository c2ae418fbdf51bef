import Foundation
import Synchronization
import TestSupport
import Testing

/// The program, killed while its token is being renewed. `Shell/tokens.txt` covers the rest about tokens.
@Suite(.timeLimit(.minutes(10)))
struct MercadoLibreProgramTests {
  private let state = TemporaryFolder()

  /// The signal arrives when the old token is used up and the new one has not arrived.
  @Test(arguments: [SIGTERM, SIGHUP])
  func `the replacement of a used token is saved before a signal ends the program`(signal: Int32) async throws {
    let folder = state
    let isRenewed = Mutex(false)
    try await StandInServer.run { request in
      if request.method == "POST", let process = folder.read("pid").flatMap({ Int32($0.dropLast()) }) {
        isRenewed.withLock { $0 = true }
        kill(process, signal)
        return .json(#"{"access_token":"A1","refresh_token":"R1"}"#)
      }
      // The program must not exit by itself before the signal.
      return isRenewed.withLock(\.self)
        ? .silence : .json(#"{"message":"invalid access token","status":401}"#, status: 401)
    } body: { server in
      let run = try await BuiltProgram.shell(
        "(echo $BASHPID > pid; exec $liner --catalog mercadolibre -c 'search mate') & wait $!", in: folder,
        environment: [
          "LINER_MERCADOLIBRE_URL": server.url, "XDG_STATE_HOME": folder.path, "MERCADOLIBRE_ACCESS_TOKEN": "A0",
          "MERCADOLIBRE_CLIENT_ID": "app", "MERCADOLIBRE_CLIENT_SECRET": "hush", "MERCADOLIBRE_REFRESH_TOKEN": "R0",
        ])
      #expect(run.status == 128 + signal)
      #expect(
        folder.read("liner/credentials/mercadolibre.json")?.contains(
          #""also":{"accessToken":"A1","refreshToken":"R1"}"#)
          == true)
    }
  }
}
