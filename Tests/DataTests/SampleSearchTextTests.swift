@testable import Catalogs
@testable import Sample
@testable import Wire
import Testing

@Suite struct `Searching the sample` {
  @Test(arguments: [
    ("spring", "Spring Song"), ("SPRING", "a spring"), ("spr", "The Last Spring"), ("dvorak", "Antonín Dvořák"),
    ("dvořák", "Antonin Dvorak"), ("lodz", "Łódź"), ("strasse", "Straße"), ("rodgrod", "Rødgrød"),
    ("istanbul", "İstanbul"),
    ("чайковскии", "Чайковский"), ("ЕЖИК", "ёжик"), ("dont", "Don’t Stop"), ("don't", "Don’t Stop"),
    ("o'clock", "5 O’Clock"),
    ("abc", "ＡＢＣ"), ("ﾊﾅ", "ハナ"), ("はな", "ハナ"), ("デンデン", "ﾃﾞﾝﾃﾞﾝ虫"), ("봄", "할머니의 봄"), ("여름", "한여름"),
    ("가을", "감이 익는 가을밤"), ("四季", "交響曲四季"), ("שלום", "שָׁלוֹם"), ("موشح", "موشّح"), ("ac dc", "AC/DC"),
    ("ac/dc", "AC DC"), ("live 7", "Nº\u{A0}7 (Live)"), ("☔", "Rain ☔️"), ("👩", "Family 👨‍👩‍👧"), ("cafe", "Cafe\u{301}"),
    ("ﬁre", "fire"), ("hiver", "Noël d’hiver"), ("d'hiver", "Noël d’hiver"), ("im", "I'm"), ("ガ", "か\u{3099}"),
    ("が", "が\u{3099}\u{3099}"), ("a", "\u{3099}a\u{3099}\u{309A}"),
  ])
  func `finds`(term: String, text: String) {
    let words = SampleSearchText.words(of: term)
    #expect(!words.isEmpty)
    #expect(words.allSatisfy(SampleSearchText(text).holds))
  }

  @Test(arguments: [
    ("spring", "Offspring"), ("summer", "Midsummer"), ("spring song", "Spring"), ("か", "が"), ("여름", "여 름"),
    ("e", "The"),
  ])
  func `does not find`(term: String, text: String) {
    #expect(!SampleSearchText.words(of: term).allSatisfy(SampleSearchText(text).holds))
  }

  @Test(arguments: ["", "   ", "…", "-- / &", "\u{A0}", "'"])
  func `sees no word in`(term: String) {
    #expect(SampleSearchText.words(of: term).isEmpty)
  }
}
