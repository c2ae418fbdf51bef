import Domain

extension Repl {
  /// The answer from what is already known, without a request.
  func reply(to question: Action.Question) async throws(CommandError) -> Reply {
    let catalog = coordinator.catalog
    func known(_ setting: Setting) -> Setting { coordinator.settings.current(setting, in: catalog) }
    switch question {
    case .limits: return .limits(try await coordinator.run(outside.budgets))
    case .downloads:
      return .downloads(try await coordinator.run { [outside] in try await outside.downloads?.kept() ?? [] })
    case .requests(let asCurl): return .explained(Explanation(of: coordinator.askedLog, asCurl: asCurl))
    case .lists: return .lists(coordinator.favorites.lists)
    case .trail: return .trail(coordinator.trail, ahead: coordinator.ahead)
    case .catalogs:
      if let error = coordinator.source?.folderProblem { coordinator.notices.append(.memoryUnusable(error)) }
      return .catalogs(coordinator.catalogSummaries, current: catalog.name)
    case .catalogCheck(let path): return .catalogChecked(try coordinator.checkedCatalog(at: path), path: path)
    case .settings: return .settings(Setting.all(in: catalog).map(known))
    case .setting(let name):
      try await coordinator.loadValues(ofFilter: name)
      return .settings([known(try Setting.named(name, in: catalog)).explained(in: catalog, inFull: true)])
    case .history(let text): return .history(searches.newestFirst(containing: text ?? "", in: coordinator.catalogs))
    case .help(nil): return .help(Command.all, settings: Setting.all(in: catalog))
    case .help(let name?):
      do throws(CommandError) {
        if let topic = try HelpTopic.named(name) { return .topic(topic) }
      } catch {
        let setting = Setting.all(in: catalog).first { $0.name == name.lowercased() }
        guard error.code == .unknownCommand, let setting else { throw error }
        return .settings([known(setting).explained(in: catalog, inFull: true)])
      }
      let command = try Command.named(name[...])
      let settings = command.argument == .setting ? Setting.all(in: catalog) : []
      return .commandHelp(command, settings: settings.map { known($0).explained(in: catalog, inFull: false) })
    }
  }
}

extension Setting {
  /// The setting with its accepted values, as in the message for an invalid value.
  /// - Parameter inFull: whether to show a long list in full.
  fileprivate func explained(in catalog: Catalog, inFull: Bool) -> Setting {
    var setting = self
    var settings = Settings()
    do throws(CommandError) {
      try settings.set(name, to: isPath && inFull ? " " : "?", in: catalog)
      if inFull { setting.accepted = "any text" }
    } catch {
      setting.accepted = ErrorMessages.accepted(insteadOf: error, inFull: inFull).map { accepted in
        switch (isList, valueTitles.isEmpty) {
        case (true, true): accepted + ", or a comma-separated list"
        case (false, false): "a name or code: " + accepted
        // What a list of names accepts says both.
        default: accepted
        }
      }
    }
    return setting
  }
}
