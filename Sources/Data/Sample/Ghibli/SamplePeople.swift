extension SampleGhibli {
  /// `films` and `species` are row numbers of those tables; without a species the link has no id.
  static var people: String {
    """
    id | name | gender | age | eyes | hair | films | species
    1 | Sheeta | Female | 13 | Blue | Black | 1 | 1
    2 | Pazu | Male | 13 | Brown | Brown | 1 | 1
    3 | Dola | Female | Over 50 | Black | Pink | 1 | 1
    4 | Muska | Male | 32 | Grey | Brown | 1 | 1
    5 | Seita | Male | 14 | Brown | Black | 2 | 1
    6 | Setsuko | Female | 4 | Brown | Black | 2 | 1
    7 | Satsuki Kusakabe | Female | 11 | Brown | Brown | 3 | 1
    8 | Mei Kusakabe | Female | 4 | Brown | Light Brown | 3 | 1
    9 | Totoro | NA | Really Old | Grey | Grey | 3 | 2
    10 | Catbus | Male | NA | Yellow | Brown | 3 | 3
    11 | Kiki | Female | 13 | Brown | Black | 4 | 4
    12 | Jiji | Male | | Black | Black | 4 | 3
    13 | Osono | Female | late twenties | Brown | Brown | 4 | 1
    14 | Porco Rosso | Male | 36 | Black | None | 6 | 1
    15 | Fio Piccolo | Female | 17 | Brown | Red | 6 | 1
    16 | Gina | Female | Unspecified/Adult | Brown | Brown | 6 | 1
    17 | Shōkichi | Male | NA | Black | Brown | 7 | 5
    18 | Shizuku Tsukishima | Female | 14 | Brown | Brown | 8 | 1
    19 | The Baron | Male | NA | Green | Yellow | 8 12 | 3
    20 | San | Female | 17 | Brown | Brown | 9 | 1
    21 | Ashitaka | Male | late teens | Brown | Brown | 9 | 1
    22 | Lady Eboshi | Female | Unspecified/Adult | Hazel | Black | 9 | 1
    23 | Moro | Female | 300 | Yellow | White | 9 | 6
    24 | The Forest Spirit | NA | | Red | Light Orange | 9 | 7
    25 | Chihiro Ogino / Sen | Female | 10 | Brown | Brown | 11 | 1
    26 | Haku | Male | 12 | Green | Green | 11 | 7
    27 | Yubaba | Female | NA | Brown | White | 11 | 4
    28 | No-Face | NA | NA | Black | None | 11 | 7
    29 | Haru Yoshioka | Female | 17 | Brown | Brown | 12 | 1
    30 | Sophie Hatter | Female | 18 | Brown | Silver | 13 | 1
    31 | Howl Jenkins Pendragon | Male | 27 | Blue | Blond | 13 | 4
    32 | Calcifer | Male | NA | White | Orange | 13 |
    33 | Ponyo | Female | 5 | Brown | Red | 15 | 8
    34 | Sōsuke | Male | 5 | Brown | Black | 15 | 1
    35 | Arrietty Clock | Female | 14 | Brown | Light Brown | 16 | 9
    36 | Jiro Horikoshi | Male | NA | Black | Black | 18 | 1
    37 | Kaguya | Female | NA | Black | Black | 19 |
    38 | Anna Sasaki | Female | 12 | Blue | Brown | 20 | 1
    39 | Taeko Okajima | Female | 27 | Brown | Black | 5 | 1
    40 | Nonoko Yamada | Female | 9 | Black | Black | 10 | 1
    41 | Arren | Male | 17 | Blue | Brown | 14 | 1
    42 | Therru | Female | late teens | Brown | Brown | 14 |
    43 | Umi Matsuzaki | Female | 16 | Brown | Black | 17 | 1
    44 | Marnie | Female | NA | Blue | Blond | 20 | 1
    """
  }
}
