extension SampleStore {
  static var tvEpisodes: String {
    """
    season | number | title | length | date | about | notes
    510001 | 1 | The Orphans’ Orchestra | 48:12 | 2018-03-04 | The new violin master finds that his pupils play better than he does.
    510001 | 2 | Ottone in the Villa | 47:03 | 2018-03-11 | An opera house in Vicenza, a tenor with a cold, and nine days to opening night.
    510001 | 3 | Signor Vivaldi Declines | 46:38 | 2018-03-18 | A bishop asks for one Mass. He is offered eleven concertos instead.
    510001 | 4 | L’estro armonico | 51:20 | 2018-03-25 | A parcel of engraved music leaves for Amsterdam, and with it all the money.
    510002 | 1 | Spring in Mantua | 49:09 | 2020-02-16 | At court, birds are in fashion. Vivaldi takes notes.
    510002 | 2 | A Summer Storm | 47:55 | 2020-02-23 | Hail ruins a harvest and finishes a concerto.
    510002 | 3 | Autumn Wine | 48:31 | 2020-03-01 | The whole village is asleep by eight. Somebody has to pay the bill.
    510002 | 4 | Winter, by the Fire | 52:44 | 2020-03-08 | Ice on the lagoon, and a letter from Vienna.
    510003 | 1 | Spring: Mud | 28:40 | 2021-03-20 | Everything is late and nobody minds.
    510003 | 2 | Summer: Water | 29:05 | 2021-06-21 | The rota for the one working tap.
    510003 | 3 | Autumn: Too Many Apples | 28:51 | 2021-09-22 | A press is borrowed and not returned.
    510003 | 4 | Winter: Catalogues | 27:59 | 2021-12-21 | Snow, a shed, and nine kinds of bean.
    510004 | 1 | Trelleborg, 22:30 | 44:10 | 2016-11-11 | The car deck is counted twice. | explicit
    510004 | 2 | Lee Side | 43:37 | 2016-11-18 | The lights of another ship, where there is none on the chart. | explicit
    510004 | 3 | Cabin 4117 | 45:02 | 2016-11-25 | The key opens a door that the plan does not show. | explicit nopreview
    510005 | 1 | 봄, 파가 자라는 스티로폼 상자 | 38:20 | 2022-05-01 | 골목에서 가장 작은 밭을 가꾸는 세 사람.
    510005 | 2 | 여름, 나팔꽃이 전봇대를 오를 때 | 37:48 | 2022-05-08 | 전선 수리공과 나팔꽃의 해마다 되풀이되는 협상.
    510005 | 3 | 가을, 국화의 자리 | 39:13 | 2022-05-15 | 문 앞에 무엇을 놓을지는 집집마다 다르다.
    510005 | 4 | 겨울, 실내로 | 36:56 | 2022-05-22 | 난로 둘레에 모인 화분 열두 개.
    510006 | 1 | The Mouse Who Wanted the Tuba | 11:11 | 2019-09-07 | It is four hundred times her size.
    510006 | 2 | Hedgehog Plays Vivaldi | 11:30 | 2019-09-14 | Pizzicato comes naturally to some.
    510006 | 3 | Rests Are Music Too 😴 | 10:58 | 2019-09-21 | The dormouse is right for once.
    510007 | 1 | Fog | 31:00 | 2014-01-10 | Four contestants, one lamp, no audience. | olddate noprice
    510007 | 2 | More Fog | 30:44 | 2014-01-17 | The scores from last week were lost at sea. | olddate noprice
    510008 | 1 | Left Luggage | 46:02 | 2026-11-06 | A suitcase has been going round since Season 1. | explicit
    510008 | 2 | Sassnitz, 04:10 | 44:37 | 2026-11-13 | Somebody bought a return ticket in 1911. | explicit
    510008 | 3 | The Purser’s Arithmetic | 45:29 | 2026-11-20 | Eight breakfasts were served. Nine were paid for. | explicit
    """
  }
}
