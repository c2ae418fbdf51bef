extension SampleStore {
  /// Silent films. Titles, directors, years and lengths are real; the summaries are ours.
  static var movies: String {
    """
    id | by | title | length | date | price | rating | genre | short | about | notes
    610001 | Georges Méliès | Le Voyage dans la Lune (A Trip to the Moon) | 0:14:00 | 1902-09-01 | 0.99 | NR | Sci-Fi & Fantasy | Six astronomers and a cannon. | Learned men are fired at the Moon, hit it in the eye, meet its inhabitants, and leave by falling off the edge. | rental=0.49 artist=206001
    610002 | Georges Méliès | Le Voyage à travers l’impossible | 0:24:00 | 1904-10-01 | 0.99 | NR | Sci-Fi & Fantasy | A train to the Sun. | A society of geographers rides a railway off a mountain and into the Sun, which is hotter than planned. | artist=206001
    610003 | Georges Méliès | Les Quatre Cents Farces du diable | 0:17:00 | 1906-01-01 | 0.99 | NR | Comedy | The devil sells pills. | An engineer in a hurry signs for a journey with somebody who charges in souls. | artist=206001
    610004 | Auguste & Louis Lumière | L’Arrivée d’un train en gare de La Ciotat | 0:00:50 | 1896-01-25 | 0.00 | NR | Documentary | A train arrives. | A platform in the south of France, a locomotive, and passengers who have not decided whether to look at the camera. | artist=206005
    610005 | Auguste & Louis Lumière | La Sortie de l’usine Lumière à Lyon | 0:00:46 | 1895-03-22 | 0.00 | NR | Documentary | Workers leave a factory. | The gate opens at the end of a shift. A dog is in no hurry. | artist=206005
    610006 | Charles Chaplin | The Kid | 1:08:00 | 1921-02-06 | 4.99 | NR | Comedy | A tramp finds a child. | Somebody leaves a baby in the wrong car; the man who picks it up breaks windows for a living, and mends them. | rental=1.99 artist=206002
    610007 | Charles Chaplin | The Gold Rush | 1:35:00 | 1925-06-26 | 4.99 | NR | Comedy | Dinner is a boot. | A prospector in the Klondike meets hunger, a bear, a dancer, and a cabin that will not stay where it was built. | artist=206002
    610008 | Charles Chaplin | The Circus | 1:12:00 | 1928-01-06 | 4.99 | G | Comedy | He is funny by mistake. | A man running from the police runs into the ring, and is hired for it. | artist=206002
    610009 | Buster Keaton | Sherlock Jr. | 0:45:00 | 1924-04-21 | 3.99 | NR | Comedy | A projectionist dreams. | Asleep beside his projector, a man walks into the film he is showing and solves its crime. | artist=206004
    610010 | Buster Keaton & Clyde Bruckman | The General | 1:19:00 | 1926-12-31 | 4.99 | NR | Action & Adventure | Two loves, one of them a locomotive. | His engine is stolen with his fiancée aboard. He goes after both, by rail. | rental=1.99
    610011 | Charles Reisner | Steamboat Bill, Jr. | 1:10:00 | 1928-05-12 | 3.99 | NR | Comedy | A house falls on him, nearly. | A captain’s small son comes home from college in a beret, shortly before the cyclone.
    610012 | F. W. Murnau | Nosferatu: Eine Symphonie des Grauens | 1:34:00 | 1922-03-04 | 4.99 | NR | Horror | A client from the Carpathians. | An estate agent’s clerk sells a house opposite his own to a count who travels with boxes of earth. | artist=206003
    610013 | F. W. Murnau | Faust: Eine deutsche Volkssage | 1:47:00 | 1926-10-14 | 4.99 | NR | Drama | A wager over an old man. | Plague, youth at a price, and one word that settles the bill. | artist=206003
    610014 | F. W. Murnau | Sunrise: A Song of Two Humans | 1:34:00 | 1927-09-23 | 4.99 | NR | Romance | A marriage, nearly drowned. | A farmer is talked into murder, thinks again in the boat, and spends the best day of his life in town. | artist=206003
    610015 | Robert Wiene | Das Cabinet des Dr. Caligari | 1:16:00 | 1920-02-26 | 3.99 | NR | Horror | A sleepwalker at the fair. | In a town without right angles a showman’s sleeper answers questions about the future.
    610016 | Fritz Lang | Metropolis | 2:33:00 | 1927-01-10 | 5.99 | NR | Sci-Fi & Fantasy | The hands, the head, and what is between. | The son of the city’s master goes down to see who keeps it running, and is followed back up by a machine.
    610017 | Сергей Эйзенштейн | Броненосец «Потёмкин» | 1:14:00 | 1925-12-21 | 2.99 | NR | Drama | Бунт начинается с борща. | Матросы отказываются есть суп из червивого мяса. К вечеру флаг уже другой.
    610018 | Дзига Вертов | Человек с киноаппаратом | 1:08:00 | 1929-01-08 | 2.99 | NR | Documentary | День города. | Город просыпается, работает и отдыхает, а человек с треногой успевает всюду.
    610019 | Victor Sjöström | Körkarlen | 1:46:00 | 1921-01-01 | 3.99 | NR | Drama | New Year’s Eve, midnight. | Whoever dies last in the year must drive Death’s cart through the next.
    610020 | Carl Theodor Dreyer | La Passion de Jeanne d’Arc | 1:50:00 | 1928-04-21 | 4.99 | NR | Drama | A trial in faces. | Questions, answers, tears and very little else.
    610021 | Alice Guy | La Fée aux choux | 0:01:00 | 1900-01-01 | | NR | Kids & Family | Where babies come from. | A fairy walks among cabbages and finds somebody in each. | noprice
    610022 | Benjamin Christensen | Häxan | 1:45:00 | 1922-09-18 | 3.99 | NR | Horror | A lecture, and then some. | Seven chapters on what was believed of witches, with demonstrations. | explicit
    610023 | Winsor McCay | Gertie the Dinosaur | 0:12:00 | 1914-02-08 | 0.99 | NR | Kids & Family | She is shy, and drinks lakes. | A draughtsman bets his friends that he can make a dinosaur move. | noart
    610024 | Robert J. Flaherty | Nanook of the North | 1:19:00 | 1922-06-11 | 3.99 | NR | Documentary | A winter in the Arctic. | Igloo, kayak, walrus: a family’s year, a good part of it staged for the camera.
    610025 | 伊藤大輔 | 忠次旅日記 | 1:51:00 | 1927-03-10 | 2.99 | NR | Action & Adventure | 追われる侠客。 | 病に倒れながら、逃げ道を探す男の最後の季節。 | nopreview
    610026 | Robert Siodmak & Edgar G. Ulmer | Menschen am Sonntag | 1:13:00 | 1930-02-04 | 3.99 | NR | Documentary | Fünf Berliner, ein Sonntag. | Fünf junge Leute, die sonst Taxi fahren, Wein verkaufen oder Platten, fahren an den See. Am Montag warten alle wieder auf den nächsten Sonntag.
    610027 | Buster Keaton | The Navigator | 0:59:00 | 1924-10-13 | 3.99 | NR | Comedy | Two people, one ocean liner. | A man who cannot boil an egg and the woman who turned him down are adrift on a ship built for hundreds. | artist=206004
    """
  }
}
