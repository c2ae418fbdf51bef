extension SampleStore {
  /// `artist` is the show.
  static var tvSeasons: String {
    """
    id | artist | title | date | price | genre | rating | about | notes
    510001 | 203001 | Vivaldi: The Red Priest, Season 1 | 2018-03-04 | 19.99 | Drama | TV-14 | Venice in 1713. Antonio Vivaldi has an opera to finish, an orphanage to teach and a landlord to avoid.
    510002 | 203001 | Vivaldi: The Red Priest, Season 2 | 2020-02-16 | 19.99 | Drama | TV-14 | Fame, Mantua, and four concertos about the weather.
    510003 | 203002 | Four Seasons of the Allotment, Series 1 | 2021-03-20 | 9.99 | Nonfiction | TV-G | A year on forty square metres, filmed from one bench.
    510004 | 203003 | Night Ferry, Season 1 | 2016-11-11 | 14.99 | Drama | TV-MA | Eight passengers board at Trelleborg. Nine go ashore. | explicit
    510005 | 203004 | 골목 식물원, 시즌 1 | 2022-05-01 | 12.99 | Nonfiction | TV-PG | 화분으로 이어진 골목을 따라 걷는 네 편의 기록.
    510006 | 203005 | Tiny Orchestra, Vol. 1 | 2019-09-07 | 7.99 | Kids & Family | TV-Y | Six small animals, six small instruments, and a very large conductor.
    510007 | 203006 | The Lighthouse Quiz, Season 1 | 2014-01-10 | | Comedy | TV-PG | A panel game recorded where nobody can leave. | noprice
    510008 | 203003 | Night Ferry, Season 2 | 2026-11-06 | 14.99 | Drama | TV-MA | The ninth passenger wants his luggage back. | explicit
    """
  }
}
