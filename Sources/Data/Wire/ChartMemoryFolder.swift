package import Domain

/// Remembers looks at charts in a folder: one file of JSON lines a chart, one line a day.
package struct ChartMemoryFolder: ChartMemory {
  private let folder: String
  private let files: any Files
  private let today: @Sendable () -> String

  /// Older looks are forgotten.
  private static let days = 90

  /// - Parameters:
  ///   - folder: need not exist yet.
  ///   - files: creates missing folders.
  ///   - today: the last of the 90 days.
  package init(folder: String, files: any Files, today: @escaping @Sendable () -> String = { CalendarDay.today }) {
    (self.folder, self.files, self.today) = (folder, files, today)
  }

  /// Empty if the file cannot be read: a chart without its past is still a chart.
  package func looks(at chart: ChartIdentity) async -> [ChartLook] {
    ((try? await file(of: chart).load()) ?? []).map(\.look)
  }

  package func remember(_ look: ChartLook, of chart: ChartIdentity) async {
    let oldest = CalendarDay.text(Self.days, before: today()) ?? ""
    guard look.day >= oldest else { return }
    // Comparing first avoids writing a chart that is already remembered.
    _ = try? await file(of: chart).change { lines throws(FileError) in
      let lines = lines ?? []
      if let same = lines.first(where: { $0.look.day == look.day }) {
        guard look.count > same.look.count || look.count == same.look.count && look.places != same.look.places else {
          return nil
        }
      }
      return lines.filter { $0.look.day != look.day && $0.look.day >= oldest } + [ChartLine(look)]
    }
  }

  private func file(of chart: ChartIdentity) -> LinesFile<ChartLine> {
    let parts = [chart.storefront, chart.category, chart.genre ?? "", chart.source].map(Self.fileName)
    return LinesFile(
      path: folder + "/" + parts.joined(separator: ".") + ".jsonl", files: files,
      format: .init(name: "chart", noun: "chart", read: ChartLine.init, write: \.bytes))
  }

  /// Encodes the text without separators of folders or parts; different texts give different names.
  private static func fileName(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isASCIIAlphanumeric ? String(Unicode.Scalar(byte)) : "-" + String(byte, radix: 16)
    }.joined()
  }
}

/// A line of a chart's file: `{"day":"2026-11-14","asked":100,"count":100,"places":[["itunes:song:1",1,"Title",…],…]}`.
private struct ChartLine: Sendable {
  let look: ChartLook
  let bytes: ArraySlice<UInt8>

  init(_ look: ChartLook) {
    self.look = look
    let places = look.places.map { place -> JSONValue in
      var members: [String: JSONValue] = [
        "id": .string(place.id.description), "rank": .number("\(place.rank)"), "title": .string(place.title),
      ]
      members["creator"] = place.creator.map { .string($0) }
      members["country"] = place.storefront.map { .string($0) }
      return .object(members)
    }
    let line: [String: JSONValue] = [
      "day": .string(look.day), "asked": .number("\(look.asked)"), "count": .number("\(look.count)"),
      "places": .array(places),
    ]
    bytes = JSONValue.object(line).bytes[...]
  }

  init(_ line: ArraySlice<UInt8>) throws(MalformedLine) {
    bytes = line
    var parts: [String: ArraySlice<UInt8>] = [:]
    let isObject = line.withUnsafeBufferPointer { text in
      JSONOutline.scan(text) { name, value in
        let name = String(decoding: text[name].dropFirst().dropLast(), as: UTF8.self)
        parts[name] = line.dropFirst(value.lowerBound).prefix(value.count)
      }
    }
    func value(_ name: String) -> JSONValue? { parts[name].flatMap { try? JSONValue(parsing: Array($0)) } }
    guard isObject, case .string(let day)? = value("day"), let asked = value("asked")?.integer,
      let count = value("count")?.integer, let places = parts["places"]
    else { throw MalformedLine(what: "missing day, asked, count or places") }
    look = ChartLook(day: day, asked: asked, count: count) {
      ((try? JSONValue(parsing: Array(places)))?.array ?? []).compactMap { place in
        guard case .string(let text)? = place["id"], let id = ItemID(text), let rank = place["rank"]?.integer,
          let title = place["title"]?.text
        else { return nil }
        return ChartLook.Place(
          id: id, rank: rank, title: title, creator: place["creator"]?.text, storefront: place["country"]?.text)
      }
    }
  }
}
