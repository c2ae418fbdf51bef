extension SampleStore {
  /// Invented apps. `¶` in a description is a line break.
  static var apps: String {
    """
    id | artist | title | version | price | genre | bytes | date | stars | about | notes
    810001 | 204001 | Lantern: Read by Candlelight | 3.2.1 | 0.00 | Books | 48234496 | 2019-10-31T08:00:00Z | 4.5/1822 | A reader for long evenings.¶¶• Dims with the sunset 🌅¶• Turns pages with a sigh | languages=EN,DE,FR
    810002 | 204001 | Loomwork: Patterns & Yarn | 1.9 | 4.99 | Lifestyle | 91226112 | 2021-02-02T08:00:00Z | 4.83412/611 | Counts rows so that you can talk. | languages=EN,SV,NO,DA
    810003 | 204002 | Forty-Four Forty | 5.0 | 2.99 | Music | 12582912 | 2016-04-04T08:00:00Z | 4/9120 | A tuner that says “flat” politely. | languages=EN,ZH,ZH,JA
    810004 | 204002 | Metronome for Rubato | 1.0.7 | 0.99 | Music | 8388608 | 2018-05-19T08:00:00Z | 3.5/77 | It waits for you.\u{2028}Then it does not.
    810005 | 204002 | Vivaldi’s Desk | 2.4 | 6.99 | Education | 402653184 | 2022-03-04T08:00:00Z | 5/214 | Take The Four Seasons apart, part by part, and put them together again.
    810006 | 204002 | Part Books for Mac | 4.1.2 | 19.99 | Music | 157286400 | 2020-09-01T08:00:00Z | 4.5/402 | Scores to parts and back. | mac
    810007 | 204003 | Ładna Pogoda ☀️ | 7.7 | 0.00 | Weather | 31457280 | 2015-06-21T08:00:00Z | 4.25/33210 | Tylko dobre prognozy. | languages=PL,EN
    810008 | 204003 | Zima: Snow Diary | 2.0 | 1.99 | Weather | 27262976 | 2017-12-01T08:00:00Z | | Winter, measured at your own window. | nonotes
    810009 | 204004 | 책갈피: 작은 서점 지도 | 1.3 | 0.00 | Travel | 52428800 | 2023-04-23T08:00:00Z | 4.9/1290 | 골목의 작은 서점을 찾아 걷는 지도.¶¶봄 산책에 어울려요 🌸 | languages=KO,EN
    810010 | 204004 | 사계 달력 | 1.1 | 1.99 | Productivity | 20971520 | 2022-12-21T08:00:00Z | 4.5/88 | 스물네 절기와 봄 여름 가을 겨울.
    810011 | 204001 | Jack in the Inbox | 2.8.4 | 0.00 | Productivity | 67108864 | 2014-08-14T08:00:00Z | 2/15044 | Mail that jumps out at you.
    810012 | 204001 | Arcade of Quiet Things | 1.0 | | Games | | 2024-01-01T08:00:00Z | 4.75/530 | Stack stones. Fold boats. No score. | noprice nonotes
    810013 | 204003 | Kalendarz ogrodnika | 3.0 | 3.99 | Lifestyle | 33554432 | 2013-03-20T08:00:00Z | 4/241 | Co siać wiosną, latem i jesienią.
    810014 | 204002 | Spring Reverb Lab for Mac | 1.5 | 9.99 | Music | 220200960 | 2021-11-11T08:00:00Z | 4/19 | A tank, two springs, and a slider marked “kick”. | mac
    """
  }
}
