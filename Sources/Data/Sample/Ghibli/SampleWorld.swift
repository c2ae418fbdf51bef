/// The locations, species and vehicles of the films.
extension SampleGhibli {
  /// A location without residents has "TODO", as at the service.
  static var locations: String {
    """
    id | name | climate | terrain | water | residents | films
    1 | Laputa | Continental | City | 40 | 1 | 1
    2 | Slag Ravine | Temperate | Mine | 5 | 2 | 1
    3 | Matsugō | Mild | Farmland | 20 | | 3
    4 | Koriko | Mild | Coastal Town | 35 | 11 13 | 4
    5 | Hotel Adriano | Mediterranean | Island | 98 | 16 | 6
    6 | Tama Hills | TODO | TODO | 10 | | 7
    7 | Irontown | Temperate | Fortress by a Lake | 60 | 22 | 9
    8 | The Bathhouse | Wet | Riverside | 75 | 27 28 | 11
    9 | The Cat Kingdom | TODO | TODO | | | 12
    10 | The House on the Cliff | Maritime | Hill | 80 | 34 | 15
    """
  }

  static var species: String {
    """
    id | name | classification | eyes | hair
    1 | Human | Mammal | Black, Blue, Brown, Grey, Green, Hazel | Black, Blond, Brown, Grey, Red, Silver, White
    2 | Totoro | Mammal | Grey | Beige, Grey, White
    3 | Cat | Mammal | Black, Green, Yellow | Black, Brown, White, Yellow
    4 | Witch or Wizard | Mammal | Blue, Brown | Black, Blond, White
    5 | Tanuki | Mammal | Black | Brown
    6 | Wolf God | God | Yellow | White
    7 | Spirit | Spirit | Black, Green, Red | Green, Light Orange
    8 | Fish | Unknown | Brown | Red
    9 | Borrower | Mammal | Brown | Light Brown
    """
  }

  static var vehicles: String {
    """
    id | name | about | class | length | pilot | films
    1 | Goliath | A flying battleship, the largest that the army owns | Airship | 1,000 | 4 | 1
    2 | Tiger Moth | The pirates' mother ship: canvas, propellers and laundry | Airship | 138 | 3 | 1
    3 | Catbus | Twelve legs, fur seats, headlights for eyes | Bus | 11 | 10 | 3
    4 | Savoia S.21 | A red racing seaplane with one seat, or two at a pinch | Seaplane | 7.7 | 14 | 6
    5 | Howl's castle | A house, a forge and some gun turrets on four legs | Walking castle | 60 | 32 | 13
    6 | Falcon Project prototype | A fighter with the bent wings of a gull | Aeroplane | 7.6 | | 18
    """
  }
}
