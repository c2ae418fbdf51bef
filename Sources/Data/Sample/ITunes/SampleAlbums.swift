extension SampleStore {
  /// `label` becomes the copyright line; `tracks` counts songs that the store does not list one by one. The last two
  /// albums came out in the weeks before the sample's own day.
  static var albums: String {
    """
    id | artist | title | date | price | genre | label | tracks | notes
    310001 | 201001 | The Four Seasons & Other Concertos | 1998-03-21 | 9.99 | Classical | Laguna Masters
    310002 | 201002 | Vivaldi: Le quattro stagioni, Gloria e un mottetto | 2011-09-09 | 7.99 | Classical | Rialto Dischi
    310003 | 201003 | Bach at the Kitchen Table | 2004-02-13 | 8.99 | Classical | Thomasgasse
    310004 | 201004 | Beethoven: “Spring” Sonata and Symphonies | 1970-12-16 | 11.99 | Classical | Zwölf Töne
    310005 | 201005 | Chopin: Nocturnes, Préludes & Études | 1987-10-17 | 9.99 | Classical | Nohant
    310006 | 201006 | Winterreise (Winter Journey), D. 911 | 1995-01-31 | 10.99 | Classical | Lindenbaum | 24
    310007 | 201007 | Dvořák: Slovanské tance a písně | 2001-09-08 | 8.99 | Classical | Vltava
    310008 | 201008 | Времена года, соч. 37a | 2009-05-07 | 6.99 | Classical | Клин
    310009 | 201009 | Hearth, Hedge & Harvest | 2015-06-24 | 9.99 | Folk | Stile & Gate
    310010 | 201010 | Almanac for Three | 2019-11-01 | 8.99 | Jazz | Back Room
    310011 | 201011 | 네 개의 계절 | 2020-03-20 | 8.99 | Classical | 느티나무
    310012 | 201012 | 日本の四季のうた | 2006-04-05 | 8.99 | Children's Music | 桜並木
    310013 | 201013 | שירי שבעת המינים | 2012-02-08 | 7.99 | Folk | תמר
    310014 | 201014 | ليالي الموشحات | 2010-10-10 | 7.99 | Worldwide | عود
    310015 | 201015 | À la claire fontaine et autres chansons | 2013-07-14 | 8.99 | Folk | Moulin d’Or
    310016 | 201016 | Русские песни в полночь | 2007-01-13 | 6.99 | Folk | Самовар
    310017 | 201017 | Everything Leaks 💧 | 2023-08-18 | 10.99 | Alternative | Bucket | | explicit
    310018 | 201018 | A Year in Twelve Dances | 2016-12-31 | 5.99 | Compilations | Turning Page | | noartist
    310019 | 201019 | Grieg: Lyric Pieces | 1999-06-15 | 7.99 | Classical | Troldhaugen
    310020 | 201022 | Pieśni z łąki | 2018-05-03 | 6.99 | Folk | Ósemka
    310021 | 201023 | 江南絲竹小集 | 2014-02-14 | 6.99 | Worldwide | 小橋
    310022 | 201024 | Üsküdar’dan Şarkılar | 2008-04-23 | 6.99 | Worldwide | Boğaz
    310023 | 201025 | Mendelssohn: Songs Without Words | 1994-02-03 | 7.99 | Classical | Fingal
    310024 | 201026 | Debussy: Images et saisons | 2003-08-22 | 8.99 | Classical | Saint-Germain
    310025 | 201027 | Harvest Moon Remixes (Deluxe 12" Extended Anniversary Edition) [Remastered, With Commentary by the Farmers, the Mill, the Miller, the Miller’s Daughter and a Tractor] | 2021-09-22 | 12.99 | Electronic | Combine | | clean
    310026 | 201021 | Mahler: Lieder | 1991-07-07 | 9.99 | Classical | Steinbach
    310027 | 201020 | Clara Schumann: Piano Works | 1996-09-13 | 7.99 | Classical | Zwickau
    310028 | 201001 | Gloria in D Major, RV 589 | 2002-12-24 | 6.99 | Classical | Laguna Masters | 12 | noprice
    310029 | 201001 | Vivaldi for Guitar & Mandolin | 2005-03-04 | -1.0 | Classical | Laguna Masters | 18
    310030 | 201018 | The Year in Many Tongues | 2022-01-01 | 7.99 | Worldwide | Turning Page | | noartist
    310031 | 201009 | The Hedgerow Singers at the Tithe Barn | 2024-06-14 | 13.99 | Folk | Stile & Gate
    310032 | 201018 | Long Table, Short Songs | 2022-10-28 | 8.99 | Compilations | Turning Page | | noartist
    310033 | 201009 | Lanterns in the Rushes - EP | 2026-11-06 | 3.99 | Folk | Stile & Gate
    310034 | 201010 | The Thirteenth Month - Single | 2026-11-13 | 1.29 | Jazz | Back Room
    """
  }
}
