/// A user's credentials for Mercado Libre: an access token, or an application with a refresh token.
package struct MercadoLibreCredentials: Sendable {
  var tokens: MercadoLibreTokenPair
  /// The application that the tokens belong to.
  var clientID: String?
  var clientSecret: String?
  /// Whether they replace those of a recorded session, which the recording does not contain.
  private(set) var areRecorded = false

  package init(
    accessToken: String? = nil, clientID: String? = nil, clientSecret: String? = nil, refreshToken: String? = nil
  ) {
    tokens = MercadoLibreTokenPair(accessToken: accessToken, refreshToken: refreshToken)
    self.clientID = clientID
    self.clientSecret = clientSecret
  }

  /// Reads the variables named below; a blank one counts as unset.
  package init(environment: [String: String]) {
    func value(_ name: String) -> String? {
      let text = environment[name]?.filter { !$0.isWhitespace } ?? ""
      return text.isEmpty ? nil : text
    }
    self.init(
      accessToken: value(Self.accessTokenName), clientID: value(Self.clientIDName),
      clientSecret: value(Self.clientSecretName), refreshToken: value(Self.refreshTokenName))
  }

  /// Credentials to replay any recording with: the original ones are removed from recordings.
  package static let recorded = {
    var credentials = MercadoLibreCredentials(
      accessToken: "recorded", clientID: "recorded", clientSecret: "recorded", refreshToken: "recorded")
    credentials.areRecorded = true
    return credentials
  }()

  private static let accessTokenName = "MERCADOLIBRE_ACCESS_TOKEN"
  private static let clientIDName = "MERCADOLIBRE_CLIENT_ID"
  private static let clientSecretName = "MERCADOLIBRE_CLIENT_SECRET"
  private static let refreshTokenName = "MERCADOLIBRE_REFRESH_TOKEN"

  /// The sets of variables that would each suffice; of the second set only what is still missing.
  var wanted: [[String]] {
    if areRecorded { return MercadoLibreCredentials().wanted }
    let renewal = [
      (Self.clientIDName, clientID), (Self.clientSecretName, clientSecret),
      (Self.refreshTokenName, tokens.refreshToken),
    ]
    return [[Self.accessTokenName], renewal.filter { $0.1 == nil }.map(\.0)].filter { !$0.isEmpty }
  }
}

/// An access token, valid for six hours, and the refresh token that can be exchanged once for the next pair.
struct MercadoLibreTokenPair: Sendable, Hashable {
  var accessToken: String?
  var refreshToken: String?
}
