extension SampleStore {
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
    """
  }
}
