import Domain

/// The countries that have a store, by ISO 3166-1 code; the service refuses any other.
enum ITunesStorefronts {
  /// The service's default.
  static let standard = "US"

  private static let entries: [(code: String, name: String)] = table.fields(separatedBy: UInt8(ascii: "\n")).map {
    (String($0.prefix(2)), String($0.dropFirst(3)))
  }

  static let names = Dictionary(entries, uniquingKeysWith: { first, _ in first })

  /// The storefronts of a look around the world: sixty on all continents, the largest of each.
  static let world =
    """
    US CA MX BR AR CL CO PE GB IE FR DE AT CH IT ES PT NL BE LU DK SE NO FI IS PL CZ SK HU RO BG GR TR UA RU KZ IL SA AE \
    EG NG KE GH ZA MA TN IN PK LK TH VN MY SG ID PH HK TW JP KR AU NZ
    """.fields(separatedBy: UInt8(ascii: " "))

  /// In the alphabetical order of the table.
  static let codes = entries.map(\.code)

  private static let table = """
    AE United Arab Emirates
    AF Afghanistan
    AG Antigua and Barbuda
    AI Anguilla
    AL Albania
    AM Armenia
    AO Angola
    AR Argentina
    AT Austria
    AU Australia
    AZ Azerbaijan
    BA Bosnia and Herzegovina
    BB Barbados
    BE Belgium
    BF Burkina Faso
    BG Bulgaria
    BH Bahrain
    BJ Benin
    BM Bermuda
    BN Brunei
    BO Bolivia
    BR Brazil
    BS Bahamas
    BT Bhutan
    BW Botswana
    BY Belarus
    BZ Belize
    CA Canada
    CD Congo (Kinshasa)
    CG Congo (Brazzaville)
    CH Switzerland
    CI Côte d’Ivoire
    CL Chile
    CM Cameroon
    CN China
    CO Colombia
    CR Costa Rica
    CV Cabo Verde
    CY Cyprus
    CZ Czechia
    DE Germany
    DK Denmark
    DM Dominica
    DO Dominican Republic
    DZ Algeria
    EC Ecuador
    EE Estonia
    EG Egypt
    ES Spain
    FI Finland
    FJ Fiji
    FM Micronesia
    FR France
    GA Gabon
    GB United Kingdom
    GD Grenada
    GE Georgia
    GH Ghana
    GM Gambia
    GR Greece
    GT Guatemala
    GW Guinea-Bissau
    GY Guyana
    HK Hong Kong
    HN Honduras
    HR Croatia
    HU Hungary
    ID Indonesia
    IE Ireland
    IL Israel
    IN India
    IQ Iraq
    IS Iceland
    IT Italy
    JM Jamaica
    JO Jordan
    JP Japan
    KE Kenya
    KG Kyrgyzstan
    KH Cambodia
    KN Saint Kitts and Nevis
    KR South Korea
    KW Kuwait
    KY Cayman Islands
    KZ Kazakhstan
    LA Laos
    LB Lebanon
    LC Saint Lucia
    LK Sri Lanka
    LR Liberia
    LT Lithuania
    LU Luxembourg
    LV Latvia
    LY Libya
    MA Morocco
    MD Moldova
    ME Montenegro
    MG Madagascar
    MK North Macedonia
    ML Mali
    MM Myanmar
    MN Mongolia
    MO Macao
    MR Mauritania
    MS Montserrat
    MT Malta
    MU Mauritius
    MV Maldives
    MW Malawi
    MX Mexico
    MY Malaysia
    MZ Mozambique
    NA Namibia
    NE Niger
    NG Nigeria
    NI Nicaragua
    NL Netherlands
    NO Norway
    NP Nepal
    NR Nauru
    NZ New Zealand
    OM Oman
    PA Panama
    PE Peru
    PG Papua New Guinea
    PH Philippines
    PK Pakistan
    PL Poland
    PT Portugal
    PW Palau
    PY Paraguay
    QA Qatar
    RO Romania
    RS Serbia
    RU Russia
    RW Rwanda
    SA Saudi Arabia
    SB Solomon Islands
    SC Seychelles
    SE Sweden
    SG Singapore
    SI Slovenia
    SK Slovakia
    SL Sierra Leone
    SN Senegal
    SR Suriname
    ST São Tomé and Príncipe
    SV El Salvador
    SZ Eswatini
    TC Turks and Caicos Islands
    TD Chad
    TH Thailand
    TJ Tajikistan
    TM Turkmenistan
    TN Tunisia
    TO Tonga
    TR Türkiye
    TT Trinidad and Tobago
    TW Taiwan
    TZ Tanzania
    UA Ukraine
    UG Uganda
    US United States
    UY Uruguay
    UZ Uzbekistan
    VC Saint Vincent and the Grenadines
    VE Venezuela
    VG British Virgin Islands
    VN Vietnam
    VU Vanuatu
    XK Kosovo
    YE Yemen
    ZA South Africa
    ZM Zambia
    ZW Zimbabwe
    """
}
