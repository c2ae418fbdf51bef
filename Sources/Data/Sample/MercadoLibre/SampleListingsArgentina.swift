extension SampleMercadoLibre {
  /// Invented brands and things. A missing price is null, as for listings on request.
  static var argentina: String {
    """
    id | title | brand | price | original | stock | sold | condition | seller | domain | traits | about | notes
    MLA900100101 | Guitarra criolla de estudio Ceibal 1/2 | Ceibal | 89999 | 104999 | 12 | 50 | new | 880101 | CLASSICAL_GUITARS | Color=Natural; Cuerdas=6 | Guitarra de medio tamaño para empezar.¶Tapa de pino, clavijas con buena marcha, funda incluida. | free guaranteed
    MLA900100102 | Guitarra criolla de concierto Ceibal, tapa de cedro | Ceibal | 254900.5 | | 3 | 5 | new | 880101 | CLASSICAL_GUITARS | Tapa=Cedro; Cuerdas=6 | Suena mejor cada año.¶Se entrega afinada. | free
    MLA900100103 | Bandoneón de estudio usado, 142 voces | Arrabal | 1850000 | | 1 | 0 | used | 880101 | ACCORDIONS | Voces=142; Color=Negro | Revisado por el taller.¶Una lengüeta nueva en la mano izquierda. | nocatalog
    MLA900100104 | Bombo legüero de ceibo, cuero de oveja | Monte Adentro | 178000 | 189000 | 4 | 25 | new | 880101 | DRUMS | Diámetro=40 cm; Material=Ceibo | Se oye a una legua, o casi. | guaranteed
    MLA900100105 | Charango de diez cuerdas con estuche | Quebrada | 132500 | | 6 | 25 | new | 880101 | CHARANGOS | Cuerdas=10; Material=Naranjillo | Con estuche rígido y un juego de cuerdas de regalo. | free
    MLA900100106 | Encordado para guitarra criolla, tensión media | Ceibal | 8900 | | 150 | 500 | new | 880101 | INSTRUMENT_STRINGS | Tensión=Media | Seis cuerdas y una prima de más.
    MLA900100107 | Quena de caña en sol | Quebrada | 14500 | | 20 | 100 | new | 880101 | FLUTES | Afinación=Sol; Material=Caña
    MLA900100108 | Mate de calabaza forrado en cuero | Litoral | 18990 | 22990 | 80 | 1000 | new | 880102 | MATES | Material=Calabaza; Color=Marrón | Curado y listo para el primer mate. | free
    MLA900100109 | Mate torpedo de algarrobo con virola | Litoral | 27450 | | 35 | 250 | new | 880102 | MATES | Material=Algarrobo | Virola de acero, base plana.
    MLA900100110 | Bombilla pico de loro de alpaca | Litoral | 11200 | | 60 | 500 | new | 880102 | MATE_STRAWS | Material=Alpaca; Largo=18 cm | Filtro desmontable.
    MLA900100111 | Termo de acero 1 litro con pico cebador | Pampero | 39999.99 | 45999.99 | 44 | 500 | new | 880102 | THERMOSES | Capacidad=1 L; Color=Verde | Mantiene el agua a punto toda la ruta. | free guaranteed
    MLA900100112 | Yerba mate con palo, estacionada, 1 kg | Barranca | 4200 | | 300 | 5000 | new | 880102 | YERBAS | Peso=1 kg | Estacionada dos años.
    MLA900100113 | Set matero: mate, bombilla, yerbera y azucarera | Litoral | 58700 | | 15 | 50 | new | 880102 | MATES | Piezas=4 | Todo en un bolso de lona. | free
    MLA900100114 | Poncho salteño de lana tejido a telar | Cerro Rojo | 210000 | | 2 | 5 | new | 880102 | PONCHOS | Color=Rojo y negro; Material=Lana | Tejido en telar de pie, cuatro semanas de trabajo. | nocatalog
    MLA900100115 | Facturero de chapa enlozada | Barranca | 9800 | | 25 | 25 | new | 880102 | TRAYS | Color=Blanco
    MLA900100116 | El ombú y otros silencios (novela, edición de bolsillo) | Ediciones del Bañado | 12300 | | 9 | 25 | new | 880103 | BOOKS | Idioma=Español; Páginas=212 | Una familia, un árbol y tres herederos que no se hablan.
    MLA900100117 | Partituras: valses criollos para guitarra | Ediciones del Bañado | 15600 | | 14 | 50 | new | 880103 | SHEET_MUSIC | Idioma=Español; Páginas=64 | Veinte valses con digitación.
    MLA900100118 | Vinilo: Las cuatro estaciones de Vivaldi, reedición | Surco Sur | 41000 | | 7 | 5 | new | 880103 | MUSIC_ALBUMS | Formato=LP; Artista=Orquesta del Delta | Doble, 180 gramos. Primavera, verano, otoño e invierno. | guaranteed
    MLA900100119 | Vinilo usado: Tangos de medianoche | Surco Sur | | | 1 | 0 | used | 880103 | MUSIC_ALBUMS | Formato=LP; Artista=Sexteto Zaguán | Funda con marcas de uso. Consultar el precio. | nocatalog
    MLA900100120 | Cuaderno pentagramado A5, 80 hojas | Ediciones del Bañado | 5400 | | 200 | 250 | new | 880103 | NOTEBOOKS | Hojas=80; Tamaño=A5
    MLA900100121 | Atlas ilustrado de pájaros de la estepa | Ediciones del Bañado | 36750.25 | 42000 | 5 | 5 | new | 880103 | BOOKS | Idioma=Español; Páginas=320 | Con cantos transcriptos para flauta dulce.
    MLA900100122 | Atril plegable de metal con funda | Ceibal | 21900 | | 31 | 100 | new | 880101 | MUSIC_STANDS | Color=Negro; Altura=150 cm | Estable hasta con viento de terraza.
    """
  }
}
