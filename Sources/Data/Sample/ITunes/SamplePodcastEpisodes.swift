extension SampleStore {
  /// The episodes that the store lists and, with the note `feedonly`, those that only the show's own feed has so far.
  /// The feeds end on the sample's own day.
  static var podcastEpisodes: String {
    """
    show | number | title | length | date | about | notes
    410001 | 1 | A Priest with Red Hair | 24:10 | 2024-09-01T06:00:00Z | Venice, 1703: a young violinist is ordained, and is soon excused from saying Mass. What he did with the mornings. | artist=205001
    410001 | 2 | The Girls of the Pietà | 27:44 | 2024-09-15T06:00:00Z | Behind a grille sat the best orchestra of the city. Who its players were, and what they were called. | artist=205001
    410001 | 3 | Was It the Same Concerto Five Hundred Times? | 22:05 | 2024-10-06T06:00:00Z | An old joke about Vivaldi, checked against the scores. | artist=205001
    410001 | 4 | Lost, Then Found in Piedmont | 31:18 | 2024-10-20T06:00:00Z | In 1926 a boarding school wanted its roof mended and offered some old volumes for sale. | artist=205001
    410001 | 5 | Vivaldi in a Lift | 19:52 | 2024-11-03T06:00:00Z | How Spring came to be the music of waiting. | artist=205001
    410002 | 1 | Spring: The Dog That Barks in the Viola | 41:00 | 2024-07-01T09:30:00Z | A sonnet, a sleeping goatherd, and two notes that the composer wanted loud and torn. | artist=205002
    410002 | 2 | Summer: Flies, Then Hail | 39:12 | 2024-08-01T09:30:00Z | Why the slow movement keeps being interrupted. | artist=205002
    410002 | 3 | Autumn: The Harpsichord Falls Asleep | 37:36 | 2024-09-22T09:30:00Z | Muted strings, a drunk village, and a chord that never quite lands. | artist=205002
    410002 | 4 | Winter: Teeth | 43:27 | 2024-10-21T09:30:00Z | Chattering in repeated notes, and rain heard from beside the fire. | artist=205002
    410004 | 1 | Jack and the Wrong Giant | 33:33 | 2024-08-14T18:00:00Z | Eleven songs about somebody called Jack; in only two is it the same one.
    410004 | 2 | Jack Orion’s Fiddle | 36:20 | 2024-09-14T18:00:00Z | He could fiddle the fish out of salt water. We ask a marine biologist.
    410006 | 1 | 봄: 담장 너머 개나리 | 18:40 | 2024-04-05T21:00:00Z | 골목 끝 집의 담장과, 해마다 그 아래를 쓸던 사람의 이야기.
    410006 | 2 | 여름: 평상과 수박 | 20:15 | 2024-07-12T21:00:00Z | 더위를 피해 나온 이웃들이 나눈 말들.
    410006 | 3 | 가을: 골목의 김장 소리 | 21:08 | 2024-11-01T21:00:00Z | 배추 백 포기와 여섯 집.
    410006 | 4 | 겨울: 연탄재 위의 눈 | 17:59 | 2024-11-15T21:00:00Z | 미끄럽지 말라고 누군가 먼저 뿌려 둔 것.
    410007 | 1 | 素数を数えて羊を忘れる | 12:34 | 2024-08-01T15:00:00Z | 眠れない夜のために、二から始めます。
    410007 | 2 | 円周率のどこかにあなたの誕生日 | 14:14 | 2024-08-08T15:00:00Z | 見つかるまでの平均時間を考えます。
    410011 | 1 | Slugs: A Reckoning | 28:08 | 2024-04-05T07:45:00Z | Language warning, and beer. | explicit
    410011 | 2 | The Courgette Problem 🥒🥒🥒 | 30:30 | 2024-04-12T07:45:00Z | Nobody needs nine. Nobody.
    410014 | 1 | Winter, v. intr. | 25:25 | 2022-12-21T12:00:00Z | Swallows do it in Africa, diplomats on the Riviera. | noart
    410001 | 6 | The Opera That Sank | 26:31 | 2026-10-13T06:00:00Z | Back after two winters. First, a stage machine, a canal and a very wet tenor. | artist=205001 feedonly
    410001 | 7 | Anna Girò’s Contract | 28:09 | 2026-11-03T06:00:00Z | What a singer of 1726 was promised, in ducats, candles and coaches. | artist=205001 feedonly
    410001 | 8 | Played on Plastic Recorders | 21:47 | 2026-11-17T06:00:00Z | Thirty children, two chords, one hall. We were there. | artist=205001 feedonly
    410002 | 5 | Encore: The Sonnets, Read Aloud | 18:20 | 2026-11-10T09:30:00Z | Four poems, maybe the composer’s own, without a note behind them. | artist=205002 feedonly
    410003 | 1 | Albinoni: Oboe Concerto in D Minor | 38:13 | 2022-07-14T09:30:00Z | How to be sad in a major hurry, and stop. | artist=205002 feedonly
    410003 | 2 | Bach: Double Concerto | 45:26 | 2022-07-28T09:30:00Z | Two violins finish each other’s sentences. | artist=205002 feedonly
    410003 | 3 | Handel: “Ombra mai fù” | 52:39 | 2022-08-11T09:30:00Z | A king sings to a plane tree, and means it. | artist=205002 feedonly
    410003 | 4 | Pergolesi: Stabat mater | 36:52 | 2022-08-25T09:30:00Z | The opening suspension, held up to the light. | artist=205002 feedonly
    410003 | 5 | Haydn: Emperor Quartet | 43:05 | 2022-09-08T09:30:00Z | A hymn goes once round the table. | artist=205002 feedonly
    410003 | 6 | Mozart: Clarinet Concerto | 50:18 | 2022-09-22T09:30:00Z | Six bars are enough; he wrote ninety-eight. | artist=205002 feedonly
    410003 | 7 | Mozart: Gran Partita | 34:31 | 2022-10-06T09:30:00Z | A rusty squeezebox, and high above it an oboe. | artist=205002 feedonly
    410003 | 8 | Beethoven: Pathétique | 41:44 | 2022-10-20T09:30:00Z | The tune that came back in other people’s songs. | artist=205002 feedonly
    410003 | 9 | Beethoven: Emperor Concerto | 48:57 | 2022-11-03T09:30:00Z | Muted strings, then a bassoon falls half a step. | artist=205002 feedonly
    410003 | 10 | Beethoven: A Minor Quartet | 32:10 | 2022-11-17T09:30:00Z | Thanks given by somebody who was ill in bed. | artist=205002 feedonly
    410003 | 11 | Schubert: String Quintet | 39:23 | 2022-12-01T09:30:00Z | Nothing happens for four minutes. Then it does. | artist=205002 feedonly
    410003 | 12 | Schubert: Piano Trio in E-Flat | 46:36 | 2022-12-15T09:30:00Z | A walk that a film made famous. | artist=205002 feedonly
    410003 | 13 | Mendelssohn: Violin Concerto | 53:49 | 2022-12-29T09:30:00Z | One bassoon forgets to let go. | artist=205002 feedonly
    410003 | 14 | Chopin: Piano Concerto in E Minor | 37:02 | 2023-01-12T09:30:00Z | Moonlight, he wrote to a friend, and regretted it. | artist=205002 feedonly
    410003 | 15 | Robert Schumann: Piano Quartet | 44:15 | 2023-01-26T09:30:00Z | The cello retunes so that the end can be lower. | artist=205002 feedonly
    410003 | 16 | Clara Schumann: Piano Concerto | 51:28 | 2023-02-09T09:30:00Z | She gives the middle to one cello. She was fifteen. | artist=205002 feedonly
    410003 | 17 | Brahms: Violin Concerto | 35:41 | 2023-02-23T09:30:00Z | The soloist waits while the oboe gets the tune. | artist=205002
    410003 | 18 | Bruckner: String Quintet | 42:54 | 2023-03-09T09:30:00Z | He wrote nine symphonies, and this. | artist=205002
    410003 | 19 | Dvořák: New World | 49:07 | 2023-03-23T09:30:00Z | The cor anglais goes home. | artist=205002
    410003 | 20 | Tchaikovsky: First String Quartet | 33:20 | 2023-04-06T09:30:00Z | It made Tolstoy cry, says the composer’s diary. | artist=205002
    410003 | 21 | Grieg: Piano Concerto | 40:33 | 2023-04-20T09:30:00Z | Strings with mutes on, a horn without. | artist=205002
    410003 | 22 | Fauré: First Piano Quartet | 47:46 | 2023-05-04T09:30:00Z | Grief, folded very neatly. | artist=205002
    410003 | 23 | Elgar: Serenade | 31:59 | 2023-05-18T09:30:00Z | An anniversary present with a long line in it. | artist=205002
    410003 | 24 | Ravel: Piano Concerto in G | 38:12 | 2023-06-01T09:30:00Z | One hand waltzes, the other never notices. | artist=205002
    410004 | 3 | A Ballad Has No Author | 35:02 | 2024-10-30T18:00:00Z | A manuscript, a fraud, and a very good tune. | feedonly
    410005 | 1 | The Shoebox | 22:10 | 2021-11-02T22:22:22Z | Nine reels without labels, and somebody’s shopping list.
    410005 | 2 | Grandfather Counts to Ten | 24:45 | 2021-12-07T22:22:22Z | Testing, testing. And then a song that nobody in the family knew.
    410005 | 3 | Side B | 21:33 | 2022-01-18T22:22:22Z | What was left on the tape underneath.
    410005 | 4 | The Voice in the Hall | 26:52 | 2022-02-22T22:22:22Z | We find out who was laughing.
    410008 | 1 | Верхняя полка | 33:15 | 2021-09-30T17:00:00Z | Кто спит наверху, тот первым видит реку.
    410008 | 2 | Чай в подстаканнике | 31:40 | 2021-10-30T17:00:00Z | Почему он не остывает до самой Перми.
    410008 | 3 | Стоянка две минуты | 28:22 | 2021-11-30T17:00:00Z | Пирожки, перрон и один забытый чемодан.
    410008 | 4 | Окно в коридоре | 35:05 | 2021-12-30T17:00:00Z | Семь часов берёз, и ни одной одинаковой.
    410009 | 1 | החתולה של השכנים | 14:20 | 2024-03-05T05:05:00Z | מי מאכיל אותה, ומי רק חושב כך.
    410009 | 2 | כביסה על החבל | 16:02 | 2024-04-05T05:05:00Z | סיפור בארבע חולצות.
    410009 | 3 | השולחן שירד במדרגות | 15:11 | 2024-05-05T05:05:00Z | ארבע קומות, שלושה שכנים, שריטה אחת.
    410010 | 1 | Caldo para doce | 41:10 | 2024-05-14T13:00:00Z | Una olla prestada que nunca volvió. | clean
    410010 | 2 | El pan de ayer | 38:25 | 2024-06-11T13:00:00Z | Sopas, torrijas y otras segundas vidas. | clean
    410010 | 3 | Naranjas en la nevera | 36:48 | 2024-07-09T13:00:00Z | Un debate familiar, con sentencia. | clean
    410012 | 1 | Why 440? | 27:00 | 2023-11-28T10:00:00Z | A conference of 1939, and what the oboes said. | artist=204002
    410012 | 2 | The Tuner’s Left Ear | 29:14 | 2023-12-19T10:00:00Z | Beats, counted at breakfast. | artist=204002
    410012 | 3 | Stretch | 30:41 | 2024-01-30T10:00:00Z | No piano is in tune, and the good ones know it. | artist=204002
    410013 | 1 | A Light, Coming Soon | 1:40 | 2022-09-01T03:03:03Z | Who keeps a lighthouse that no chart shows? | type=trailer season=1 feedonly
    410013 | 2 | The Relief Boat Is Late | 24:30 | 2022-09-09T03:03:03Z | Two keepers, food for nine days, and a third bed that is warm. | season=1 ep=1
    410013 | 3 | Lamp Oil | 23:12 | 2022-09-16T03:03:03Z | They count the barrels. They count them again. | season=1 ep=2
    410013 | 4 | A Letter for Nobody | 25:51 | 2022-09-23T03:03:03Z | It is dated next Thursday. | season=1 ep=3
    410013 | 5 | Fog Signal | 22:47 | 2022-09-30T03:03:03Z | Something answers. | season=1 ep=4
    410013 | 6 | The Log of the Previous Keeper | 26:05 | 2022-10-07T03:03:03Z | His handwriting is very like ours. | season=1 ep=5
    410013 | 7 | Every Fourteen Seconds | 31:19 | 2022-10-14T03:03:03Z | The light stops. It was not the light. | season=1 ep=6
    410013 | 8 | Making the Fog | 12:02 | 2022-10-21T03:03:03Z | A bonus: bathtubs, bellows, and a tuba under a blanket. | type=bonus season=1 feedonly
    410013 | 9 | Mainland | 25:55 | 2023-01-13T03:03:03Z | Nobody in the harbour has heard of the rock. | season=2 ep=1
    410013 | 10 | The Third Bed | 24:08 | 2023-01-20T03:03:03Z | He remembers being there. We do not remember him. | season=2 ep=2
    410013 | 11 | Low Water | 23:36 | 2023-01-27T03:03:03Z | For eleven minutes a year one can walk across. | season=2 ep=3
    410013 | 12 | What the Diver Saw | 27:20 | 2023-02-03T03:03:03Z | Stairs. | season=2 ep=4
    410013 | 13 | Thirteen Seconds | 26:44 | 2023-02-10T03:03:03Z | It is getting faster. | season=2 ep=5
    410013 | 14 | The Inspector | 25:01 | 2023-02-17T03:03:03Z | He has inspected it before, in 1871. | season=2 ep=6
    410013 | 15 | Oil for One Night | 28:13 | 2023-02-24T03:03:03Z | There is enough, if one of them goes. | season=2 ep=7
    410013 | 16 | Relief | 33:33 | 2023-03-03T03:03:03Z | A boat, at last, and somebody aboard it. | season=2 ep=8
    410015 | 1 | You Said It Was Short | 1:02:11 | 2024-01-31T20:00:00Z | It was four hours, in two parts, with a lake.
    410015 | 2 | The One With the Horse | 58:40 | 2024-02-15T20:00:00Z | I liked the horse. I was not asked about the horse.
    410015 | 3 | I Watched the Other Thing | 1:10:03 | 2024-02-29T20:00:00Z | Nobody will say that I did not try.
    410016 | 1 | In One Sitting | 4:33 | 2020-04-01T04:33:00Z | Recorded at home. Please mind the refrigerator.
    410017 | 1 | Sweets With Wrappers | 34:12 | 2026-09-16T19:00:00Z | A ranking by crackle, and one man in row F. | artist=205003
    410017 | 2 | The Tall Person in Front | 36:50 | 2026-10-07T19:00:00Z | We propose a system of hats. | artist=205003
    410017 | 3 | He Clapped Between the Movements | 33:05 | 2026-10-28T19:00:00Z | And it was the right moment. Discuss. | artist=205003
    410017 | 4 | Intermission, Eleven Minutes, One Barman | 38:27 | 2026-11-18T19:00:00Z | Mathematics, queues, tears. | artist=205003
    410017 | 5 | Lost Property | 31:44 | 2026-11-20T19:00:00Z | Forty umbrellas, a trombone, half a wedding cake. | artist=205003 feedonly
    410018 | 1 | Number 114 | 27:30 | 2025-04-25T19:00:00Z | You give us a coat; we make up who wore it. | artist=205003 explicit
    410018 | 2 | Number 9 and a Ferret | 29:45 | 2025-05-30T19:00:00Z | It was in the sleeve. It is fine. | artist=205003 explicit
    """
  }
}
