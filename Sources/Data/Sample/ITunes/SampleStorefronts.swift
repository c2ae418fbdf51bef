extension SampleStorefront {
  /// Every country with a store, by ISO 3166-1. A store without its own price list sells in dollars or euros.
  static var table: String {
    """
    code | country | currency
    AE | ARE | AED
    AF | AFG | USD
    AG | ATG | USD
    AI | AIA | USD
    AL | ALB | USD
    AM | ARM | USD
    AO | AGO | USD
    AR | ARG | USD
    AT | AUT | EUR
    AU | AUS | AUD
    AZ | AZE | USD
    BA | BIH | EUR
    BB | BRB | USD
    BE | BEL | EUR
    BF | BFA | USD
    BG | BGR | EUR
    BH | BHR | USD
    BJ | BEN | USD
    BM | BMU | USD
    BN | BRN | USD
    BO | BOL | USD
    BR | BRA | BRL
    BS | BHS | USD
    BT | BTN | USD
    BW | BWA | USD
    BY | BLR | USD
    BZ | BLZ | USD
    CA | CAN | CAD
    CD | COD | USD
    CG | COG | USD
    CH | CHE | CHF
    CI | CIV | USD
    CL | CHL | CLP
    CM | CMR | USD
    CN | CHN | CNY
    CO | COL | COP
    CR | CRI | USD
    CV | CPV | USD
    CY | CYP | EUR
    CZ | CZE | CZK
    DE | DEU | EUR
    DK | DNK | DKK
    DM | DMA | USD
    DO | DOM | USD
    DZ | DZA | USD
    EC | ECU | USD
    EE | EST | EUR
    EG | EGY | EGP
    ES | ESP | EUR
    FI | FIN | EUR
    FJ | FJI | USD
    FM | FSM | USD
    FR | FRA | EUR
    GA | GAB | USD
    GB | GBR | GBP
    GD | GRD | USD
    GE | GEO | USD
    GH | GHA | USD
    GM | GMB | USD
    GR | GRC | EUR
    GT | GTM | USD
    GW | GNB | USD
    GY | GUY | USD
    HK | HKG | HKD
    HN | HND | USD
    HR | HRV | EUR
    HU | HUN | HUF
    ID | IDN | IDR
    IE | IRL | EUR
    IL | ISR | ILS
    IN | IND | INR
    IQ | IRQ | USD
    IS | ISL | USD
    IT | ITA | EUR
    JM | JAM | USD
    JO | JOR | USD
    JP | JPN | JPY
    KE | KEN | USD
    KG | KGZ | USD
    KH | KHM | USD
    KN | KNA | USD
    KR | KOR | KRW
    KW | KWT | USD
    KY | CYM | USD
    KZ | KAZ | KZT
    LA | LAO | USD
    LB | LBN | USD
    LC | LCA | USD
    LK | LKA | USD
    LR | LBR | USD
    LT | LTU | EUR
    LU | LUX | EUR
    LV | LVA | EUR
    LY | LBY | USD
    MA | MAR | USD
    MD | MDA | USD
    ME | MNE | EUR
    MG | MDG | USD
    MK | MKD | USD
    ML | MLI | USD
    MM | MMR | USD
    MN | MNG | USD
    MO | MAC | USD
    MR | MRT | USD
    MS | MSR | USD
    MT | MLT | EUR
    MU | MUS | USD
    MV | MDV | USD
    MW | MWI | USD
    MX | MEX | MXN
    MY | MYS | MYR
    MZ | MOZ | USD
    NA | NAM | USD
    NE | NER | USD
    NG | NGA | NGN
    NI | NIC | USD
    NL | NLD | EUR
    NO | NOR | NOK
    NP | NPL | USD
    NR | NRU | USD
    NZ | NZL | NZD
    OM | OMN | USD
    PA | PAN | USD
    PE | PER | PEN
    PG | PNG | USD
    PH | PHL | PHP
    PK | PAK | USD
    PL | POL | PLN
    PT | PRT | EUR
    PW | PLW | USD
    PY | PRY | USD
    QA | QAT | QAR
    RO | ROU | RON
    RS | SRB | EUR
    RU | RUS | RUB
    RW | RWA | USD
    SA | SAU | SAR
    SB | SLB | USD
    SC | SYC | USD
    SE | SWE | SEK
    SG | SGP | SGD
    SI | SVN | EUR
    SK | SVK | EUR
    SL | SLE | USD
    SN | SEN | USD
    SR | SUR | USD
    ST | STP | USD
    SV | SLV | USD
    SZ | SWZ | USD
    TC | TCA | USD
    TD | TCD | USD
    TH | THA | THB
    TJ | TJK | USD
    TM | TKM | USD
    TN | TUN | USD
    TO | TON | USD
    TR | TUR | TRY
    TT | TTO | USD
    TW | TWN | TWD
    TZ | TZA | TZS
    UA | UKR | USD
    UG | UGA | USD
    US | USA | USD
    UY | URY | USD
    UZ | UZB | USD
    VC | VCT | USD
    VE | VEN | USD
    VG | VGB | USD
    VN | VNM | VND
    VU | VUT | USD
    XK | XKX | EUR
    YE | YEM | USD
    ZA | ZAF | ZAR
    ZM | ZMB | USD
    ZW | ZWE | USD
    """
  }

  /// Turns a price in dollars into one of another currency: an invented price list, not an exchange rate.
  ///
  /// `percent` of the amount in dollars; `step` is the smallest whole unit if there are no decimals; `sign` goes
  /// before the amount, or after it with the note `behind`.
  static var currencies: String {
    """
    currency | percent | step | sign | notes
    USD | 100 | | $
    EUR | 100 | | € | behind
    GBP | 79 | | £
    JPY | 15000 | 10 | ¥
    KRW | 130000 | 100 | ₩
    AED | 400 | | AED
    AUD | 170 | | $
    BRL | 450 | | R$
    CAD | 129 | | $
    CHF | 120 | | CHF
    CLP | 90000 | 100 | $
    CNY | 700 | | ¥
    COP | 400000 | 1000 | $
    CZK | 2500 | 1 | Kč | behind
    DKK | 800 | | kr | behind
    EGP | 3000 | 1 | E£
    HKD | 800 | | HK$
    HUF | 39000 | 10 | Ft | behind
    IDR | 1500000 | 1000 | Rp
    ILS | 400 | | ₪
    INR | 7900 | 1 | ₹
    KZT | 45000 | 10 | ₸
    MXN | 1500 | 1 | $
    MYR | 400 | | RM
    NGN | 90000 | 100 | ₦
    NOK | 1000 | | kr | behind
    NZD | 180 | | $
    PEN | 380 | | S/
    PHP | 5000 | 1 | ₱
    PLN | 450 | | zł | behind
    QAR | 380 | | QAR
    RON | 480 | | lei | behind
    RUB | 7900 | 1 | ₽ | behind
    SAR | 390 | | SAR
    SEK | 1100 | 1 | kr | behind
    SGD | 140 | | S$
    THB | 3500 | 1 | ฿
    TRY | 2500 | 1 | ₺
    TWD | 3000 | 10 | NT$
    TZS | 250000 | 100 | TSh
    VND | 2500000 | 1000 | ₫ | behind
    ZAR | 1700 | 1 | R
    """
  }

  /// Items that are another release in some stores, with another id, or are not sold there at all (no id). The parts
  /// of an album or season go with it; their ids continue the other one. Podcasts and apps are the same everywhere.
  ///
  /// `stores` names the stores concerned or, after `not`, the stores that are not.
  static var differences: String {
    """
    stores | id | there
    DE AT CH | 310001 | 370001
    JP | 310001 | 380001
    JP | 310003 | 380003
    GB IE | 31000304 |
    GB | 310005 |
    GB IE AU NZ | 310006 | 360006
    DE AT CH LU | 310006 | 370006
    not DE AT CH LU | 31000608 |
    not DE AT CH LU | 31000612 |
    not DE AT CH LU | 31000617 |
    not DE AT CH LU | 31000620 |
    GB IE AU NZ | 310009 | 360009
    DE AT CH | 310009 | 370009
    JP | 310009 |
    GB IE | 310010 | 360010
    JP | 310010 | 380010
    DE | 31001007 |
    JP | 310012 | 380012
    FR BE CH LU | 310015 | 390015
    GB IE | 310017 | 360017
    DE AT CH LU | 310017 | 370017
    KR TW HK | 310017 |
    JP | 310025 |
    DE AT CH | 310027 |
    FR BE LU | 310024 | 390024
    GB IE | 310031 | 360031
    DE AT CH | 310031 | 370031
    not GB IE | 31003104 |
    JP KR | 310031 |
    GB IE | 330001 | 360101
    DE AT CH | 330001 | 370101
    JP | 330001 | 380101
    JP | 330008 |
    GB IE | 330015 | 360115
    GB IE | 330016 | 360116
    DE AT CH | 330015 | 370115
    DE AT CH | 330016 | 370116
    JP KR | 330015 |
    JP KR | 330016 |
    GB IE | 510001 | 560001
    DE AT CH | 510001 | 570001
    GB IE | 510002 | 560002
    DE AT CH | 510004 |
    JP | 510003 |
    GB IE | 610006 | 660006
    DE AT CH | 610006 | 670006
    JP | 610006 | 680006
    GB IE | 610012 | 660012
    DE AT CH | 610012 | 670012
    GB IE | 610016 | 660016
    DE AT CH | 610016 | 670016
    JP | 610016 |
    not DE AT CH | 610026 |
    DE AT CH | 710003 |
    JP | 710010 |
    GB IE | 720009 |
    JP | 720012 |
    """
  }
}
