import GRPCCore
import Leases
import SwiftProtobuf

/// Shows resources of the program that started this one to a coordinator, and tells that program which
/// are in use.
actor Exporter {
  private let address: CoordinatorAddress
  /// Shared with the exporters at other coordinators.
  private let claims: KitClaims
  private let name: String
  private var resources: [String: ExportedResource] = [:]
  private var used: [String: String] = [:]
  /// What was in use when the coordinator went away. Whoever had it goes on, and acquires it again
  /// when the coordinator is back; what nobody does is free then.
  private var kept: [String: String] = [:]
  private static let patience = Duration.seconds(12)
  /// How long the program that started this one has for a port. The coordinator would wait for 10 s, and
  /// let everybody wait with it.
  private static let serving = Duration.seconds(3)
  private var outgoing: AsyncStream<Labgrid_ExporterInMessage>.Continuation?
  private var isUp = false
  /// What the coordinator is waiting for, in its order, until the program that started this one has done
  /// it: whoever acquires a kit finds its port open.
  private var awaited: [Awaited] = []
  private var lastNumber = 0

  private struct Awaited {
    let number: Int
    let key: String
    /// Whether it is a release.
    var isRelease = false
    let since = ContinuousClock.now
    var isDone = false
    /// Why it is not done.
    var refusal: String?
  }

  init(
    at address: CoordinatorAddress, as name: String, _ resources: [ExportedResource],
    claims: KitClaims
  ) {
    self.address = address
    self.claims = claims
    self.name = name
    for resource in resources { self.resources[resource.key] = resource }
  }

  /// Shows them until it is cancelled, again and again where the coordinator goes away.
  func run() async {
    var isFirst = true
    while !Task.isCancelled {
      do {
        try await serve()
      } catch {
        if Task.isCancelled { break }
        if isUp || isFirst {
          var report = Report("export-down")
          (report.coordinator, report.reason) = (address.description, Failure(error).description)
          StandardLines.say(report)
        }
        isUp = false
      }
      isFirst = false
      outgoing = nil
      awaited = []
      kept.merge(used) { _, last in last }
      used = [:]
      try? await Task.sleep(for: .milliseconds(250))
    }
  }

  /// A resource has come, gone or changed.
  func update(_ resource: ExportedResource) {
    resources[resource.key] = resource
    outgoing?.yield(.with { $0.resource = message(resource) })
  }

  private func serve() async throws {
    try await CoordinatorCalls.connecting(to: address) { calls in
      let (messages, outgoing) = AsyncStream.makeStream(of: Labgrid_ExporterInMessage.self)
      await self.begin(outgoing)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await calls.exporterStream(messages) { await self.take($0) } }
        group.addTask {
          let began = ContinuousClock.now
          while true {
            try await Task.sleep(for: .milliseconds(250))
            await self.refuseLate()
            if ContinuousClock.now - began >= Self.patience { await self.freeKept() }
          }
        }
        defer {
          outgoing.finish()
          group.cancelAll()
        }
        try await group.next()
      }
      throw Failure("the coordinator has ended the session")
    }
  }

  private func begin(_ outgoing: AsyncStream<Labgrid_ExporterInMessage>.Continuation) {
    self.outgoing = outgoing
    outgoing.yield(
      .with {
        $0.startup.version = "26.0"
        $0.startup.name = name
      })
    for resource in resources.values.sorted(by: { $0.key < $1.key }) {
      outgoing.yield(.with { $0.resource = message(resource) })
    }
  }

  private func freeKept() {
    for key in kept.keys.sorted() where used[key] == nil {
      claims.give(key, by: address)
      say("freed", resources[key])
    }
    kept = [:]
  }

  private func take(_ message: Labgrid_ExporterOutMessage) {
    switch message.kind {
    case .hello:
      isUp = true
      var report = Report("export-up")
      report.coordinator = address.description
      StandardLines.say(report)
    case .setAcquiredRequest(let request):
      let key = "\(request.groupName)/\(request.resourceName)"
      guard let resource = resources[key] else {
        return refuse(key, "there is no resource \(key)")
      }
      let place = request.hasPlaceName && !request.placeName.isEmpty ? request.placeName : nil
      if let place, !resource.available {
        return refuse(key, "the kit of \(place) is not plugged in")
      }
      if place != nil, let other = claims.take(key, for: address) {
        return refuse(key, "the kit is in use at coordinator \(other)")
      }
      if place == nil {
        // What another coordinator has given away stays where it is.
        guard claims.give(key, by: address) else { return confirm(key) }
      }
      used[key] = place
      lastNumber += 1
      awaited.append(Awaited(number: lastNumber, key: key, isRelease: place == nil))
      say(place == nil ? "freed" : "claimed", resource, place, number: lastNumber)
    case nil: return
    }
  }

  /// The program that started this one has opened or closed the port.
  func served(_ group: String, _ name: String, number: Int) {
    let key = "\(group)/\(name)"
    guard let index = awaited.firstIndex(where: { $0.number == number && $0.key == key }) else {
      return
    }
    awaited[index].isDone = true
    answer()
  }

  private func confirm(_ key: String) {
    used[key] = nil
    awaited.append(Awaited(number: 0, key: key, isDone: true))
    answer()
  }

  private func refuse(_ key: String, _ reason: String) {
    awaited.append(Awaited(number: 0, key: key, isDone: true, refusal: reason))
    answer()
  }

  /// Refuses what the program that started this one has not done in time: where it goes on later, it is
  /// told to take the port back.
  private func refuseLate() {
    let now = ContinuousClock.now
    for index in awaited.indices
    where !awaited[index].isDone && now - awaited[index].since >= Self.serving {
      let key = awaited[index].key
      awaited[index].isDone = true
      // One that stands still serves nobody, and closes the port when it goes on.
      guard !awaited[index].isRelease else { continue }
      awaited[index].refusal = "the bench does not answer: \(key) was not opened in time"
      if used.removeValue(forKey: key) != nil {
        claims.give(key, by: address)
        say("freed", resources[key])
      }
    }
    answer()
  }

  /// Answers what is done, in the coordinator's order.
  private func answer() {
    while let first = awaited.first, first.isDone {
      awaited.removeFirst()
      if let reason = first.refusal {
        outgoing?.yield(
          .with {
            $0.response.success = false
            $0.response.reason = reason
          })
        continue
      }
      // The resource first: the coordinator looks at it when the answer comes.
      if let resource = resources[first.key] {
        outgoing?.yield(.with { $0.resource = self.message(resource) })
      }
      outgoing?.yield(.with { $0.response.success = true })
    }
  }

  private func say(
    _ kind: String, _ resource: ExportedResource?, _ place: String? = nil, number: Int? = nil
  ) {
    var report = Report(kind, id: number)
    report.coordinator = address.description
    (report.group, report.resource, report.place) = (resource?.group, resource?.name, place)
    StandardLines.say(report)
  }

  private func message(_ resource: ExportedResource) -> Labgrid_Resource {
    .with {
      $0.path.groupName = resource.group
      $0.path.resourceName = resource.name
      $0.cls = resource.cls
      if let host = resource.host { $0.params["host"] = .with { $0.stringValue = host } }
      if let port = resource.port { $0.params["port"] = .with { $0.uintValue = UInt64(port) } }
      if let speed = resource.speed { $0.params["speed"] = .with { $0.uintValue = UInt64(speed) } }
      if let word = resource.protocol {
        $0.params["protocol"] = .with { $0.stringValue = word }
      }
      for (key, value) in resource.extra { $0.extra[key] = .with { $0.stringValue = value } }
      $0.acquired = used[resource.key] ?? ""
      $0.avail = resource.available
    }
  }
}

extension ExportedResource {
  var key: String { "\(group)/\(name)" }
}
