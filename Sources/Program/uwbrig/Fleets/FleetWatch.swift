import Fleet
import FoundationEssentials
import Journal
import LabRuntime
import LivePage
import Printing

/// The fleet's places, for the page of a run.
enum FleetWatch {
  private static let interval = Duration.seconds(5)

  /// Asks coordinators for their places again and again; nil where none is named, or the program that
  /// speaks with them is not there.
  static func source(_ given: [String]) -> FleetSource? {
    guard !given.isEmpty || ProcessInfo.processInfo.environment["LG_COORDINATOR"] != nil,
      (try? FleetProgram.path()) != nil
    else { return nil }
    let coordinators = FleetProgram.coordinators(given)
    return { lab, tell in
      while !Task.isCancelled {
        do {
          let session = try await FleetSession.open(lab, coordinators: coordinators) { _ in }
          let reason = await told(session, lab, tell)
          await session.close()
          if let reason { throw reason }
        } catch { tell(document([], [("uwbrig-fleet", "\(error)")])) }
        try? await lab.sleep(for: interval, label: "the fleet")
      }
    }
  }

  /// Tells what there is until the session ends, and why it has; nil once it is cancelled.
  private static func told(
    _ session: FleetSession, _ lab: Lab, _ tell: @Sendable (JSONValue) -> Void
  ) async -> (any Error)? {
    do {
      while true {
        let (places, down) = try await session.list()
        tell(document(places, down))
        try await lab.sleep(for: interval, label: "the fleet")
      }
    } catch { return Task.isCancelled ? nil : error }
  }

  private static func document(_ places: [FleetPlace], _ down: [(String, String)]) -> JSONValue {
    .object([
      .init(
        "places",
        .array(
          places.prefix(200).map { place in
            .object([
              .init("name", .string(place.name)), .init("state", .string(place.state.rawValue)),
              .init("words", .string(words(place))),
            ])
          })),
      .init(
        "down",
        .array(
          down.prefix(20).map {
            .object([.init("coordinator", .string($0.0)), .init("reason", .string($0.1))])
          })),
    ])
  }

  /// What `fleet show` says of a place, in a line.
  private static func words(_ place: FleetPlace) -> String {
    let holder = place.owner.map { "held by \($0)" } ?? place.state.rawValue
    let since = place.since.map { " since \(FleetMoment($0))" } ?? ""
    let waiting = place.waiting > 0 ? ", \(place.waiting) waiting" : ""
    let kits = place.resources.map { resource in
      "\(resource.exporter)/\(resource.group)/\(resource.name)"
        + (resource.available ? "" : " (not plugged in)")
    }
    return [holder + since + waiting, kits.joined(separator: ", "), place.tagWords, place.comment]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
