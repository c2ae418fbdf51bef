import Domain
import Wire

/// Records as rows of an answer, by the forms in `itunes.json`.
///
/// A text in braces is the value of that name, with its arguments: `{page album 4}`. A value that the record does not
/// have is omitted with its key, as the service does with unknown values, and within a row with the object that has it.
/// `+` stands for the keys of other forms.
extension SampleMarket {
  /// - Parameter form: the form's name; nil for that of the record's kind in a search or a lookup.
  func row(_ record: SampleRecord, as form: String? = nil) -> JSONValue {
    let usual = record.row.note("mac") == nil ? record.kind.rawValue : "macSoftware"
    return .object(JSONMembers(members(of: SampleTables.itunes.form(form ?? usual), record)))
  }

  private func members(of form: JSONValue, _ record: SampleRecord) -> [(name: String, value: JSONValue)] {
    form.inOrder.flatMap { name, value -> [(name: String, value: JSONValue)] in
      if name != "+" { return filled(value, record).map { [(name, $0)] } ?? [] }
      return (value.array ?? []).compactMap(\.text).flatMap { members(of: SampleTables.itunes.form($0), record) }
    }
  }

  private func filled(_ form: JSONValue, _ record: SampleRecord) -> JSONValue? {
    switch form {
    case .string(let text) where text.utf8.first == UInt8(ascii: "{"):
      let words = text.dropFirst().dropLast().split(separator: " ").map(String.init)
      return value(words[0], words.count > 1 ? words[1] : "", words.count > 2 ? words[2] : "", record)
    case .array(let elements): return .array(elements.compactMap { filled($0, record) })
    case .object(let whole):
      let members = members(of: form, record)
      let isComplete = whole.inOrder.allSatisfy { name, value in
        value.text == nil || members.contains { $0.name == name }
      }
      return members.isEmpty || !isComplete ? nil : .object(JSONMembers(members))
    default: return form
    }
  }

  /// - Parameter argument: for an address the kind of page; for a price and a genre the default.
  /// - Parameter origin: the number with which the service marks an address; empty if it does not.
  private func value(_ name: String, _ argument: String, _ origin: String, _ record: SampleRecord) -> JSONValue? {
    let row = record.row
    var whole: SampleRecord? { store.record(record.parent) }
    func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
    func number(_ number: Int?) -> JSONValue? { number.map { JSONValue($0) } }
    func digits(_ digits: String?) -> JSONValue? { digits.map { .number($0) } }
    func price(_ dollars: String?) -> JSONValue? { digits(dollars.map(front.currency.price)) }
    func page(_ id: Int?, part: Int? = nil) -> JSONValue? {
      let query = [part.map { "i=\(front.id(of: $0))" }, origin.isEmpty ? nil : "uo=" + origin].compactMap(\.self)
      let end = query.isEmpty ? "" : "?" + query.joined(separator: "&")
      return text(id.map { "\(SampleRecord.site)/\(front.code)/\(argument)/\(front.id(of: $0))\(end)" })
    }
    let usual = argument.isEmpty ? nil : argument
    switch name {
    case "id": return number(front.id(of: record.id))
    case "idText": return text(String(front.id(of: record.id)))
    case "artist": return number(record.wireArtist.map(front.id))
    case "artistText": return text(record.wireArtist.map { String(front.id(of: $0)) })
    case "whole": return number(record.parent.map(front.id))
    case "title": return text(record.title)
    case "creator": return text(record.creator)
    case "collection": return text(record.collection)
    case "column": return text(row[argument]?.replacing("¶", with: "\n"))
    case "genre": return text(row["genre"] ?? whole?.row["genre"] ?? usual)
    case "rating": return text(record.advisory ?? whole?.row["rating"])
    case "explicitness": return text(record.explicitness)
    case "wholeExplicitness": return text(whole?.explicitness)
    case "ifExplicit": return text(record.isExplicit ? argument : nil)
    case "released": return text(record.released(in: store))
    case "day": return text(record.released(in: store).map { $0.prefix(10) + argument })
    case "country": return text(front.country)
    case "currency": return text(front.currency.code)
    case "page": return page(record.id)
    case "artistPage": return page(record.wireArtist)
    case "wholePage": return page(record.parent)
    case "partPage": return page(record.parent, part: record.id)
    case "art": return text(record.artwork(argument))
    case "preview": return text(record.preview(argument))
    case "feed": return text((whole ?? record).feed)
    case "sound": return text(SampleRecord.sound(ofEpisode: record.id))
    case "price": return price(record.price(usual))
    case "wholePrice": return price(row.note("noprice") == nil ? (whole ?? record).price() : nil)
    case "rental": return price(row.note("rental"))
    case "amount": return text(amount(record.price(usual) ?? "0", of: record))
    case "rentalAmount": return text(row.note("rental").map { amount($0, of: record) })
    case "number": return record.parent == nil ? nil : number(record.number)
    case "disc": return record.parent == nil ? nil : number(record.disc)
    case "discs": return number(record.parent.map(store.discCount))
    case "songs": return number(record.parent.map { store.songCount(onDisc: record.disc, of: $0) })
    case "parts": return number(row.int("episodes") ?? row.int("parts") ?? store.partCount(of: record.id))
    case "partsText": return text(String(store.partCount(of: record.id)))
    case "wholeParts": return number(record.parent.map(store.partCount))
    // With odd milliseconds, like real lengths, but too few to round up.
    case "milliseconds": return number(row.seconds("length").map { $0 * 1000 + record.id % 400 })
    case "size": return number(200_000 + record.id % 977 * 1000)
    // The average and the number, as in `4.5/120`.
    case "stars": return digits(row["stars"].map { String($0.prefix { $0 != "/" }) })
    case "ratings": return digits(row["stars"].map { String($0.drop { $0 != "/" }.dropFirst()) })
    case "languages": return JSONValue((row.note("languages") ?? "EN").split(separator: ",").map(String.init))
    case "copyright": return text(row["label"].map { "℗ \(row["date"]?.prefix(4) ?? "") \($0)" })
    case "rights": return text((record.kind == .song ? whole : record)?.row["label"].map { "℗ \($0)" })
    case "reader": return text(row["narrator"].map { "Public domain; read by \($0)" })
    default: return nil
    }
  }

