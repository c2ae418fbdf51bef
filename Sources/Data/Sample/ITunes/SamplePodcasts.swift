extension SampleStore {
  /// Invented shows. Most have no id for their creator, as at the real store. `date` is the date of the newest
  /// episode that the store knows; `episodes` is its count of episodes that it does not list one by one.
  ///
  /// Notes on the feed: `nofeed` (none), `feedlost` (gone), `serial`, `paged`, and how lengths are written.
  static var podcasts: String {
    """
    id | by | title | genre | date | episodes | notes
    410001 | Baroque Breakfast Radio | Vivaldi Before Nine | Music History | 2024-11-03T06:00:00Z | | artist=205001
    410002 | Hanne Lindqvist & Tomé Okafor | Four Seasons, Four Strings: A Vivaldi Listening Club | Music Commentary | 2024-10-21T09:30:00Z | | artist=205002 times=clock html
    410003 | Hanne Lindqvist & Tomé Okafor | The Slow Movement | Music Commentary | 2023-06-01T09:30:00Z | 88 | artist=205002 paged
    410004 | The Hedgerow Broadcasting Co-op, Ltd. | Jack of All Ballads | Music | 2024-09-14T18:00:00Z | 41 | times=minutes est
    410005 | Priya Raman, Joel Stein & a Very Old Tape Recorder | Attic Tapes | Documentary | 2022-02-22T22:22:00Z | 17 | nofeed
    410006 | 느티나무 방송 | 골목의 사계절 | Society & Culture | 2024-11-15T21:00:00Z | | times=minutes lang=ko
    410007 | 夜更かしラジオ | 眠れない夜の数学 | Mathematics | 2024-08-08T15:00:00Z | | lang=ja
    410008 | Радио «Полустанок» | Поезд дальнего следования | Places & Travel | 2021-12-30T17:00:00Z | 60 | times=clock lang=ru
    410009 | רדיו גג | סיפורים מהמרפסת | Arts | 2024-05-05T05:05:00Z | 23 | lang=he
    410010 | Café Norte | Sobremesa de invierno | Food | 2024-07-09T13:00:00Z | 35 | clean lang=es
    410011 | Nora Vance | Swearing at Seedlings 🌱 | Home & Garden | 2024-04-12T07:45:00Z | | explicit feedlost
    410012 | Tuning Fork Software | Between 440 and 442 | Technology | 2024-01-30T10:00:00Z | 12 | artist=204002
    410013 | Lighthouse Keepers’ Guild | Every Fourteen Seconds | Fiction | 2023-03-03T03:03:03Z | 14 | serial times=minutes
    410014 | Ye Olde Weather | Winter Is a Verb | Science | 2022-12-21T12:00:00Z | 9 | noart
    410015 | One Person Panel | What Did You Think of the Thing I Made You Watch, and Would You Watch the Other Thing by the Same People If I Promised That It Is Shorter? | TV & Film | 2024-02-29T20:00:00Z | 101 | html
    410016 | Collegium Silentii | Four Minutes, Thirty-Three | Music | 2020-04-01T04:33:00Z | 1
    410017 | Row Q | Two Ushers | Comedy | 2026-11-18T19:00:00Z | | artist=205003 html
    410018 | Row Q | The Cloakroom Ticket | Improv | 2025-05-30T19:00:00Z | | artist=205003 explicit
    """
  }
}
