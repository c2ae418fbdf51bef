import Foundation
import Glibc

/// Where the latest pair of tokens is kept between sessions, readable for its owner alone.
package struct MercadoLibreTokenFile: Sendable {
  let path: String

  package init(path: String) { self.path = path }

  /// In the user's folder for what programs keep: `$XDG_STATE_HOME`, or `.local/state` at home.
  package init(environment: [String: String]) {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    self.init(path: (state ?? home + "/.local/state") + "/liner/mercadolibre.json")
  }

  /// What went wrong, in the system's own words.
  struct Failure: Error {
    let reason: String

    fileprivate init() { reason = String(cString: strerror(errno)) }
    fileprivate init(_ error: any Error) { reason = (error as NSError).localizedDescription }
  }

  /// The pair kept for the application `clientID`; nil where there is none, or the file is not one of liner's.
  /// - Parameter clientID: nil for any.
  func pair(for clientID: String?) -> MercadoLibreTokenPair? {
    guard let content = FileManager.default.contents(atPath: path), let json = try? JSONValue(parsing: Array(content))
    else { return nil }
    let owner = json["client_id"]?.key
    if let owner, let clientID, owner != clientID { return nil }
    let pair = MercadoLibreTokenPair(
      accessToken: json["access_token"]?.text, refreshToken: json["refresh_token"]?.text)
    return pair.accessToken == nil && pair.refreshToken == nil ? nil : pair
  }

  /// Makes sure that `write` will find a folder it can write to, and keeps other sessions of liner away meanwhile.
  ///
  /// Waits for a session that is at it already, for as long as its request may take.
  func claim() async throws(Failure) -> Claim {
    makeFolder()
    let claim = Claim(folder: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard claim.folder >= 0 else { throw Failure() }
    for _ in 0..<600 where !claim.isSole { try? await Task.sleep(for: .milliseconds(50)) }
    do throws(Failure) {
      guard claim.isSole else { throw Failure() }
      try writeBeside([])
      unlink(pathBeside)
      return claim
    } catch {
      claim.release()
      throw error
    }
  }

  /// A lock on the folder, which ends with the process at the latest.
  struct Claim {
    fileprivate let folder: Int32

    /// A file system without locks has no sessions to wait for that could be told apart.
    fileprivate var isSole: Bool { flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    func release() { close(folder) }
  }

  /// Makes what is missing of the folder; another session may be at it too, so what is there already is no failure.
  private func makeFolder() {
    var path = ""
    for name in folder.split(separator: "/") {
      path += "/" + name
      mkdir(path, 0o700)
    }
  }

  /// Replaces what is kept: whoever reads meanwhile finds the old pair or the new one, whole, and so does who comes
  /// after a crash.
  func write(_ pair: MercadoLibreTokenPair, for clientID: String?) throws(Failure) {
    let members = [
      "client_id": clientID, "access_token": pair.accessToken, "refresh_token": pair.refreshToken,
    ].compactMapValues(\.self)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try writeBeside(Array(try encoder.encode(members)))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(error)
    }
    guard rename(pathBeside, path) == 0 else { throw Failure() }
    // Only then is the new name on the disk too.
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }

  private var folder: String { (path as NSString).deletingLastPathComponent }
  private var pathBeside: String { path + ".new" }

  private func writeBeside(_ bytes: [UInt8]) throws(Failure) {
    // What a crash left behind may have been opened by somebody, or may have other permissions.
    unlink(pathBeside)
    let file = open(pathBeside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure() }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard written >= 0 || errno == EINTR else { throw Failure() }
      rest = rest.dropFirst(max(0, written))
    }
    guard fsync(file) == 0 else { throw Failure() }
  }
}
