extension SampleMercadoLibre {
  static var brazil: String {
    """
    id | title | brand | price | original | stock | sold | condition | seller | domain | traits | about | notes
    MLB900200101 | Violão de nylon para estudo Jacarandá 3/4 | Jacarandá | 489.9 | 549.9 | 18 | 100 | new | 880201 | CLASSICAL_GUITARS | Cor=Natural; Cordas=6 | Leve, fácil de afinar, com capa.¶Ideal para as primeiras aulas. | free guaranteed
    MLB900200102 | Violão de sete cordas, tampo de pinho | Jacarandá | 2390 | | 2 | 5 | new | 880201 | CLASSICAL_GUITARS | Cordas=7; Tampo=Pinho | Para as baixarias do choro. | free
    MLB900200103 | Cavaquinho de luthier com estojo | Serenata | 1150 | 1290 | 5 | 25 | new | 880201 | CAVAQUINHOS | Cordas=4; Material=Cedro | Som claro e afinação firme. | free
    MLB900200104 | Pandeiro de couro 10 polegadas | Batucada Boa | 189.5 | | 40 | 250 | new | 880201 | PANDEIROS | Diâmetro=10"; Material=Couro de cabra | Platinelas de latão batido.
    MLB900200105 | Berimbau completo com caxixi e baqueta | Batucada Boa | 139 | | 22 | 100 | new | 880201 | BERIMBAUS | Material=Biriba | Verga de biriba, cabaça escolhida.
    MLB900200106 | Cuíca de alumínio 8 polegadas, usada | Batucada Boa | 210 | | 1 | 0 | used | 880201 | CUICAS | Diâmetro=8" | Pele nova, aro com pequenos riscos. | nocatalog
    MLB900200107 | Sanfona de 80 baixos, usada, revisada | Asa Clara | 3980 | | 1 | 0 | used | 880201 | ACCORDIONS | Baixos=80; Cor=Vermelho | Afinada no ano passado. | free nocatalog
    MLB900200108 | Encordoamento para violão de nylon | Jacarandá | 34.9 | | 300 | 1000 | new | 880201 | INSTRUMENT_STRINGS | Tensão=Média
    MLB900200109 | Triângulo de ferro para forró, 25 cm | Asa Clara | 42 | | 60 | 250 | new | 880201 | TRIANGLES | Tamanho=25 cm | Ferro dobrado à mão.
    MLB900200110 | Rede de dormir de algodão, casal | Sertão | 159.9 | 179.9 | 70 | 500 | new | 880202 | HAMMOCKS | Cor=Cru; Material=Algodão | Varanda de crochê. Aguenta duas pessoas e um livro. | free guaranteed
    MLB900200111 | Rede cadeira de balanço com almofada | Sertão | 129 | | 33 | 100 | new | 880202 | HAMMOCKS | Cor=Azul | Prende em um gancho só.
    MLB900200112 | Jogo americano de palha de buriti, 6 peças | Sertão | 78.5 | | 45 | 50 | new | 880202 | PLACEMATS | Peças=6; Material=Buriti
    MLB900200113 | Moringa de barro com copo, 2 litros | Sertão | 64 | | 26 | 100 | new | 880202 | CLAY_JUGS | Capacidade=2 L | Água fresca sem geladeira.
    MLB900200114 | Xilogravura emoldurada: O Verão no Sertão | Tipografia Mandacaru | 240 | | 8 | 5 | new | 880202 | ART_PRINTS | Tamanho=30 x 40 cm | Impressa à mão, numerada.
    MLB900200115 | Coador de café de pano com suporte de madeira | Sertão | 49.9 | | 90 | 500 | new | 880202 | COFFEE_MAKERS | Material=Madeira e algodão | Café como o da avó.
    MLB900200116 | Café em grãos torra média, 1 kg | Serra Mansa | 72.9 | | 120 | 1000 | new | 880202 | COFFEES | Peso=1 kg; Torra=Média | Notas de castanha e rapadura.
    MLB900200117 | Cordel: O Cangaceiro que Virou Maestro | Tipografia Mandacaru | 9.9 | | 500 | 250 | new | 880203 | BOOKS | Idioma=Português; Páginas=16 | Trinta e duas sextilhas.
    MLB900200118 | Partituras: chorinhos fáceis para flauta | Sebo da Esquina | 39 | | 11 | 25 | new | 880203 | SHEET_MUSIC | Idioma=Português; Páginas=48 | Com cifras para o violão.
    MLB900200119 | Vinil: As Quatro Estações de Vivaldi, usado | Disco Voador | 85 | | 1 | 0 | used | 880203 | MUSIC_ALBUMS | Formato=LP; Artista=Camerata do Cerrado | Capa boa, disco com chiado leve. | nocatalog
    MLB900200120 | Vinil: Sambas de Quintal, edição nova | Disco Voador | 149.9 | | 20 | 50 | new | 880203 | MUSIC_ALBUMS | Formato=LP; Artista=Turma da Jabuticaba | Encarte com as letras. | free
    MLB900200121 | Caderno de música pautado, espiral | Sebo da Esquina | 19.9 | | 210 | 250 | new | 880203 | NOTEBOOKS | Folhas=96
    MLB900200122 | Livro usado: Manual do afinador de pianos | Sebo da Esquina | | | 1 | 0 | used | 880203 | BOOKS | Idioma=Português; Páginas=180 | Preço a combinar. | nocatalog
    """
  }
}
