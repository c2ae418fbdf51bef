package import Domain

/// Replies and failures as JSON, one object a line. Keys are only ever added.
package enum JSONRenderer {
  /// The fields of a line besides the command's reply.
  package struct Envelope: Sendable {
    /// nil at the prompt.
    package let source: String?
    package let line: Int
    package let command: String
    /// Messages besides the reply.
    package let notices: [String]
    /// For a reply that shows a screen.
    package let trail: [String]
    /// Why the command failed although it has a reply: a part of it failed, and every part was required.
    package let failure: CommandError?

    package init(
      source: String?, line: Int, command: String, notices: [String] = [], trail: [String] = [],
      failure: CommandError? = nil
    ) {
      self.failure = failure
      self.source = source
      self.line = line
      self.command = command
      self.notices = notices
      self.trail = trail
    }
  }

  /// - Parameter favorites: evaluated only if items are written.
  package static func line(
    for reply: Reply, _ envelope: Envelope, favorites: @autoclosure () -> Favorites
  ) -> [UInt8] {
    var writer = begun(envelope, isOK: envelope.failure == nil)
    if let failure = envelope.failure {
      writer.key("error")
      write(failure.code, ErrorMessages.sentence(for: failure), to: &writer)
    }
    write(reply, envelope, favorites, to: &writer)
    return ended(&writer)
  }

  /// A failure; `screen` if the failure left a screen that tells more.
  package static func line(
    for error: CommandError, screen: Screen?, _ envelope: Envelope, favorites: Favorites
  ) -> [UInt8] {
    var writer = begun(envelope, isOK: false)
    writer.key("error")
    write(error.code, ErrorMessages.sentence(for: error), to: &writer)
    if case .declaration(.mistakes(let mistakes, _)) = error {
      write("mistakes", mistakes, to: &writer)
      write("warnings", [], to: &writer)
    }
    if let screen { write(screen, envelope, favorites, to: &writer) }
    return ended(&writer)
  }

  private static func write(_ key: String, _ remarks: [DeclarationRemark], to writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in
      for remark in remarks {
        writer.object { writer in
          writer.field("line", remark.line)
          writer.field("column", remark.column)
          writer.field("message", remark.message)
        }
      }
    }
  }

  private static func begun(_ envelope: Envelope, isOK: Bool) -> JSONWriter {
    var writer = JSONWriter()
    writer.open("{")
    writer.field("v", 1)
    writer.field("source", envelope.source)
    writer.field("line", envelope.line)
    writer.field("command", envelope.command)
    writer.field("ok", isOK)
    if !envelope.notices.isEmpty { writer.field("notice", envelope.notices.joined(separator: "; ")) }
    return writer
  }

  private static func ended(_ writer: inout JSONWriter) -> [UInt8] {
    writer.close("}")
    writer.breakLine()
    return writer.bytes
  }

  private static func write(
    _ reply: Reply, _ envelope: Envelope, _ favorites: () -> Favorites, to writer: inout JSONWriter
  ) {
    switch reply {
    case .screen(let screen): write(screen, envelope, favorites(), to: &writer)
    case .starred(let starred):
      let isOfMarks = starred.first?.what == .mark
      writer.key(isOfMarks ? "marked" : "starred")
      writer.array { writer in
        for one in starred {
          var entry = one.row.listed(in: favorites())
          if one.what == .favorite { entry.isStarred = one.isSet }
          write(entry, to: &writer)
        }
      }
      if case .list(let name)? = starred.first?.what { writer.field("list", name) }
      writer.field("changed", starred.count(where: \.isChanged))
    case .lists(let lists):
      writer.key("lists")
      writer.array { writer in
        for list in lists {
          writer.object { writer in
            writer.field("name", list.name)
            writer.field("count", list.count)
          }
        }
      }
    case .trail(let trail, let ahead):
      writer.key("trail")
      writer.array(of: trail)
      if !ahead.isEmpty {
        writer.key("ahead")
        writer.array(of: ahead)
      }
    case .catalogs(let catalogs, let current):
      writer.key("catalogs")
      writer.array { writer in
        for catalog in catalogs {
          writer.object { writer in
            writer.field("name", catalog.name)
            writer.field("title", catalog.title)
            writer.field("current", catalog.name == current)
            write(catalog, to: &writer)
          }
        }
      }
    case .catalogChecked(let catalog, let path):
      write("mistakes", [], to: &writer)
      write("warnings", catalog.warnings, to: &writer)
      writer.key("checked")
      writer.object { writer in
        writer.field("file", path)
        writer.field("name", catalog.name)
        writer.field("title", catalog.title)
        write(catalog, to: &writer)
        writer.key("relations")
        writer.object { writer in
          for category in catalog.categories {
            writer.key(category.name)
            writer.array(of: category.relations)
          }
        }
      }
    case .report(let report):
      writer.key(report.key)
      writer.write(report.value)
    case .settings(let settings):
      writer.key("settings")
      writer.object { writer in
        for setting in settings {
          writer.field(setting.name, setting.value ?? "default")
        }
      }
    case .help(let commands, let settings):
      writer.key("help")
      writer.array { writer in commands.forEach { JSONHelp.write($0, to: &writer) } }
      writer.key("settings")
      writer.array { writer in settings.forEach { JSONHelp.write($0, to: &writer) } }
      writer.key("topics")
      writer.array(of: HelpTopic.all.map(\.name))
    case .topic(let topic):
      writer.key("topic")
      writer.object { writer in JSONHelp.write(topic, to: &writer) }
    case .commandHelp(let command, _):
      writer.key("help")
      writer.array { writer in JSONHelp.write(command, to: &writer) }
    case .exported(let export):
      writer.key("exported")
      writer.object { writer in
        writer.field("file", export.path)
        writer.field("format", export.form.ending)
        writer.field("items", export.count)
        if export.leftOut > 0 { writer.field("leftOut", export.leftOut) }
        if export.path == nil { writer.field("text", export.text) }
      }
    case .piped(let piped):
      writer.key("piped")
      writer.object { writer in
        writer.field("command", piped.command)
        writer.field("text", piped.output.map { String(decoding: $0, as: UTF8.self) })
      }
    case .imported(let new, let known):
      writer.key("imported")
      writer.object { writer in
        writer.field("new", new)
        writer.field("known", known)
      }
    case .history(let terms):
      writer.key("history")
      writer.array(of: terms)
    case .errand(let report): write(report, to: &writer)
    case .limits(let budgets): write(budgets, to: &writer)
    case .downloads(let downloads): write(downloads, to: &writer)
    case .explained(let explanation): write(explanation, to: &writer)
    case .done: break
    }
  }

  private static func write(_ code: ErrorCode, _ message: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("code", code.rawValue)
      writer.field("message", message)
    }
  }

  private static func write(
    _ screen: Screen, _ envelope: Envelope, _ favorites: Favorites, to writer: inout JSONWriter
  ) {
    writer.key("screen")
    writer.object { writer in
      writer.field("kind", screen.kind.traits.word)
      writer.field("catalog", screen.catalog)
      writer.field("title", screen.heading)
      writer.field("country", screen.storefront)
      writer.field("term", screen.query?.term)
      writer.field("since", screen.since)
      writer.field("state", screen.phase.rawValue)
      writer.key("trail")
      writer.array(of: envelope.trail)
      if let filter = screen.arrangement.filter { writer.field("filter", filter) }
      if screen.arrangement.hidden != nil { writer.field("unmarked", true) }
      if let subject = screen.subject {
        writer.key("item")
        write(Row(shared: subject.shared).listed(in: favorites), isFull: true, to: &writer)
      }
      if let origin = screen.origin {
        writer.key("relations")
        writer.array(of: origin.relations.map(\.word))
      }
      writer.key("sections")
      writer.array { writer in
        for section in screen.sections where section.isTold {
          write(section, arranged: screen.arrangement, favorites, to: &writer)
        }
      }
      if !screen.without.isEmpty {
        writer.key("without")
        writer.object { writer in
          for one in screen.without { writer.field(one.catalog, one.words(on: screen.kind)) }
        }
      }
      writer.field("more", screen.extent?.code)
      if screen.failedParts > 0 { writer.field("failed", screen.failedParts) }
      let skipped = screen.sections.reduce(0) { $0 + $1.skipped }
      if skipped > 0 { writer.field("skipped", skipped) }
    }
  }

  private static func write(
    _ section: Section, arranged arrangement: Arrangement, _ favorites: Favorites, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      if !section.category.isEmpty { writer.field("category", section.category) }
      writer.field("catalog", section.catalog)
      writer.field("relation", section.relation?.word)
      writer.field("title", section.title)
      if let error = section.content.error {
        writer.key("error")
        write(error.code, ErrorMessages.sentence(for: error), to: &writer)
      }
      writer.key("items")
      writer.array { writer in
        for row in arrangement.applied(to: section.rows) {
          write(row.listed(in: favorites), to: &writer)
        }
      }
      if !section.remarks.isEmpty {
        writer.key("notes")
        writer.array(of: section.remarks.map { RemarkText.sentence(for: $0) })
      }
      if section.skipped > 0 { writer.field("skipped", section.skipped) }
      if let code = section.content.value?.extent.code { writer.field("more", code) }
    }
  }

  /// - Parameter isFull: whether to write the item's facts too.
  static func write(_ entry: ListedItem, isFull: Bool = false, to writer: inout JSONWriter) {
    writer.object { writer in
      for field in ItemField.ofJSON {
        if let value = field.value(of: entry) { writer.field(field.key, value) }
      }
      if isFull { write(entry.item.facts, to: &writer) }
    }
  }

  private static func write(_ facts: [Fact], to writer: inout JSONWriter) {
    guard !facts.isEmpty else { return }
    writer.key("facts")
    writer.array { writer in
      for fact in facts {
        writer.object { writer in
          writer.field("label", fact.label)
          writer.field("value", fact.value)
        }
      }
    }
  }
}

