/// Writes JSON in the order of the calls, without building a tree first.
///
/// Control characters and those that could reorder or end a terminal's line are escaped, so that a line of JSON is one
/// line everywhere and nothing of the text is lost.
package struct JSONWriter {
  /// What has been written, and behind it room for more: growing byte by byte would be most of the work.
  private var storage = [UInt8](repeating: 0, count: 2048)
  private var used = 0
  private var needsComma = false

  package init() {}

  /// What has been written, in UTF-8.
  package var bytes: [UInt8] { Array(storage[..<used]) }

  /// Hands over what has been written, without a copy of it.
  mutating func take() -> [UInt8] {
    storage.removeLast(storage.count - used)
    used = 0
    var taken: [UInt8] = []
    swap(&taken, &storage)
    return taken
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open("[")
    body(&self)
    close("]")
  }

  /// Begins an object or an array, for what `close` ends.
  mutating func open(_ bracket: Unicode.Scalar) {
    write(2) { place in
      place.separate()
      place.add(UInt8(ascii: bracket))
    }
    needsComma = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    write(1) { $0.add(UInt8(ascii: bracket)) }
    needsComma = true
  }

  /// A name of ours, which has nothing in it to escape.
  package mutating func key(_ name: StaticString) {
    write(name.utf8CodeUnitCount + 4) { $0.add(key: name) }
    needsComma = false
  }

  package mutating func key(named name: String) {
    value(name)
    write(1) { $0.add(UInt8(ascii: ":")) }
    needsComma = false
  }

  /// Ends a line of JSON.
  package mutating func breakLine() {
    write(1) { $0.add(UInt8(ascii: "\n")) }
    needsComma = false
  }

  package mutating func field(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    let isDone = value.utf8.withContiguousStorageIfAvailable { utf8 in
      if ControlCharacters.mayOccur(in: utf8, quoting: true) { return false }
      field(name, taking: utf8.count + 2) { $0.add(quoted: utf8) }
      return true
    }
    if isDone == true { return }
    key(name)
    self.value(value)
  }

  package mutating func field(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    field(name, taking: 20) { place in value.eachDigit { place.add($0) } }
  }

  package mutating func field(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    field(name, taking: 5) { $0.add(value ? "true" : "false") }
  }

  package mutating func field(_ name: StaticString, seconds duration: Duration?) {
    guard let duration else { return }
    field(name, taking: 24) { place in duration.eachDigitOfSeconds { place.add($0) } }
  }

  /// - Parameter count: how many bytes `value` writes at most.
  private mutating func field(_ name: StaticString, taking count: Int, _ value: (inout Place) -> Void) {
    write(name.utf8CodeUnitCount + 4 + count) { place in
      place.add(key: name)
      value(&place)
    }
    needsComma = true
  }

  package mutating func value(_ value: String) {
    let isDone = value.utf8.withContiguousStorageIfAvailable { utf8 in
      if ControlCharacters.mayOccur(in: utf8, quoting: true) { return false }
      write(utf8.count + 3) { place in
        place.separate()
        place.add(quoted: utf8)
      }
      return true
    }
    if isDone != true { raw("\"" + Self.escaped(value) + "\"") }
    needsComma = true
  }

  /// A number or word as it is to stand.
  package mutating func raw(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      write(utf8.count + 1) { place in
        place.separate()
        place.add(utf8)
      }
    }
    needsComma = true
  }

  // MARK: Bytes

  /// Has `body` write at most `count` bytes.
  private mutating func write(_ count: Int, _ body: (inout Place) -> Void) {
    if used + count > storage.count { storage += repeatElement(0, count: max(storage.count, count)) }
    storage.withUnsafeMutableBufferPointer { buffer in
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[used..<used + count])
      var place = Place(rest: rest, needsComma: needsComma)
      body(&place)
      used += place.count
    }
  }

  /// Where the next bytes go. Each write is checked against the room that was asked for.
  private struct Place {
    let rest: UnsafeMutableBufferPointer<UInt8>
    let needsComma: Bool
    var count = 0

    mutating func separate() {
      if needsComma { add(UInt8(ascii: ",")) }
    }

    mutating func add(_ byte: UInt8) {
      precondition(count < rest.count)
      rest[count] = byte
      count += 1
    }

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let source = bytes.baseAddress, let start = rest.baseAddress else { return }
      precondition(count + bytes.count <= rest.count)
      (start + count).update(from: source, count: bytes.count)
      count += bytes.count
    }

    mutating func add(_ text: StaticString) {
      add(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func add(quoted bytes: UnsafeBufferPointer<UInt8>) {
      add(UInt8(ascii: "\""))
      add(bytes)
      add(UInt8(ascii: "\""))
    }

    mutating func add(key name: StaticString) {
      separate()
      add(UInt8(ascii: "\""))
      add(name)
      add(UInt8(ascii: "\""))
      add(UInt8(ascii: ":"))
    }
  }

  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": escaped += #"\""#
      case "\\": escaped += #"\\"#
      case "\n": escaped += #"\n"#
      case "\r": escaped += #"\r"#
      case "\t": escaped += #"\t"#
      case _ where ControlCharacters.contains(scalar):
        let hex = String(scalar.value, radix: 16)
        escaped += #"\u"# + String(repeating: "0", count: 4 - hex.count) + hex
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
