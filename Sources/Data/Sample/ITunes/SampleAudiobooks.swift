extension SampleStore {
  /// Old books with invented narrators. Descriptions are HTML, as the store sends them.
  static var audiobooks: String {
    """
    id | artist | title | narrator | date | price | genre | parts | about | notes
    710001 | 202001 | Alice’s Adventures in Wonderland (Unabridged) | Perpetua Finch | 2010-04-03 | 7.95 | Classics | 1 | <b>A girl follows a rabbit.</b> Read with <i>all</i> the voices, the Dormouse&#39;s included. | olddate
    710002 | 202001 | Through the Looking-Glass (Unabridged) | Perpetua Finch | 2011-07-04 | 7.95 | Classics | 1 | Chess, jam to-morrow &amp; a walrus.
    710003 | 202002 | Pride and Prejudice (Unabridged) | Harriet Oduya | 2012-01-28 | 14.95 | Classics | 2 | <p>Five daughters, one entail, and a man who will not dance.</p><p>Eleven hours and a half.</p>
    710004 | 202002 | Persuasion (Unabridged) | Harriet Oduya | 2013-03-03 | 12.95 | Classics | 1 | Eight years later he comes back with a ship&#8217;s worth of money.
    710005 | 202003 | A Christmas Carol (Unabridged) | Basil Thornquist | 2009-12-01 | 4.95 | Classics | 1 | Three ghosts, one night, <i>much</i> snow. For winter evenings.
    710006 | 202003 | Great Expectations (Unabridged) | Basil Thornquist | 2014-10-10 | 19.95 | Classics | 3 | A boy, a convict, a stopped clock.
    710007 | 202005 | Vingt mille lieues sous les mers (version intégrale) | Aurélien Castaing | 2016-06-20 | 16.95 | Sci-Fi & Fantasy | 2 | Un professeur, son domestique &amp; un harponneur, invités sans retour possible.
    710008 | 202006 | Frankenstein; or, The Modern Prometheus (Unabridged) | Ida Marsh | 2018-01-01 | 9.95 | Horror | 1 | It was a wet, ungenial summer, and somebody proposed a contest.
    710009 | 202009 | Jane Eyre (Unabridged) | Ruth Abernathy | 2017-10-16 | 17.95 | Classics | 2 | Reader, there is somebody in the attic.
    710010 | 202011 | Moby-Dick; or, The Whale (Unabridged) | Elias Coffyn | 2019-11-14 | 24.95 | Classics | 4 | Twenty-four hours, of which <b>some</b> concern a whale. | nopreview
    710011 | 202013 | The Raven and Other Poems | Lucius Vane | 2008-10-31 | 3.95 | Poetry | 1 | Once, at midnight, in bleak December.
    710012 | 202014 | Treasure Island (Unabridged) | Jack Penhallow | 2011-05-23 | 9.95 | Kids & Young Adults | 1 | A map, a parrot, a one-legged cook. Arr.
    710013 | 202004 | Анна Каренина (полная версия) | Вера Ланская | 2015-05-05 | 18.95 | Classics | 3 | Всё смешалось, и поезд уже подходит.
    710014 | 202008 | 坊っちゃん（完全版） | 青山しずく | 2020-02-09 | 6.95 | Classics | 1 | 無鉄砲な先生、四国へ行く。
    710015 | 202010 | Die Leiden des jungen Werthers (ungekürzt) | Konrad Blüthner | 2012-09-29 | | Classics | 1 | Briefe, ein blauer Frack &amp; kein gutes Ende. | noprice noart
    """
  }
}
