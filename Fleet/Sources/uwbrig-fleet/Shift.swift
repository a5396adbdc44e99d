import Leases

/// Carries out orders until there are no more.
actor Shift {
  /// How long an answer waits for the next of the coordinators that have not been reached yet, and for
  /// all of them.
  private static let patience = (next: Duration.seconds(5), all: Duration.seconds(15))

  private let fleet: Fleet
  private let addresses: [CoordinatorAddress]
  private var exporters: [(coordinator: String, exporter: Exporter)] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOver = false

  init(_ fleet: Fleet, _ addresses: [CoordinatorAddress]) {
    self.fleet = fleet
    self.addresses = addresses
  }

  func ended() async {
    if isOver { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func perform() async {
    await withDiscardingTaskGroup { group in
      for await order in StandardLines.orders() {
        switch order {
        case .failure(let failure):
          var report = Report("refused")
          report.reason = failure.description
          StandardLines.say(report)
        case .success(let order):
          if order.do == "export" {
            await fleet.becomeExporter()
            for exporter in export(order) { group.addTask { await exporter.run() } }
          } else if order.do == "served" {
            await served(order)
          } else {
            group.addTask { await self.carryOut(order) }
          }
        }
      }
      isOver = true
      for continuation in waiting { continuation.resume() }
      group.cancelAll()
    }
  }

  private func export(_ order: Order) -> [Exporter] {
    let claims = KitClaims()
    let made = addresses.map { address in
      (
        address.description,
        Exporter(
          at: address, as: order.exporter ?? "uwbrig", order.resources ?? [], claims: claims)
      )
    }
    exporters += made
    return made.map(\.1)
  }

  private func served(_ order: Order) async {
    let asked = exporters.first { $0.coordinator == order.coordinator }
    await asked?.exporter.served(order.group ?? "", order.resource ?? "", number: order.id)
  }

  private func carryOut(_ order: Order) async {
    switch order.do {
    // What was acquired is given back by the sessions that there are.
    case "release", "bye", "resource": break
    case "acquire" where order.tags?.isEmpty ?? true:
      await fleet.want(order.places)
      await settle()
    default:
      await fleet.want(nil)
      await settle()
    }
    var report = Report(order.do, id: order.id)
    do {
      switch order.do {
      case "list":
        report.places = await fleet.reports()
        report.down = await fleet.unreachable
      case "acquire":
        return await fleet.acquire(
          order.id, wants: order.places ?? [], tagged: order.tags ?? [], alike: order.alike,
          wait: order.waitMs, limit: order.limitMs)
      case "release": await fleet.release(order.id)
      case "bye": await fleet.releaseAll()
      case "free": try await fleet.free(order.places?.first ?? "", from: order.owner ?? "")
      case "place":
        try await fleet.makePlace(
          order.places?.first ?? "", match: order.match ?? "", tags: order.tags?.first ?? [:])
      case "resource":
        for resource in order.resources ?? [] {
          for (_, exporter) in exporters { await exporter.update(resource) }
        }
      default: throw Failure("there is no order \(order.do)")
      }
    } catch {
      report.kind = "refused"
      report.reason = Failure(error).description
    }
    StandardLines.say(report)
  }

  /// Waits until each coordinator that is wanted was reached or could not be.
  private func settle() async {
    let end = ContinuousClock.now + Self.patience.all
    var (known, next) = (addresses.count, ContinuousClock.now + Self.patience.next)
    while ContinuousClock.now < min(next, end) {
      let unsettled = await fleet.unsettled
      if unsettled == 0 { return }
      // On a busy machine they come one after the other.
      if unsettled < known { (known, next) = (unsettled, ContinuousClock.now + Self.patience.next) }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}
