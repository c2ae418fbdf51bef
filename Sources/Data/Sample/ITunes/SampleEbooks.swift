extension SampleStore {
  static var ebooks: String {
    """
    id | artist | title | date | price | genre | stars | about | notes
    720001 | 202001 | Alice’s Adventures in Wonderland | 2008-06-27 | 0.00 | Fiction & Literature | 4.5/2310 | <p>Down the hole, past the marmalade &amp; on to a trial about tarts.</p>
    720002 | 202001 | The Hunting of the Snark | 2010-03-29 | 0.00 | Poetry | 4/187 | An agony in eight fits, with a map of the sea: <i>blank</i>.
    720003 | 202002 | Emma | 2010-12-23 | 0.00 | Fiction & Literature | 4.5/980 | Handsome, clever, rich, and wrong about everybody.
    720004 | 202002 | Sense and Sensibility | 2011-10-30 | 0.00 | Fiction & Literature | 4.5/1204 | Two sisters; one of them cries.
    720005 | 202002 | Northanger Abbey | 2011-12-01 | 0.99 | Fiction & Literature | 4/310 | She has read too many novels, and there is a chest in her room.
    720006 | 202003 | Bleak House | 2009-03-01 | 0.00 | Fiction & Literature | 4/611 | Fog &amp; lawyers.
    720007 | 202003 | Hard Times | 2009-08-12 | 0.00 | Fiction & Literature | | Facts, and what they leave out.
    720008 | 202004 | Война и мир. Том 1 | 2012-09-07 | 0.00 | Fiction & Literature | 5/422 | Вечер у Анны Павловны, и до пожара ещё далеко.
    720009 | 202004 | War and Peace | 2010-11-20 | 1.99 | Fiction & Literature | 4.5/3001 | Five families, one comet, 1812.
    720010 | 202005 | Le Tour du monde en quatre-vingts jours | 2009-01-30 | 0.00 | Action & Adventure | 4.5/519 | Un pari, un valet, un éléphant, et un jour de trop.
    720011 | 202005 | De la Terre à la Lune | 2009-02-28 | 0.00 | Sci-Fi & Fantasy | | Des artilleurs sans guerre cherchent une cible.
    720012 | 202006 | The Last Man | 2013-02-01 | 2.99 | Sci-Fi & Fantasy | 3.5/44 | The year 2100, seen from 1826.
    720013 | 202007 | Don Quijote de la Mancha | 2010-01-16 | 0.00 | Fiction & Literature | 5/777 | Un hidalgo lee demasiado &amp; sale por la puerta falsa del corral.
    720014 | 202008 | 吾輩は猫である | 2012-12-09 | 0.00 | Fiction & Literature | 4.5/256 | 名前のない猫が、人間というものを観察する。
    720015 | 202009 | Villette | 2011-01-28 | 0.00 | Fiction & Literature | 4/98 | A school, a nun who may not be there, and a storm at sea.
    720016 | 202011 | Bartleby, the Scrivener | 2012-12-01 | 0.00 | Fiction & Literature | 4.5/340 | He would prefer not to.
    720017 | 202012 | R.U.R. (Rossumovi univerzální roboti) | 2014-01-25 | 0.00 | Sci-Fi & Fantasy | 4/61 | Odtud pochází slovo <b>robot</b>.
    720018 | 202014 | The Strange Case of Dr Jekyll and Mr Hyde | 2009-10-25 | 0.00 | Horror | 4.5/1502 | The door has neither bell nor knocker.
    720019 | 202013 | The Murders in the Rue Morgue | 2010-10-07 | | Mysteries & Thrillers | | A locked room, and a shipment from Borneo. | noprice noartist
    720020 | 202010 | Faust: Der Tragödie erster Teil | 2011-08-28 | 0.00 | Plays | 4.5/203 | Habe nun, ach! und so fort.
    """
  }
}