  /// Music prices have five decimals, other prices two, and free items none.
  private func amount(_ dollars: String, of record: SampleRecord) -> String {
    let isFree = dollars.allSatisfy { "0.".contains($0) }
    let isMusic = [.song, .album, .musicVideo].contains(record.kind)
    return isFree ? "0" : front.currency.price(dollars) + (isMusic ? "000" : "")
  }
}

extension SampleRecord {
  /// ISO 8601. A part of an album or season without its own date has the whole's.
  func released(in store: SampleStore) -> String? {
    (row["date"] ?? store.record(parent)?.row["date"]).map { date in
      // The form of the store's early years, for rows that ask for it.
      if row.note("olddate") != nil { return "\(date) 07:00:00 Etc/GMT" }
      return date.contains("T") ? date : date + "T07:00:00Z"
    }
  }

  /// The price in the column or note, else `fallback`; nil if the table says there is none.
  func price(_ fallback: String? = nil) -> String? {
    if row.note("albumonly") != nil { return "-1.0" }
    return row.note("noprice") != nil ? nil : row["price"] ?? row.note("price") ?? fallback
  }

  fileprivate var explicitness: String {
    isExplicit ? "explicit" : row.note("clean") != nil ? "cleaned" : "notExplicit"
  }

  fileprivate var advisory: String? {
    row["rating"] ?? (isExplicit ? "Explicit" : row.note("clean") != nil ? "Clean" : nil)
  }

  /// The cover in one of its sizes; its file name is the last part of the URL.
  fileprivate func artwork(_ size: String) -> String? {
    guard row.note("noart") == nil else { return nil }
    // Songs and episodes show the cover of the whole.
    let shown = kind == .musicVideo ? id : parent ?? id
    // The addresses of some albums' covers contain the barcode, as in the real store.
    let file = shown == Self.albumWithNumberedCover ? SampleBarcode.upc(of: shown) : "cover"
    return "\(Self.site)/image/thumb/Sample/v4/\(shown)/\(file).jpg/\(size)x\(size)bb.jpg"
  }

  static let site = "https://" + SampleService.host

  /// The beginning of the apps' bundle ids; the app's id follows.
  static let bundle = "invalid.liner.sample.app"

  private static let albumWithNumberedCover = 310031

  /// The artist's id, unless the table omits it as an example.
  fileprivate var wireArtist: Int? { row.note("noartist") == nil ? artist : nil }

  fileprivate func preview(_ file: String) -> String? {
    row.note("nopreview") == nil ? "\(Self.site)/preview/\(id)/\(file)" : nil
  }

  fileprivate var feed: String? { row.note("nofeed") == nil ? Self.feed(of: id) : nil }

  static func feed(of podcast: Int) -> String { "\(site)/feed/\(podcast).xml" }

  /// This and the sound show that a store's episode and a feed's are the same.
  static func guid(ofEpisode id: Int) -> String { "sample-\(id)" }
  static func sound(ofEpisode id: Int) -> String { "\(site)/episode/\(id).mp3" }
}
