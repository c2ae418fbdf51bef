// The tables of commands and settings in JSON, so that a program can discover liner's commands.

extension Command {
  var json: JSONObject {
    [
      "name": name, "synopsis": synopsis, "summary": summary, "aliases": aliases, "explanation": explanation,
      "options": (options + [anyFilter].compactMap(\.self)).map { option in
        ["name": option.dashed, "value": option.value, "meaning": option.meaning] as JSONObject
      },
      "example": examples.first, "examples": examples,
    ]
  }
}

extension Setting {
  var json: JSONObject {
    [
      "name": name, "synopsis": "set \(name) \(isList ? "VALUE,VALUE,…" : "VALUE")", "meaning": meaning,
      "standard": defaultValue, "values": values, "example": "set \(name) \(example)",
    ]
  }
}

extension HelpTopic {
  var json: JSONObject {
    let lines = parts.map { part in
      switch part {
      case .paragraph(let text), .listing(let text): text
      case .entry(let name, let meaning): "\(name): \(meaning)"
      }
    }
    return ["name": name, "summary": summary, "text": lines.joined(separator: "\n")]
  }
}
