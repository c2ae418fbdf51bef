extension SampleStore {
  /// Some are tracks of an album, numbered after its songs.
  static var musicVideos: String {
    """
    id | artist | title | length | date | price | genre | notes | album | disc | number
    330001 | 201001 | The Four Seasons: Spring (Filmed on the Grand Canal) | 9:58 | 2014-03-20 | 1.99 | Classical
    330002 | 201002 | L’inverno: Winter in an Empty Theatre | 8:41 | 2012-01-06 | 1.99 | Classical
    330003 | 201003 | Air, for Eight Cellos and a Staircase | 5:14 | 2009-06-12 | 1.49 | Classical
    330004 | 201009 | Jack Went A-Sailing (From the Harbour Wall) | 4:08 | 2015-07-01 | 1.49 | Folk
    330005 | 201010 | Summer Kitchen (One Take) | 4:39 | 2019-12-01 | 1.99 | Jazz
    330006 | 201011 | 할머니의 봄 편지 (라이브) | 4:25 | 2020-04-10 | 1.49 | Classical
    330007 | 201012 | さくらさくら（校庭にて） | 2:11 | 2007-04-01 | 1.49 | Children's Music
    330008 | 201017 | Damn the Metronome | 3:20 | 2023-08-25 | 1.99 | Alternative | explicit
    330009 | 201017 | Rain Check (Lyric Video) | 2:54 | 2023-09-01 | 1.99 | Alternative
    330010 | 201027 | Autumn Equinox | 6:33 | 2021-10-01 | -1.0 | Electronic
    330011 | 201016 | Калинка (репетиция) | 3:01 | 2008-01-13 | 1.49 | Folk
    330012 | 201014 | يا ليل يا عين (تسجيل حي) | 7:02 | 2011-05-05 | 1.49 | Worldwide
    330013 | 201019 | The Last Spring | 5:30 | 2001-05-17 | | Classical | noprice
    330014 | 201008 | Октябрь. Осенняя песнь | 5:19 | 2010-10-10 | 1.49 | Classical | nopreview
    330015 | 201009 | The Parting Glass (From the Gallery) | 3:07 | 2024-06-14 | 1.99 | Folk | | 310031 | 2 | 6
    330016 | 201009 | The Water Is Wide (Rehearsal) | 4:02 | 2024-06-14 | 1.99 | Folk | | 310031 | 2 | 7
    """
  }
}
