import Catalogs
import Domain
import Sample

/// The sample's charts of a week ago, as if the user had viewed them then. Remembers nothing.
struct SampleChartMemory: ChartHistory {
  private let client = ITunesClient(
    base: "https://sample.liner.invalid", chartsBase: "https://sample.liner.invalid",
    fetch: SampleService(on: .weekBefore).fetch(for: "itunes"))

  func snapshots(of identity: ChartIdentity) async -> [ChartSnapshot]? {
    guard let charts = client.catalog.charts, let category = client.catalog.category(named: identity.category) else {
      return []
    }
    let isWorld = identity.storefront == ChartIdentity.world
    guard
      let request = try? ChartRequest(
        category, of: charts, storefront: isWorld ? nil : identity.storefront, genre: identity.genre,
        limit: isWorld ? 1 : nil)
    else { return [] }
    if isWorld {
      let answers = await client.numberOnes(of: request, in: charts.world, filters: [:])
      let items = answers.compactMap { answer -> Item? in
        guard case .success(.found(var item)) = answer.result else { return nil }
        item.storefront = answer.storefront
        return item
      }
      return [ChartSnapshot(day: SampleService.Day.weekBefore.rawValue, asked: items.count, items: items)]
    }
    guard let chart = try? await client.chart(request.inFull, filters: [:]) else { return [] }
    return [ChartSnapshot(day: SampleService.Day.weekBefore.rawValue, asked: request.largest, items: chart.list.items)]
  }

  func remember(_ look: ChartSnapshot, of identity: ChartIdentity) async {}
}
