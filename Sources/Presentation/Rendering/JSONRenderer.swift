package import Domain

/// Replies and failures as JSON, one object per line. Keys are only ever added.
package enum JSONRenderer {
  /// The fields of a line besides the command's reply.
  package struct Envelope: Sendable {
    /// Nil at the prompt.
    package let source: String?
    package let line: Int
    package let command: String
    /// Messages besides the reply.
    package var notices: [String] = []
    /// For a reply that shows a screen.
    package var trail: [String] = []
    /// The parts of a screen that failed, if the reply does not show it itself.
    package var failedParts = 0
    /// Why the command failed although it has a reply: a part of it failed, and all parts were required.
    package var failure: CommandError?
  }

  /// - Parameters:
  ///   - screen: the screen that a failure left, if it says more; evaluated only for a failure, because optional screens
  ///     are expensive to pass on.
  ///   - favorites: evaluated only if items are written.
  package static func line(
    for result: Result<Reply, CommandError>, leaving screen: @autoclosure () -> Screen? = nil, _ envelope: Envelope,
    favorites: @autoclosure () -> Favorites
  ) -> [UInt8] {
    let error = if case .failure(let error) = result { error } else { envelope.failure }
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("v", 1)
      writer.field("source", envelope.source)
      writer.field("line", envelope.line)
      writer.field("command", envelope.command)
      writer.field("ok", error == nil)
      if !envelope.notices.isEmpty { writer.field("notice", envelope.notices.joined(separator: "; ")) }
      writer.field("error", error?.json)
      switch result {
      case .success(.screen(let screen)):
        writer.field("screen", json(of: screen, envelope.trail, favorites()))
      case .success(.starred(let starred)): write(starred, favorites(), to: &writer)
      case .success(let reply):
        reply.fields.writeMembers(to: &writer)
        writer.field("failed", envelope.failedParts.positive)
      case .failure(.declaration(.mistakes(let mistakes, _))):
        writer.field("mistakes", mistakes.map(\.json))
        writer.field("warnings", [String]())
      case .failure: writer.field("screen", screen().map { json(of: $0, envelope.trail, favorites()) })
      }
    }
    writer.breakLine()
    return writer.bytes
  }

  private static func write(_ starred: [StarResult], _ favorites: Favorites, to writer: inout JSONWriter) {
    var list: String?
    writer.key(starred.first?.what == .mark ? "marked" : "starred")
    writer.array { writer in
      for one in starred {
        var entry = one.row.listed(in: favorites)
        if one.what == .favorite { entry.isStarred = one.isSet }
        writer.object { writer in
          entry.writeMembers(to: &writer)
          guard case .list(let name) = one.what else { return }
          list = list ?? name
          writer.field("listed", one.isSet)
        }
      }
    }
    writer.field("list", list)
    writer.field("changed", starred.count(where: \.isChanged))
  }

  private static func json(of screen: Screen, _ trail: [String], _ favorites: Favorites) -> JSONObject {
    // Sections with nothing to show are omitted; they have no header on the screen either.
    let told = screen.sections.filter { !$0.rows.isEmpty || $0.error != nil || $0.skipped > 0 || !$0.remarks.isEmpty }
    let sections = told.map { section -> JSONObject in
      let rows = screen.arrangement.applied(to: section).map { $0.listed(in: favorites) }
      return [
        "category": section.category.isEmpty ? nil : section.category, "catalog": section.catalog,
        "relation": section.relation?.word, "title": section.shownTitle,
        "error": section.error.map { CommandError.catalog($0).json },
        "items": section.relation?.line == nil ? rows : rows.map(\.json),
        "notes": section.remarks.nonEmpty?.map { RemarkText.sentence(for: $0) },
        "skipped": section.skipped.positive, "more": section.extent?.code,
      ]
    }
    return [
      "kind": screen.kind.word, "catalog": screen.catalog, "title": screen.heading, "country": screen.storefront,
      "term": screen.query?.term, "since": screen.since, "state": screen.phase.rawValue, "trail": trail,
      "filter": screen.arrangement.filter, "unmarked": screen.arrangement.hidden.map { _ in true },
      "item": screen.subject.map { Row(shared: $0.shared).listed(in: favorites).json },
      "relations": screen.origin?.relations.map(\.word), "sections": sections,
      "without": screen.without.nonEmpty.map { JSONObject($0.map { ($0.catalog, $0.words(on: screen.kind)) }) },
      "more": screen.extent?.code, "failed": screen.failedParts.positive,
      "skipped": screen.sections.reduce(0) { $0 + $1.skipped }.positive,
    ]
  }
}

