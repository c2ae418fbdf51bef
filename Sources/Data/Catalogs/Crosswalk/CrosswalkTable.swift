import Domain
import Wire

/// Maps page addresses of other services to Wikidata properties: `services.json`.
struct CrosswalkTable: Sendable {
  let services: [Service]
  /// Wikidata's classes for each kind of work.
  private let kinds: [(kind: WorkKind, classes: Set<String>)]
  /// For each standard id, its property by the kind of work, or for `*`.
  private let others: [OtherID.Kind: [String: String]]
  /// For each standard id, the properties that may contain it.
  private let ids: [OtherID.Kind: Set<String>]
  /// By property, the categories for the last letter of an id.
  private let letters: [String: [String: String]]

  struct Service: Sendable {
    let name: String
    /// Nil if Wikidata has none.
    let property: String?
    /// The form of the address in MusicBrainz, with `{id}`, or `*` for the page's own address without query and
    /// fragment. Nil if MusicBrainz has none.
    let address: String?
    let pages: [Page]
  }

  struct Page: Sendable {
    let text: String
    /// Example addresses of such pages and the ids in them; the tests check them.
    let examples: [(address: String, id: String)]
    fileprivate let pattern: PagePattern
    /// The prefix of the id in Wikidata: `m/`.
    fileprivate let prefix: String
    /// How many segments the path has; nil for any number. A page below a show's page may be a season's. `{+id}` has
    /// two: an artist and an album, a show and a season.
    fileprivate let depth: Int?
    /// Whether the id is the first label of the host: `https://{id}.bandcamp.com`.
    fileprivate let isSubdomain: Bool
    /// `{id}-*` is tried before `{id}`, which would include the name after the id.
    fileprivate var isCut: Bool { text.contains("{id}-") || text.contains("{id}.*") }
  }

  static let shared = CrosswalkTable(EmbeddedFile.table("services").bytes)

  init(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { preconditionFailure("the crosswalk's table is JSON") }
    services = (json["services"]?.array ?? []).map { entry in
      let prefixes = entry["prefixes"]?.texts ?? [:]
      return Service(
        name: entry["name"]?.text ?? "", property: entry["property"]?.text, address: entry["address"]?.text,
        pages: (entry["pages"]?.inOrder ?? []).compactMap { text, examples -> Page? in
          guard let pattern = PagePattern(text) else { return nil }
          let isSubdomain = text.hasPrefix("https://{id}.")
          return Page(
            text: text, examples: examples.inOrder.compactMap { address, id in id.text.map { (address, $0) } },
            pattern: pattern, prefix: prefixes.first { text.contains($0.key) }?.value ?? "",
            depth: text.hasSuffix("/*") && !isSubdomain
              ? nil : text.split(separator: "/").count - (text.contains("{+id}") ? 1 : 2),
            isSubdomain: isSubdomain)
        }.sorted { ($0.isCut ? 0 : 1, $0.text) < ($1.isCut ? 0 : 1, $1.text) })
    }
    kinds = (json["kinds"]?.inOrder ?? []).map { name, classes in
      (WorkKind(ofCategory: name), Set((classes.array ?? []).compactMap(\.text)))
    }
    others = (json["others"]?.inOrder ?? []).reduce(into: [:]) { others, entry in
      OtherID.Kind(rawValue: entry.name).map { others[$0] = entry.value.texts }
    }
    ids = (json["ids"]?.inOrder ?? []).reduce(into: [:]) { ids, entry in
      OtherID.Kind(rawValue: entry.name).map { ids[$0] = Set((entry.value.array ?? []).compactMap(\.text)) }
    }
    letters = (json["letters"]?.inOrder ?? []).reduce(into: [:]) { $0[$1.name] = $1.value.texts }
  }

