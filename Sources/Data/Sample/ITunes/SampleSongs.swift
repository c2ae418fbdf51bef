extension SampleStore {
  /// A song's id is made of its album's id and its number. It costs 1.29 unless a note says otherwise.
  ///
  /// Missing numbers are tracks that nobody sells; what only some stores sell is in `SampleStorefront.differences`.
  static var songs: String {
    """
    album | number | title | length | notes | disc | by
    310001 | 1 | Spring, RV 269: I. Allegro | 3:31
    310001 | 2 | Spring, RV 269: II. Largo e pianissimo sempre | 2:38
    310001 | 3 | Spring, RV 269: III. Allegro (Danza pastorale) | 4:09
    310001 | 4 | Summer, RV 315: I. Allegro non molto | 5:26
    310001 | 5 | Summer, RV 315: II. Adagio – Presto | 2:14
    310001 | 6 | Summer, RV 315: III. Presto (Tempo impetuoso d’estate) | 2:49
    310001 | 7 | Autumn, RV 293: I. Allegro (Ballo, e canto de’ villanelli) | 5:12
    310001 | 8 | Autumn, RV 293: II. Adagio molto (Ubriachi dormienti) | 2:27
    310001 | 9 | Autumn, RV 293: III. Allegro (La caccia) | 3:18
    310001 | 10 | Winter, RV 297: I. Allegro non molto | 3:25
    310001 | 11 | Winter, RV 297: II. Largo | 2:02
    310001 | 12 | Winter, RV 297: III. Allegro | 3:16
    310001 | 13 | Concerto for Two Mandolins in G Major, RV 532: II. Andante | 3:44 | albumonly
    310001 | 14 | Concerto for Two Trumpets in C Major, RV 537: I. Allegro | 2:55
    310002 | 1 | La primavera: Giunt’è la primavera e festosetti | 3:40
    310002 | 2 | L’estate: Sotto dura stagion dal sole accesa | 5:33
    310002 | 3 | L’autunno: Celebra il villanel con balli e canti | 5:01
    310002 | 4 | L’inverno: Aggiacciato tremar tra nevi algenti | 3:22
    310002 | 5 | Gloria, RV 589: Gloria in excelsis Deo | 2:21
    310002 | 6 | Nulla in mundo pax sincera, RV 630 | 6:58
    310002 | 7 | Nisi Dominus, RV 608: Cum dederit | 5:19 | nopreview
    310003 | 1 | Goldberg Variations, BWV 988: Aria | 3:55
    310003 | 2 | Cello Suite No. 1 in G Major, BWV 1007: Prélude | 2:31
    310003 | 3 | Orchestral Suite No. 3 in D Major, BWV 1068: Air | 5:02
    310003 | 4 | Toccata and Fugue in D Minor, BWV 565 | 8:47
    310003 | 5 | Wachet auf, ruft uns die Stimme, BWV 140: Zion hört die Wächter singen | 4:10
    310003 | 6 | Coffee Cantata, BWV 211: Ei! wie schmeckt der Coffee süße | 4:33
    310003 | 7 | The Well-Tempered Clavier, Book I: Prelude No. 1 in C Major, BWV 846 | 2:12
    310003 | 8 | Mass in B Minor, BWV 232: Dona nobis pacem | 3:07
    310004 | 1 | Violin Sonata No. 5 in F Major, Op. 24 “Spring”: I. Allegro | 9:48
    310004 | 2 | Violin Sonata No. 5 in F Major, Op. 24 “Spring”: II. Adagio molto espressivo | 5:56
    310004 | 3 | Violin Sonata No. 5 in F Major, Op. 24 “Spring”: III. Scherzo | 1:14
    310004 | 4 | Violin Sonata No. 5 in F Major, Op. 24 “Spring”: IV. Rondo | 6:41
    310004 | 5 | Symphony No. 5 in C Minor, Op. 67: I. Allegro con brio | 7:22
    310004 | 6 | Symphony No. 6 in F Major, Op. 68 “Pastoral”: V. Shepherd’s Song | 9:11
    310004 | 7 | Piano Sonata No. 14 in C-Sharp Minor “Moonlight”: I. Adagio sostenuto | 5:37
    310004 | 8 | Für Elise, WoO 59 | 2:58
    310004 | 9 | Symphony No. 9 in D Minor, Op. 125: IV. Ode to Joy | 24:06 | albumonly
    310005 | 1 | Nocturne No. 2 in E-Flat Major, Op. 9 | 4:29
    310005 | 2 | Prélude in D-Flat Major, Op. 28 No. 15 “Raindrop” | 5:04
    310005 | 3 | Étude in A Minor, Op. 25 No. 11 “Winter Wind” | 3:33
    310005 | 4 | Étude in C Minor, Op. 10 No. 12 “Revolutionary” | 2:40
    310005 | 5 | Wiosna (Spring), Op. 74 No. 2 | 2:20
    310005 | 6 | Minute Waltz, Op. 64 No. 1 | 1:52
    310006 | 1 | Gute Nacht (Winter Journey) | 5:46
    310006 | 2 | Die Wetterfahne | 1:43
    310006 | 3 | Gefrorne Tränen | 2:31
    310006 | 4 | Erstarrung | 2:58
    310006 | 5 | Der Lindenbaum | 4:48
    310006 | 6 | Wasserflut | 4:12
    310006 | 7 | Auf dem Flusse | 3:37
    310006 | 8 | Rückblick | 2:16
    310006 | 9 | Irrlicht | 2:39
    310006 | 10 | Rast | 3:21
    310006 | 11 | Frühlingstraum (Dream of Spring) | 4:12
    310006 | 12 | Einsamkeit | 2:44
    310006 | 13 | Die Post | 2:15
    310006 | 14 | Der greise Kopf | 3:02
    310006 | 15 | Die Krähe | 2:03
    310006 | 16 | Letzte Hoffnung | 2:09
    310006 | 17 | Im Dorfe | 3:11
    310006 | 18 | Der stürmische Morgen | 0:49
    310006 | 19 | Täuschung | 1:24
    310006 | 20 | Der Wegweiser | 4:08
    310006 | 21 | Das Wirtshaus | 4:27
    310006 | 22 | Mut | 1:23
    310006 | 23 | Die Nebensonnen | 2:46
    310006 | 24 | Der Leiermann | 3:51
    310007 | 1 | Slovanské tance, op. 46: č. 1 C dur | 3:48
    310007 | 2 | Slovanské tance, op. 72: č. 2 e moll | 5:15
    310007 | 3 | Symfonie č. 9 e moll „Z nového světa“: II. Largo | 12:20
    310007 | 4 | Když mne stará matka zpívat učívala | 2:25
    310007 | 5 | Humoreska Ges dur, op. 101 č. 7 | 3:19
    310007 | 6 | Rusalka: Měsíčku na nebi hlubokém | 5:50
    310008 | 1 | Январь. У камелька | 5:20
    310008 | 2 | Февраль. Масленица | 2:59
    310008 | 3 | Март. Песнь жаворонка | 2:35
    310008 | 4 | Апрель. Подснежник | 2:51
    310008 | 5 | Май. Белые ночи | 4:17
    310008 | 6 | Июнь. Баркарола | 5:04
    310008 | 7 | Июль. Песнь косаря | 1:48
    310008 | 8 | Август. Жатва | 3:09
    310008 | 9 | Сентябрь. Охота | 2:44
    310008 | 10 | Октябрь. Осенняя песнь | 5:11
    310008 | 11 | Ноябрь. На тройке | 3:02
    310008 | 12 | Декабрь. Святки | 4:06
    310008 | 13 | Симфония № 1 «Зимние грёзы» (Winter Daydreams): II. Угрюмый край, туманный край | 11:05
    310009 | 1 | Sumer Is Icumen In (Summer Round) | 1:58
    310009 | 2 | The Last Rose of Summer | 3:41
    310009 | 3 | Jack the Jolly Tar | 2:29
    310009 | 4 | Jack Went A-Sailing | 4:02
    310009 | 5 | Scarborough Fair | 3:10
    310009 | 6 | Greensleeves | 3:27
    310009 | 7 | The Holly Bears a Berry (A Winter Wassail) | 2:36
    310009 | 8 | Spring Carol: The Cuckoo Is a Pretty Bird | 2:50
    310009 | 9 | John Barleycorn (The Autumn Reaping) | 4:44
    310009 | 10 | Auld Lang Syne | 3:05
    310009 | 11 | She Moved Through the Fair | 3:58
    310009 | 12 | Loch Lomond | 3:16
    310009 | 13 | Don’t You Hear the Autumn Geese | 2:47
    310010 | 1 | Spring, Last Bus Home | 5:18
    310010 | 2 | Summer Kitchen | 4:36
    310010 | 3 | Autumn Ledger | 6:02
    310010 | 4 | Winter Window | 5:40
    310010 | 5 | Leap Day | 0:29
    310010 | 6 | Indian Summer Shuffle | 4:55
    310010 | 7 | Nº\u{A0}7 for Winter (Live at the Back Room) | 7:31 | noprice
    310011 | 1 | 봄 들판을 걷다 | 3:24
    310011 | 2 | 봄비 오는 날 | 2:58
    310011 | 3 | 할머니의 봄 편지 | 4:11
    310011 | 4 | 여름 소나기 | 3:03
    310011 | 5 | 한여름 밤의 평상 | 3:46
    310011 | 6 | 여름 바다로 가는 기차 | 4:20
    310011 | 7 | 가을 운동장 | 3:33
    310011 | 8 | 감이 익는 가을밤 | 3:51
    310011 | 9 | 늦가을 산책 | 4:05
    310011 | 10 | 겨울나무 곁에서 | 3:39
    310011 | 11 | 겨울 창가 | 2:44
    310011 | 12 | 첫눈 내린 겨울 아침 | 3:57
    310011 | 13 | 아리랑 | 4:30
    310011 | 14 | 도라지 타령 | 2:22 | noprice
    310012 | 1 | さくらさくら | 2:05
    310012 | 2 | 春の小川 | 1:50
    310012 | 3 | 夏は来ぬ | 2:14
    310012 | 4 | 紅葉（もみじ） | 2:01
    310012 | 5 | 冬景色 | 2:33
    310012 | 6 | 荒城の月 | 3:12
    310012 | 7 | ソーラン節 | 2:48
    310012 | 8 | ﾃﾞﾝﾃﾞﾝ虫のワルツ ＡＢＣ | 1:44
    310013 | 1 | הבה נגילה | 2:40
    310013 | 2 | שָׁלוֹם חֲבֵרִים | 1:32
    310013 | 3 | \u{200F}ניגון של חורף | 3:55
    310013 | 4 | מעוז צור | 2:18
    310014 | 1 | لما بدا يتثنى | 5:09
    310014 | 2 | يا ليل يا عين | 6:47
    310014 | 3 | سماعي بيات العريان | 7:20
    310014 | 4 | موشّح الربيع (Spring Muwashshah) | 4:58
    310015 | 1 | À la claire fontaine | 3:02
    310015 | 2 | Sur le pont d’Avignon | 1:47
    310015 | 3 | Il était un petit navire | 2:26
    310015 | 4 | Les feuilles tombent : ronde d’automne | 2:39
    310015 | 5 | Noël de la Saint-Étienne | 3:13
    310016 | 1 | Эй, ухнем | 3:34
    310016 | 2 | Калинка | 2:52
    310016 | 3 | Во поле берёза стояла | 2:19
    310016 | 4 | Ой, мороз, мороз | 3:44
    310016 | 5 | Вдоль по Питерской | 2:37
    310017 | 1 | Damn the Metronome | 3:12 | explicit
    310017 | 2 | Damn the Metronome (Radio Edit) | 3:09 | clean
    310017 | 3 | Family Portrait 👨‍👩‍👧‍👦 | 4:01
    310017 | 4 | Rain Check | 2:54
    310017 | 5 | 👩🏽‍🚀 to Ground Control | 5:05
    310017 | 6 | A Song Whose Title Is So Much Longer Than the Song That the Label Asked Whether Anybody Would Mind If the Last Verse Were Simply Left Off the Sleeve | 0:58
    310017 | 7 | Summer of Unanswered Mail | 3:27 | explicit
    310017 | 8 | T̈h̊ë̊ D́ŕŏp̂ (Z̃ălgŏ Mix) | 3:33
    310017 | 9 | AC/DC Adapter & Other Hardware #1 + 2 | 2:22 | noartist
    310017 | 10 | It’s 5 O’Clock in C# | 3:48 | price=0.69
    310018 | 1 | January Hornpipe | 2:10 | noartist
    310018 | 2 | Winter Polka for Cold Feet | 2:44 | noartist
    310018 | 3 | Spring Reel: The Lambs Are Out | 2:31 | noartist
    310018 | 4 | Summer Jig: Hay on the Road | 2:17 | noartist
    310018 | 5 | Autumn Mazurka: Apples, Apples | 2:58 | noartist noprice
    310019 | 1 | To Spring, Op. 43 No. 6 | 2:47
    310019 | 2 | The Last Spring, Op. 34 No. 2 | 5:21
    310019 | 3 | Wedding Day at Troldhaugen, Op. 65 No. 6 | 6:05
    310019 | 4 | In Autumn, Op. 11 (Concert Overture) | 10:48
    310019 | 5 | Sommeraften (Summer’s Eve), Op. 71 No. 2 | 2:19
    310020 | 1 | Jesienny kujawiak | 3:08
    310020 | 2 | Lulajże, Jezuniu | 3:52
    310020 | 3 | Gdybym miał gitarę | 2:13
    310021 | 1 | 茉莉花 | 3:06
    310021 | 2 | 春江花月夜 | 9:14
    310021 | 3 | 四季歌 | 2:49
    310022 | 1 | Üsküdar’a Gider İken (Kâtibim) | 3:36
    310022 | 2 | Çanakkale İçinde | 4:15
    310023 | 1 | Lieder ohne Worte, Op. 62 No. 6 “Spring Song” | 2:30
    310023 | 2 | Lieder ohne Worte, Op. 30 No. 6 “Venetian Gondola Song” | 3:15
    310023 | 3 | Auf Flügeln des Gesanges, Op. 34 No. 2 | 3:29
    310023 | 4 | Herbstlied (Autumn Song), Op. 63 No. 4 | 2:08
    310024 | 1 | Clair de lune | 5:01
    310024 | 2 | Printemps, L. 61 | 8:36
    310024 | 3 | Des pas sur la neige | 4:22
    310024 | 4 | Jardins sous la pluie | 3:40
    310025 | 1 | Autumn Equinox (Combine Harvester Mix) | 6:30 | clean
    310025 | 2 | Summer Solstice (12" Mix) | 7:02 | explicit
    310025 | 3 | Spring Equinox (Tractor Dub) | 6:44
    310025 | 4 | Winter Solstice (Ambient Barn) | 9:59
    310026 | 1 | Ich bin der Welt abhanden gekommen | 6:12
    310026 | 2 | Der Einsame im Herbst (The Lonely One in Autumn) | 9:30
    310026 | 3 | Frühlingsmorgen (Spring Morning) | 1:54
    310027 | 1 | Drei Romanzen, Op. 21: I. Andante | 4:50
    310027 | 2 | Soirées musicales, Op. 6: II. Notturno | 4:38
    310030 | 1 | Chant du printemps | 3:37 | noartist
    310030 | 2 | Un été à la rivière | 4:14 | noartist
    310030 | 3 | L’automne en sabots | 2:51 | noartist
    310030 | 4 | Berceuse d’hiver | 3:28 | noartist
    310030 | 5 | Alle Vögel sind schon da im Frühling | 4:05 | noartist
    310030 | 6 | Sommer auf der Alm | 2:42 | noartist
    310030 | 7 | Herbst im Weinberg | 3:19 | noartist
    310030 | 8 | Winter, ade | 4:56 | noartist
    310030 | 9 | Ronda de primavera | 2:33 | noartist
    310030 | 10 | Copla de verano | 3:10 | noartist
    310030 | 11 | Vendimia de otoño | 4:47 | noartist
    310030 | 12 | Villancico de invierno | 2:24 | noartist
    310030 | 13 | Stornello di primavera | 3:01 | noartist
    310030 | 14 | Estate al mulino | 4:38 | noartist
    310030 | 15 | Vendemmia d’autunno | 2:15 | noartist
    310030 | 16 | Ninna nanna d’inverno | 3:52 | noartist
    310030 | 17 | Ciranda da primavera | 4:29 | noartist
    310030 | 18 | Fado do verão | 2:06 | noartist
    310030 | 19 | Roda do outono | 3:43 | noartist
    310030 | 20 | Cantiga de inverno | 4:20 | noartist
    310030 | 21 | Весна идёт по лугу | 2:57 | noartist
    310030 | 22 | Лето красное, хоровод | 3:34 | noartist
    310030 | 23 | Осень в саду | 4:11 | noartist
    310030 | 24 | Зима, санный путь | 2:48 | noartist
    310030 | 25 | Lente in de polder | 3:25 | noartist
    310030 | 26 | Zomer aan het kanaal | 4:02 | noartist
    310030 | 27 | Herfst op zolder | 2:39 | noartist
    310030 | 28 | Winter en warme chocola | 3:16 | noartist
    310030 | 29 | Wiosna na łące | 4:53 | noartist
    310030 | 30 | Lato, lato, gorące | 2:30 | noartist
    310030 | 31 | Jesień w sadzie | 3:07 | noartist
    310030 | 32 | Zima za oknem | 4:44 | noartist
    310030 | 33 | İlkbahar Yağmuru | 2:21 | noartist
    310030 | 34 | Yaz Gecesi | 3:58 | noartist
    310030 | 35 | Sonbahar Yaprakları | 4:35 | noartist
    310030 | 36 | Kış Masalı | 2:12 | noartist
    310030 | 37 | 春よ、土手の道 | 3:49 | noartist
    310030 | 38 | 夏の夜、金魚 | 4:26 | noartist
    310030 | 39 | 秋の虫の声 | 2:03 | noartist
    310030 | 40 | 冬の星ひとつ | 3:40 | noartist
    310030 | 41 | 春天的小河 | 4:17 | noartist
    310030 | 42 | 夏天的蟬 | 2:54 | noartist
    310030 | 43 | 秋天的稻田 | 3:31 | noartist
    310030 | 44 | 冬天的爐火 | 4:08 | noartist
    310028 | 1 | Gloria in excelsis Deo | 2:23 | artist=201002
    310028 | 2 | Et in terra pax hominibus | 5:41 | artist=201002
    310028 | 3 | Laudamus te | 2:18 | artist=201002
    310028 | 4 | Gratias agimus tibi | 0:26 | artist=201002
    310028 | 5 | Propter magnam gloriam | 0:52 | artist=201002
    310028 | 6 | Domine Deus, Rex caelestis | 4:03 | artist=201002
    310028 | 7 | Domine Fili unigenite | 2:16 | artist=201002
    310028 | 8 | Domine Deus, Agnus Dei | 4:31 | artist=201002
    310028 | 9 | Qui tollis peccata mundi | 1:11 | artist=201002
    310028 | 10 | Qui sedes ad dexteram Patris | 2:25 | artist=201002
    310028 | 11 | Quoniam tu solus sanctus | 0:47 | artist=201002
    310028 | 12 | Cum Sancto Spiritu | 2:54 | artist=201002
    310031 | 1 | The Leaving of Liverpool | 3:22 | | 1
    310031 | 2 | Blow the Candles Out | 2:51 | | 1
    310031 | 3 | Matty Groves | 7:04 | | 1
    310031 | 4 | Barbara Allen | 4:38 | | 1
    310031 | 5 | The Water Is Wide | 3:57 | | 1
    310031 | 6 | Lowlands Away | 3:19 | | 1
    310031 | 7 | Down by the Salley Gardens | 2:44 | | 1
    310031 | 1 | Spencer the Rover | 4:11 | | 2
    310031 | 2 | Bold Riley | 3:08 | | 2
    310031 | 3 | The Trees They Do Grow High | 4:46 | | 2
    310031 | 4 | The Bonny Light Horseman | 3:33 | | 2
    310031 | 5 | The Parting Glass | 2:59 | | 2
    310032 | 1 | Pass the Bread | 2:20 | artist=201009
    310032 | 2 | Nine Chairs, Ten People | 3:41 | artist=201010
    310032 | 3 | Blouse trop courte | 2:33 | artist=201015
    310032 | 4 | Zupa z pokrzyw | 2:02 | artist=201022
    310032 | 5 | Salt | 3:50 | artist=201017 explicit
    310032 | 6 | Zeytin | 4:04 | artist=201024
    310032 | 7 | The Dishes Can Wait | 5:12 | artist=201010
    310032 | 8 | Second Helping (feat. The Hedgerow Singers) | 3:15 | artist=201027
    310032 | 9 | Somebody Took My Fork | 1:31 | noartist | | Aunt Odile & the Cutlery
    310033 | 1 | Lanterns in the Rushes | 3:46
    310033 | 2 | The Eel Catcher’s Daughter | 4:20
    310033 | 3 | Candlemas Reel | 2:12
    310033 | 4 | Lanterns in the Rushes (Unaccompanied) | 3:51
    310034 | 1 | The Thirteenth Month | 6:06
    """
  }
}
