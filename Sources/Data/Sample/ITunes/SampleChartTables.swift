extension SampleCharts {
  /// What comes first in which stores, best first; each country orders the rest in its own way. Some countries have
  /// the same firsts. `*` is everywhere else.
  static var firsts: String {
    """
    chart | stores | ids
    song | US CA | 31001704 31003401 31003301 31000906 31001002 31001701
    song | GB IE AU NZ | 31000905 31003301 31001704 31003105 31000113
    song | DE AT CH LU | 31000605 31003007 31001704 31000408
    song | FR BE | 31001501 31002401 31003001 31001504
    song | NL | 31003026 31000302 31001704
    song | IT | 31000201 31003014 31000102
    song | ES MX AR CL CO PE EC UY CR GT | 31003010 31003009 31003012
    song | BR PT AO CV | 31003018 31003017 31001704
    song | RU BY KZ UA AM GE | 31001602 31000806 31003021
    song | KR | 31001108 31001104 31001113
    song | JP | 31001201 31001207 31003038
    song | TW HK CN MO SG | 31002101 31003041 31002103
    song | TR AZ | 31002201 31003033
    song | PL | 31002002 31003030
    song | CZ SK | 31000705 31000706
    song | NO SE DK FI IS | 31001901 31001902 31001003
    song | IL | 31001301 31001304
    song | AE SA EG QA KW JO LB MA TN | 31001402 31001401
    song | IN LK NP ZA NG KE GH | 31001707 31000301 31000105
    song | * | 31000101 31000303 31000408
    album | US CA | 310017 310034 310033 310010
    album | GB IE AU NZ | 310033 310031 310005
    album | DE AT CH LU | 310006 310004 310017
    album | FR BE | 310015 310024
    album | KR | 310011 310030
    album | JP | 310012 310001
    album | NO SE DK FI IS | 310019 310010
    album | RU BY KZ UA | 310008 310016
    album | * | 310001 310030 310023
    video | JP | 330007 330003
    video | US CA GB IE AU NZ | 330009 330008 330005
    video | * | 330001 330002
    podcast | US CA GB IE AU NZ | 410017 410001 410013 410011
    podcast | KR | 410006 410007
    podcast | JP | 410007 410001
    podcast | RU BY KZ UA | 410008 410014
    podcast | IL | 410009 410012
    podcast | ES MX AR CL CO PE EC UY CR GT | 410010 410016
    podcast | * | 410002 410001 410003
    episode | US CA GB IE AU NZ | 1000410017004 1000410001005
    episode | * | 1000410002004 1000410013016
    movie | DE AT CH | 610016 610026 610015
    movie | FR BE LU | 610001 610020
    movie | US CA GB IE AU NZ | 610006 610010 610014
    movie | JP | 610025 610006
    movie | RU BY KZ UA | 610017 610018
    movie | NO SE DK FI IS | 610019 610022
    movie | * | 610012 610016
    book | US CA GB IE AU NZ | 720003 720001
    book | JP KR TW | 720014
    book | ES MX AR CL CO PE | 720013
    book | * | 720010
    app | KR | 810009
    app | PL | 810007
    app | * | 810001 810007
    """
  }

  /// The numbers of genres, the store's own if known. `of` is what they are genres of; `in` is the parent genre.
  static var genres: String {
    """
    of | genre | id | in
    music | Classical | 5
    music | Folk | 1289
    music | Jazz | 11
    music | Worldwide | 19
    music | Children's Music | 4
    music | Alternative | 20
    music | Electronic | 7
    podcast | Music | 1310
    podcast | Music History | 1522 | 1310
    podcast | Music Commentary | 1521 | 1310
    podcast | Documentary | 1543 | 1324
    podcast | Society & Culture | 1324
    podcast | Places & Travel | 1320 | 1324
    podcast | Mathematics | 1536 | 1533
    podcast | Science | 1533
    podcast | Arts | 1301
    podcast | Food | 1306 | 1301
    podcast | Home & Garden | 1508 | 1502
    podcast | Technology | 1318
    podcast | Fiction | 1483
    podcast | TV & Film | 1309
    podcast | Comedy | 1303
    podcast | Improv | 1496 | 1303
    movie | Action & Adventure | 4401
    movie | Comedy | 4404
    movie | Documentary | 4405
    movie | Drama | 4406
    movie | Horror | 4408
    movie | Kids & Family | 4410
    movie | Romance | 4412
    movie | Sci-Fi & Fantasy | 4413
    tv | Comedy | 4000
    tv | Drama | 4001
    tv | Kids & Family | 4005
    tv | Nonfiction | 4006
    audiobook | Classics | 50000046
    audiobook | Sci-Fi & Fantasy | 50000055
    audiobook | Horror | 50000051
    audiobook | Poetry | 50000053
    audiobook | Kids & Young Adults | 50000044
    book | Fiction & Literature | 9031
    book | Poetry | 9033
    book | Action & Adventure | 9004
    book | Sci-Fi & Fantasy | 9020
    book | Horror | 9034
    book | Mysteries & Thrillers | 9032
    book | Plays | 9007
    app | Books | 6018
    app | Lifestyle | 6012
    app | Music | 6011
    app | Education | 6017
    app | Weather | 6001
    app | Travel | 6003
    app | Productivity | 6007
    app | Games | 6014
    """
  }
}
