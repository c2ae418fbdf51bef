import Domain
import Testing

@testable import Catalogs
@testable import Wire

/// Clients of the declarations that come along, over answers of the test's own.
enum DeclaredStub {
  /// - Parameter environment: a token is there already.
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
