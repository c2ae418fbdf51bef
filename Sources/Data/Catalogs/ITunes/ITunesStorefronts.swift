import Domain

/// The countries that have a store, by ISO 3166-1 code; the service refuses any other.
enum ITunesStorefronts {
  /// The service's default.
  static let defaultCode = "US"

  private static let entries: [(code: String, long: String, name: String)] =
    table.fields(separatedBy: UInt8(ascii: "\n")).map {
      (String($0.prefix(2)), String($0.dropFirst(3).prefix(3)), String($0.dropFirst(7)))
    }

  static let names = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0.name) })

  /// The two letters by the three letters with which rows name their own storefront.
  private static let codesByLong = Dictionary(uniqueKeysWithValues: entries.map { ($0.long, $0.code) })

  /// Whether a row that names the country `long` is from another store than the one asked, so that its prices do not hold.
  /// - Parameter storefront: nil means the service's default.
  static func isOther(_ long: String, than storefront: String?) -> Bool {
    (codesByLong[long] ?? codesByLong[long.uppercased()] ?? long.uppercased()) != storefront ?? defaultCode
  }

  /// The storefronts of a look around the world: sixty on all continents, the largest of each.
  static let world =
    """
    US CA MX BR AR CL CO PE GB IE FR DE AT CH IT ES PT NL BE LU DK SE NO FI IS PL CZ SK HU RO BG GR TR UA RU KZ IL SA AE \
    EG NG KE GH ZA MA TN IN PK LK TH VN MY SG ID PH HK TW JP KR AU NZ
    """.fields(separatedBy: UInt8(ascii: " "))

  /// In the alphabetical order of the table.
  static let codes = entries.map(\.code)

  private static let table = """
    AE ARE United Arab Emirates
    AF AFG Afghanistan
    AG ATG Antigua and Barbuda
    AI AIA Anguilla
    AL ALB Albania
    AM ARM Armenia
    AO AGO Angola
    AR ARG Argentina
    AT AUT Austria
    AU AUS Australia
    AZ AZE Azerbaijan
    BA BIH Bosnia and Herzegovina
    BB BRB Barbados
    BE BEL Belgium
    BF BFA Burkina Faso
    BG BGR Bulgaria
    BH BHR Bahrain
    BJ BEN Benin
    BM BMU Bermuda
    BN BRN Brunei
    BO BOL Bolivia
    BR BRA Brazil
    BS BHS Bahamas
    BT BTN Bhutan
    BW BWA Botswana
    BY BLR Belarus
    BZ BLZ Belize
    CA CAN Canada
    CD COD Congo (Kinshasa)
    CG COG Congo (Brazzaville)
    CH CHE Switzerland
    CI CIV Côte d’Ivoire
    CL CHL Chile
    CM CMR Cameroon
    CN CHN China
    CO COL Colombia
    CR CRI Costa Rica
    CV CPV Cabo Verde
    CY CYP Cyprus
    CZ CZE Czechia
    DE DEU Germany
    DK DNK Denmark
    DM DMA Dominica
    DO DOM Dominican Republic
    DZ DZA Algeria
    EC ECU Ecuador
    EE EST Estonia
    EG EGY Egypt
    ES ESP Spain
    FI FIN Finland
    FJ FJI Fiji
    FM FSM Micronesia
    FR FRA France
    GA GAB Gabon
    GB GBR United Kingdom
    GD GRD Grenada
    GE GEO Georgia
    GH GHA Ghana
    GM GMB Gambia
    GR GRC Greece
    GT GTM Guatemala
    GW GNB Guinea-Bissau
    GY GUY Guyana
    HK HKG Hong Kong
    HN HND Honduras
    HR HRV Croatia
    HU HUN Hungary
    ID IDN Indonesia
    IE IRL Ireland
    IL ISR Israel
    IN IND India
    IQ IRQ Iraq
    IS ISL Iceland
    IT ITA Italy
    JM JAM Jamaica
    JO JOR Jordan
    JP JPN Japan
    KE KEN Kenya
    KG KGZ Kyrgyzstan
    KH KHM Cambodia
    KN KNA Saint Kitts and Nevis
    KR KOR South Korea
    KW KWT Kuwait
    KY CYM Cayman Islands
    KZ KAZ Kazakhstan
    LA LAO Laos
    LB LBN Lebanon
    LC LCA Saint Lucia
    LK LKA Sri Lanka
    LR LBR Liberia
    LT LTU Lithuania
    LU LUX Luxembourg
    LV LVA Latvia
    LY LBY Libya
    MA MAR Morocco
    MD MDA Moldova
    ME MNE Montenegro
    MG MDG Madagascar
    MK MKD North Macedonia
    ML MLI Mali
    MM MMR Myanmar
    MN MNG Mongolia
    MO MAC Macao
    MR MRT Mauritania
    MS MSR Montserrat
    MT MLT Malta
    MU MUS Mauritius
    MV MDV Maldives
    MW MWI Malawi
    MX MEX Mexico
    MY MYS Malaysia
    MZ MOZ Mozambique
    NA NAM Namibia
    NE NER Niger
    NG NGA Nigeria
    NI NIC Nicaragua
    NL NLD Netherlands
    NO NOR Norway
    NP NPL Nepal
    NR NRU Nauru
    NZ NZL New Zealand
    OM OMN Oman
    PA PAN Panama
    PE PER Peru
    PG PNG Papua New Guinea
    PH PHL Philippines
    PK PAK Pakistan
    PL POL Poland
    PT PRT Portugal
    PW PLW Palau
    PY PRY Paraguay
    QA QAT Qatar
    RO ROU Romania
    RS SRB Serbia
    RU RUS Russia
    RW RWA Rwanda
    SA SAU Saudi Arabia
    SB SLB Solomon Islands
    SC SYC Seychelles
    SE SWE Sweden
    SG SGP Singapore
    SI SVN Slovenia
    SK SVK Slovakia
    SL SLE Sierra Leone
    SN SEN Senegal
    SR SUR Suriname
    ST STP São Tomé and Príncipe
    SV SLV El Salvador
    SZ SWZ Eswatini
    TC TCA Turks and Caicos Islands
    TD TCD Chad
    TH THA Thailand
    TJ TJK Tajikistan
    TM TKM Turkmenistan
    TN TUN Tunisia
    TO TON Tonga
    TR TUR Türkiye
    TT TTO Trinidad and Tobago
    TW TWN Taiwan
    TZ TZA Tanzania
    UA UKR Ukraine
    UG UGA Uganda
    US USA United States
    UY URY Uruguay
    UZ UZB Uzbekistan
    VC VCT Saint Vincent and the Grenadines
    VE VEN Venezuela
    VG VGB British Virgin Islands
    VN VNM Vietnam
    VU VUT Vanuatu
    XK XKS Kosovo
    YE YEM Yemen
    ZA ZAF South Africa
    ZM ZMB Zambia
    ZW ZWE Zimbabwe
    """
}