extension ListedItem: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

  /// Writes the members into an object that was already opened.
  func writeMembers(to writer: inout JSONWriter) {
    let own = shared.json { ItemField.stretchesOfJSON.map { JSONWriter.members($0.dropFirst(), of: self) } }
    for (stretch, own) in zip(ItemField.stretchesOfJSON, own) {
      writer.field(stretch[0].key, stretch[0].value(of: self))
      if !own.isEmpty { writer.raw(own) }
    }
    writer.field("unit", unit)
  }

  /// The item with its facts, which rows of screens leave out.
  var json: JSONObject {
    JSONObject(ItemField.ofJSON.map { ($0.key, $0.value(of: self)) })
      + [
        "unit": unit, "facts": item.facts.nonEmpty?.map { ["label": $0.label, "value": $0.value] as JSONObject },
      ]
  }

  /// The noun of its count, for one and for several.
  private var unit: [String]? { item.countUnit.map { [$0.singular, $0.plural] } }
}

extension Int {
  /// The number, or nil for 0, which omits its field.
  var positive: Int? { self > 0 ? self : nil }
}

extension CommandError {
  var json: JSONObject { ["code": code.rawValue, "message": ErrorMessages.sentence(for: self)] }
}

extension Reply {
  /// The keys of a reply that is neither a screen nor a list of items.
  fileprivate var fields: JSONObject {
    switch self {
    case .screen, .starred, .done: [:]
    case .lists(let lists): ["lists": lists.map { ["name": $0.name, "count": $0.count] as JSONObject }]
    case .trail(let trail, let ahead): ["trail": trail, "ahead": ahead.nonEmpty]
    case .catalogs(let catalogs, let current):
      [
        "catalogs": catalogs.map {
          ["name": $0.name, "title": $0.title, "current": $0.name == current] + $0.properties
        }
      ]
    case .catalogChecked(let catalog, let path):
      [
        "mistakes": [String](), "warnings": catalog.warnings.map(\.json),
        "checked": ["file": path, "name": catalog.name, "title": catalog.title] + catalog.properties
          + ["relations": JSONObject(catalog.categories.map { ($0.name, $0.relations.map(\.word)) })],
      ]
    case .report(let report): JSONObject([(report.key, report.value)])
    case .settings(let settings): ["settings": JSONObject(settings.map { ($0.name, $0.value ?? "default") })]
    case .help(let commands, let settings):
      ["help": commands.map(\.json), "settings": settings.map(\.json), "topics": HelpTopic.all.map(\.name)]
    case .topic(let topic): ["topic": topic.json]
    case .commandHelp(let command, _): ["help": [command.json]]
    case .exported(let export):
      [
        "exported": [
          "file": export.path, "format": export.form.ending, "items": export.count,
          "leftOut": export.leftOut.positive, "text": export.path == nil ? export.text : nil,
        ] as JSONObject
      ]
    case .piped(let command, let output):
      ["piped": ["command": command, "text": output.map { String(decoding: $0, as: UTF8.self) }] as JSONObject]
    case .imported(let new, let known, let skipped):
      ["imported": ["new": new, "known": known, "skipped": skipped.positive] as JSONObject]
    case .history(let terms): ["history": terms]
    case .itemAction(let report): report.json
    case .limits(let budgets): ["limits": ["hosts": budgets.map(\.json)] as JSONObject]
    case .downloads(let downloads): ["downloads": downloads.map(\.json)]
    case .explained(let explanation): ["explain": explanation.json]
    }
  }
}

extension DeclarationRemark {
  fileprivate var json: JSONObject { ["line": line, "column": column, "message": message] }
}

extension CatalogSummary {
  /// A catalog's properties besides its names.
  fileprivate var properties: JSONObject {
    [
      "categories": categories.map(\.name), "about": about, "try": example, "host": host, "keyHost": keyHost,
      // The key for a single token, which scripts may still read.
      "token": credentials.only?.state,
      "credentials": credentials.nonEmpty?.map { $0.state + ["about": $0.about] },
      "problem": problem.map { ErrorMessages.sentence(for: .declaration($0)) },
    ]
  }
}

extension CatalogSummary.Credential {
  fileprivate var state: JSONObject { ["variable": variable, "set": isSet, "required": isRequired] }
}
