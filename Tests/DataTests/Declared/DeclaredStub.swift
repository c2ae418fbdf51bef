import Domain
import Testing

@testable import Catalogs
@testable import Wire

/// Clients of the shipped declarations, with made-up answers.
enum DeclaredStub {
  /// - Parameter environment: by default it contains a token.
  static func shipped(
    _ name: String, environment: [String: String] = [:], fetch: @escaping HTTPFetch
  ) throws -> DeclaredClient {
    let bytes = try #require(ShippedDeclarations.bytes(of: name))
    let declaration = try DeclarationChecker.check(bytes).get()
    var token = Dictionary((declaration.credentials?.asked ?? []).map { (declaration.variable(of: $0.name), "T0") }) {
      $1
    }
    if declaration.own != nil { token[declaration.baseVariable] = "https://own.example.org" }
    return DeclaredClient(declaration, environment: token.merging(environment) { $1 }, version: "1.0.0", fetch: fetch)
  }
}