extension Section {
  /// Sections with nothing to show are omitted; they have no header on the screen either.
  fileprivate var isTold: Bool { !rows.isEmpty || content.error != nil || skipped > 0 }
}

extension JSONRenderer {
  /// Writes a catalog's properties besides its names.
  private static func write(_ catalog: CatalogSummary, to writer: inout JSONWriter) {
    writer.key("categories")
    writer.array(of: catalog.categories.map(\.name))
    if let about = catalog.about { writer.field("about", about) }
    if let example = catalog.example { writer.field("try", example) }
    if let host = catalog.host { writer.field("host", host) }
    if let host = catalog.keyHost { writer.field("keyHost", host) }
    // Once there was a single token, and scripts may read it so.
    if catalog.credentials.count == 1, let token = catalog.credentials.first {
      writer.key("token")
      writer.object { writer in
        writer.field("variable", token.variable)
        writer.field("set", token.isSet)
        writer.field("required", token.isRequired)
      }
    }
    if !catalog.credentials.isEmpty {
      writer.key("credentials")
      writer.array { writer in
        for credential in catalog.credentials {
          writer.object { writer in
            writer.field("variable", credential.variable)
            writer.field("set", credential.isSet)
            writer.field("required", credential.isRequired)
            if let about = credential.about { writer.field("about", about) }
          }
        }
      }
    }
    if let problem = catalog.problem {
      writer.field("problem", ErrorMessages.sentence(for: .declaration(problem)))
    }
  }
}