  /// The page at an address; nil if no pattern matches.
  func page(at address: String) -> CrosswalkPage? {
    guard let whole = WebAddress(address), whole.user == nil else { return nil }
    let host = PagePattern.plain(whole.host)
    if let own = Self.own(address, host, whole) { return own }
    guard let plain = WebAddress("https://" + host + whole.target) else { return nil }
    let rest = whole.trimmedPath
    let depth = plain.path.split(separator: "/").count
    for service in services {
      for page in service.pages {
        guard page.depth ?? depth == depth, !page.isSubdomain || host.split(separator: ".").count == 3,
          let id = page.pattern.id(in: plain), !id.isEmpty
        else { continue }
        let kind = others.first { other in service.property.map(other.value.values.contains) ?? false }?.key
        let kept = service.address.map { $0 == "*" ? "https://\(host)\(rest)" : $0.replacing("{id}", with: id) }
        return CrosswalkPage(
          service: service.name, address: whole.text,
          name: service.property.map { .id(PropertyID($0, page.prefix + id)) } ?? .address,
          otherIDs: [kind.map { OtherID($0, id) }, kept.map { OtherID(.url, $0) }].compactMap(\.self))
      }
    }
    return nil
  }

  /// Pages of Wikidata itself and of Wikipedia.
  private static func own(_ address: String, _ host: String, _ whole: WebAddress) -> CrosswalkPage? {
    var segments = whole.path.split(separator: "/").map(String.init)
    if segments == ["w", "index.php"], let title = whole.parameters.first(where: { $0.name == "title" })?.value {
      segments = ["wiki", title]
    }
    guard segments.count > 1 else { return nil }
    if host == "wikidata.org", segments.count == 2, ["wiki", "entity"].contains(segments[0]),
      segments[1].first == "Q", segments[1].count > 1, segments[1].utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    {
      return CrosswalkPage(service: "Wikidata", address: address, name: .wikidata(segments[1]))
    }
    let labels = host.split(separator: ".")
    // Also `/zh-tw/`, a way of writing Chinese.
    guard labels.count == 3, labels.suffix(2) == ["wikipedia", "org"],
      segments[0] == "wiki" || segments[0].hasPrefix(labels[0] + "-")
    else { return nil }
    // A title may contain slashes, as in `AC/DC`, and begins with a capital, however it is written.
    let typed = PercentEncoding.decoded(segments.dropFirst().joined(separator: "/")).replacing("_", with: " ").trimmed
    let title = typed.prefix(1).uppercased() + typed.dropFirst()
    let site = String(labels[0]).replacing("-", with: "_") + "wiki"
    return CrosswalkPage(service: "Wikipedia", address: address, name: .article(site: site, title: title))
  }

  // MARK: Statements

  /// The property of a standard id for works of a kind.
  func property(of kind: OtherID.Kind, for work: WorkKind) -> String? {
    guard let properties = others[kind] else { return nil }
    return properties["*"] ?? properties.first { WorkKind(ofCategory: $0.key) == work }?.value
  }

  /// The ids among `ids` that catalogs can look up.
  func otherIDs(among ids: [String: [String]]) -> [OtherID] {
    others.flatMap { kind, properties in
      Set(properties.values).flatMap { ids[$0] ?? [] }.map { OtherID(kind, $0) }
    }.sorted { ($0.kind.rawValue, $0.value) < ($1.kind.rawValue, $1.value) }
  }

  func isOwn(_ kind: OtherID.Kind, of category: Category) -> Bool {
    guard let property = category.wikidataProperty else { return false }
    return property == self.property(of: kind, for: category.kind) || ids[kind]?.contains(property) ?? false
  }

  func fits(_ value: String, _ category: Category) -> Bool {
    guard let property = category.wikidataProperty, let letters = letters[property] else { return true }
    return value.last.flatMap { letters[String($0)] }.map { category.keys.contains($0.wordKey) } ?? false
  }

  /// The kind of work for the classes; nil if none is known.
  func kind(of classes: Set<String>) -> WorkKind? { kinds.first { !$0.classes.isDisjoint(with: classes) }?.kind }

  /// Whether a work of these classes may be of that kind: only classes of other kinds exclude it.
  func mayBe(_ classes: Set<String>, _ kind: WorkKind) -> Bool {
    let known = kinds.filter { !$0.classes.isDisjoint(with: classes) }
    return known.isEmpty || known.contains { $0.kind.mayBe(kind) }
  }
}
