extension SampleMercadoLibre {
  static var sellers: String {
    """
    id | nickname | site | city | state | level | since | sales
    880101 | LA CUERDA FLOJA | MLA | Rosario | Santa Fe | 5_green | 2009-04-12 | 8412
    880102 | MATES DEL LITORAL | MLA | Paraná | Entre Ríos | 5_green | 2014-09-01 | 15230
    880103 | LIBRERÍA EL OMBÚ | MLA | La Plata | Buenos Aires | 4_light_green | 2011-11-11 | 2207
    880201 | CASA DO CAVAQUINHO | MLB | Ouro Preto | Minas Gerais | 5_green | 2010-05-05 | 6620
    880202 | SERTÃO ARTESANAL | MLB | Campina Grande | Paraíba | 5_green | 2016-06-24 | 3981
    880203 | SEBO DA ESQUINA | MLB | Curitiba | Paraná | | 2020-02-02 | 44
    880301 | GUITARRAS DE PARACHO | MLM | Paracho | Michoacán | 5_green | 2012-10-12 | 5105
    880302 | BARRO Y TELAR | MLM | Oaxaca de Juárez | Oaxaca | 4_light_green | 2015-07-16 | 2760
    880303 | PAPELERÍA LA LUNA | MLM | Puebla | Puebla | 5_green | 2013-01-31 | 9042
    """
  }
}
