extension SampleMercadoLibre {
  static var mexico: String {
    """
    id | title | brand | price | original | stock | sold | condition | seller | domain | traits | about | notes
    MLM900300101 | Guitarra clásica de Paracho para estudiante | Tzintzun | 1890 | 2190 | 25 | 250 | new | 880301 | CLASSICAL_GUITARS | Cuerdas=6; Color=Natural | Hecha en taller, con funda y púa.¶Se afina antes de enviar. | free guaranteed
    MLM900300102 | Guitarra flamenca de ciprés | Tzintzun | 7450.5 | | 3 | 5 | new | 880301 | CLASSICAL_GUITARS | Tapa=Pinabete; Cuerdas=6 | Golpeador transparente ya puesto. | free
    MLM900300103 | Guitarrón mariachero con estuche | Tzintzun | 8900 | 9800 | 2 | 5 | new | 880301 | GUITARRONES | Cuerdas=6; Material=Tacote | Se oye sin micrófono. | free
    MLM900300104 | Vihuela de mariachi, cinco cuerdas | Tzintzun | 3650 | | 6 | 25 | new | 880301 | VIHUELAS | Cuerdas=5
    MLM900300105 | Jarana jarocha tercera, tallada en cedro | Sotavento | 4200 | | 4 | 25 | new | 880301 | JARANAS | Cuerdas=8; Material=Cedro | De una sola pieza. Incluye funda tejida. | guaranteed
    MLM900300106 | Marimba de mesa, dos octavas y media | Sotavento | 5990 | | 3 | 5 | new | 880301 | MARIMBAS | Octavas=2.5; Material=Hormiguillo | Con baquetas y un cuadernillo de sones. | free
    MLM900300107 | Acordeón de botones usado, tono de fa | Norteñito | 11200 | | 1 | 0 | used | 880301 | ACCORDIONS | Botones=31; Color=Rojo | Fuelle sin fugas. | nocatalog
    MLM900300108 | Ocarina de barro con cuatro orificios | Barro y Telar | 149 | | 100 | 250 | new | 880302 | OCARINAS | Material=Barro negro | Con cordón para colgar.
    MLM900300109 | Rebozo de algodón teñido con añil | Barro y Telar | 890 | | 18 | 50 | new | 880302 | SHAWLS | Color=Azul añil; Largo=220 cm | Telar de cintura. Cada uno sale distinto. | free
    MLM900300110 | Tapete de lana con grecas, 120 x 80 cm | Barro y Telar | 2350 | 2600 | 7 | 25 | new | 880302 | RUGS | Material=Lana; Color=Grana cochinilla | Tintes naturales. | free
    MLM900300111 | Olla de barro negro bruñido | Barro y Telar | 640 | | 14 | 25 | new | 880302 | POTS | Material=Barro negro; Altura=28 cm | De adorno: no va al fuego.
    MLM900300112 | Alebrije de copal: jaguar con alas | Barro y Telar | 1780 | | 1 | 0 | new | 880302 | FIGURINES | Material=Copal; Altura=22 cm | Pintado con pincel de tres pelos. | nocatalog
    MLM900300113 | Molinillo de madera para chocolate | Barro y Telar | 95 | | 140 | 500 | new | 880302 | MOLINILLOS | Material=Aile
    MLM900300114 | Chocolate de mesa con canela, 500 g | Metate Viejo | 118.5 | | 200 | 1000 | new | 880302 | CHOCOLATES | Peso=500 g | Molido en piedra.
    MLM900300115 | Comal de barro de 40 cm | Barro y Telar | 320 | | 30 | 50 | new | 880302 | COMALES | Diámetro=40 cm | Hay que curarlo con cal. El papel viene adentro.
    MLM900300116 | Hamaca de Yucatán matrimonial | Nido del Sur | 1250 | 1399 | 27 | 250 | new | 880302 | HAMMOCKS | Color=Varios; Material=Hilo de algodón | Tejido cerrado. | free guaranteed
    MLM900300117 | Libreta pautada para música, 100 hojas | La Luna | 89.9 | | 400 | 1000 | new | 880303 | NOTEBOOKS | Hojas=100; Tamaño=Carta
    MLM900300118 | Partituras: sones y huapangos para violín | La Luna | 260 | | 16 | 50 | new | 880303 | SHEET_MUSIC | Idioma=Español; Páginas=72 | Con arcadas marcadas.
    MLM900300119 | Disco de vinilo: Las cuatro estaciones, Vivaldi en marimba | Fonógrafo Azul | 780 | | 9 | 25 | new | 880303 | MUSIC_ALBUMS | Formato=LP; Artista=Marimba Quetzalli | Primavera, verano, otoño e invierno como nunca. | free
    MLM900300120 | Disco usado: Boleros de la azotea | Fonógrafo Azul | | | 1 | 0 | used | 880303 | MUSIC_ALBUMS | Formato=LP; Artista=Trío Cantera | Precio a tratar. | nocatalog
    MLM900300121 | Lotería ilustrada de instrumentos | La Luna | 145 | | 80 | 250 | new | 880303 | BOARD_GAMES | Jugadores=2 a 8 | Cincuenta y cuatro cartas y diez tablas.
    MLM900300122 | Papel picado de colores, tira de 5 metros | La Luna | 59 | 75 | 260 | 1000 | new | 880303 | PARTY_DECORATIONS | Largo=5 m; Material=Papel de china | Diez banderolas distintas.
    """
  }
}
