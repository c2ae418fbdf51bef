extension SampleStore {
  /// Composers as the store lists them, invented performers, authors, shows, developers, podcasters, directors.
  static var artists: String {
    """
    id | type | name | genre | genreId | notes
    201001 | Artist | Antonio Vivaldi | Classical | 5
    201002 | Artist | Camerata Rialto | Classical | 5
    201003 | Artist | Johann Sebastian Bach | Classical | 5
    201004 | Artist | Ludwig van Beethoven | Classical | 5
    201005 | Artist | Frédéric Chopin | Classical | 5
    201006 | Artist | Franz Schubert | Classical | 5
    201007 | Artist | Antonín Dvořák | Classical | 5
    201008 | Artist | Пётр Ильич Чайковский | Classical | 5
    201009 | Artist | The Hedgerow Singers | Folk | 1289
    201010 | Artist | Calendar Trio | Jazz | 11
    201011 | Artist | 사계절 앙상블 | Classical | 5
    201012 | Artist | 都の春合唱団 | Children's Music | 4
    201013 | Artist | מקהלת שבעת המינים | Folk | 1289
    201014 | Artist | فرقة ليالي الأنس | Worldwide | 19
    201015 | Artist | Chœur des Trois Rivières | Folk | 1289
    201016 | Artist | Хор «Белая рожь» | Folk | 1289
    201017 | Artist | Kitchen Sink Weather | Alternative | 20
    201018 | Artist | Various Artists | Compilations
    201019 | Artist | Edvard Grieg | Classical | 5
    201020 | Artist | Clara Schumann | Classical | 5
    201021 | Artist | Gustav Mahler | Classical | 5
    201022 | Artist | Łąka i Ósemki | Folk | 1289
    201023 | Artist | 茉莉花民樂團 | Worldwide | 19
    201024 | Artist | Bosphorus Saz Topluluğu | Worldwide | 19
    201025 | Artist | Felix Mendelssohn | Classical | 5
    201026 | Artist | Claude Debussy | Classical | 5
    201027 | Artist | DJ Harvest Moon | Electronic | 7
    202001 | Author | Lewis Carroll | Books
    202002 | Author | Jane Austen | Books
    202003 | Author | Charles Dickens | Books
    202004 | Author | Лев Толстой | Books
    202005 | Author | Jules Verne | Books
    202006 | Author | Mary Shelley | Books
    202007 | Author | Miguel de Cervantes | Books
    202008 | Author | 夏目漱石 | Books
    202009 | Author | Charlotte Brontë | Books
    202010 | Author | Johann Wolfgang von Goethe | Books
    202011 | Author | Herman Melville | Books
    202012 | Author | Karel Čapek | Books
    202013 | Author | Edgar Allan Poe | Books
    202014 | Author | Robert Louis Stevenson | Books
    203001 | TV Show | Vivaldi: The Red Priest | Drama
    203002 | TV Show | Four Seasons of the Allotment | Nonfiction
    203003 | TV Show | Night Ferry | Drama
    203004 | TV Show | 골목 식물원 | Nonfiction
    203005 | TV Show | Tiny Orchestra | Kids & Family
    203006 | TV Show | The Lighthouse Quiz | Comedy
    204001 | Software Artist | Lantern & Loom Ltd. | Software
    204002 | Software Artist | Tuning Fork Software | Software
    204003 | Software Artist | Studio Ładna Pogoda | Software
    204004 | Software Artist | 작은 서점 | Software
    205001 | Podcast Artist | Baroque Breakfast Radio | Podcasts
    205002 | Podcast Artist | Hanne Lindqvist & Tomé Okafor | Podcasts
    205003 | Podcast Artist | Row Q | Podcasts
    206001 | Movie Artist | Georges Méliès | Sci-Fi & Fantasy
    206002 | Movie Artist | Charles Chaplin | Comedy
    206003 | Movie Artist | F. W. Murnau | Drama
    206004 | Movie Artist | Buster Keaton | Comedy
    206005 | Movie Artist | Auguste & Louis Lumière | Documentary
    """
  }
}
