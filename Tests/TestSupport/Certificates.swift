import Foundation
import Glibc

/// Certificates signed by an authority made for the test, and others that are not right, made by `openssl`.
package final class Certificates: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case good, untrusted, expired, notYetValid, wrongHost
  }

  package let folder = TemporaryFolder()

  /// The certificate of the authority, for `SSL_CERT_FILE`.
  package var authority: String { folder.path("known.pem") }

  package init() async throws {
    folder.write(Self.configuration, to: "openssl.cnf")
    let run = try await BuiltProgram.shell(Self.script, in: folder)
    guard run.status == 0 else { throw Failure(words: run.errorText) }
  }

  /// What `openssl` said.
  package struct Failure: Error {
    package let words: String
  }

  private static let configuration = """
    [req]
    distinguished_name = dn
    x509_extensions = authority
    prompt = no
    [dn]
    CN = liner test
    [authority]
    basicConstraints = critical, CA:TRUE
    keyUsage = critical, keyCertSign, cRLSign
    subjectKeyIdentifier = hash
    [ca]
    default_ca = store
    [store]
    database = index
    new_certs_dir = .
    rand_serial = yes
    default_md = sha256
    policy = any
    unique_subject = no
    [any]
    commonName = supplied

    """

  private static let script = """
    set -e
    export OPENSSL_CONF=$PWD/openssl.cnf
    key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
    : > index
    for signer in known unknown; do openssl req -x509 $key -keyout $signer.key -out $signer.pem -days 30; done
    leaf() {
      openssl req $key -keyout $1.key -out $1.csr
      echo "subjectAltName = $3" > $1.ext
      openssl ca -batch -notext -in $1.csr -cert $2.pem -keyfile $2.key -extfile $1.ext -startdate $4 -enddate $5 \\
        -out $1.pem
    }
    here=DNS:localhost,IP:127.0.0.1
    leaf good known $here 20200101000000Z 20990101000000Z
    leaf untrusted unknown $here 20200101000000Z 20990101000000Z
    leaf expired known $here 20200101000000Z 20210101000000Z
    leaf notYetValid known $here 20980101000000Z 20990101000000Z
    leaf wrongHost known DNS:elsewhere.example 20200101000000Z 20990101000000Z
    """
}

/// A server that speaks TLS, by `openssl s_server`: one connection after the other.
package enum TLSServer {
  package enum Manner: Sendable, Equatable {
    /// Answers each path with the bytes under its name, without the leading slash, and closes.
    case answering([String: String])
    /// Shakes hands and never says anything more.
    case silent
  }

  /// Hands `body` the URL, `https://localhost:PORT`, without a slash at its end.
  /// - Parameter options: more of them for `s_server`.
  package static func run<Value: Sendable>(
    with kind: Certificates.Kind = .good, of certificates: Certificates, _ manner: Manner, options: [String] = [],
    body: (String) async throws -> Value
  ) async throws -> Value {
    var arguments =
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "\(kind).pem", "-key", "\(kind).key"] + options
    if case .answering(let answers) = manner {
      for (name, answer) in answers { certificates.folder.write(answer, to: name) }
      arguments.append("-HTTP")
    }
    // Held open: at its end the server would end too.
    let input = Pipe()
    let output = Pipe()
    let server = try StartedProgram(
      "/usr/bin/env", arguments, environment: ProcessInfo.processInfo.environment, in: certificates.folder.path,
      input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
    // Otherwise the output would not end with the server.
    try output.fileHandleForWriting.close()
    defer { server.send(SIGKILL) }
    var text = ""
    var port: Substring?
    while port == nil, case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      text += String(decoding: data, as: UTF8.self)
      port =
        text.split(separator: "\n").first { $0.hasPrefix("ACCEPT 127") && text.contains($0 + "\n") }?
        .split(separator: ":").last
    }
    // It tells of each connection, and would wait for whoever does not read that.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    defer { output.fileHandleForReading.readabilityHandler = nil }
    guard let port else { throw Certificates.Failure(words: text) }
    return try await body("https://localhost:\(port)")
  }
}
