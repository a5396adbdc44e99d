public import Errors
public import LabRuntime
public import Links
import Notation
import Synchronization

/// Where places of other machines are had, and how long to wait for them.
public struct FleetOptions: Hashable, Sendable {
  /// Coordinators, `host:port` each; none for those of `LG_COORDINATOR`.
  public var coordinators: [String]
  /// How long to wait for places that others hold; nil for not at all.
  public var wait: Duration?

  /// The usual coordinator, without waiting.
  public init(coordinators: [String] = [], wait: Duration? = nil) {
    self.coordinators = coordinators
    self.wait = wait
  }
}

/// The places that a rig's boards stand at, held as long as a bench is open.
///
/// All are acquired at once or none. What becomes of a place is told to the links of its boards: one that
/// is lost ends them, and the run takes that for what it is.
public final class FleetLease: Sendable {
  private struct State {
    var session: FleetSession?
    var places: [String: FleetPlace] = [:]
    /// By place: why it is not held any more.
    var lost: [String: RigError] = [:]
  }

  private let lab: Lab
  private let state = Mutex(State())
  private let remark: @Sendable (String) -> Void

  private init(_ lab: Lab, remark: @escaping @Sendable (String) -> Void) {
    self.lab = lab
    self.remark = remark
  }

  /// Acquires the places, runs `body`, and releases them, however it ends.
  ///
  /// - Parameters:
  ///   - places: their names; without any, nothing is started.
  ///   - options: where they are, and how long to wait for what others hold.
  ///   - remark: is told what people want to know.
  public static func holding<Value: Sendable>(
    _ places: [String], lab: Lab, options: FleetOptions = FleetOptions(),
    remark: @escaping @Sendable (String) -> Void,
    _ body: (FleetLease) async throws -> Value
  ) async throws -> Value {
    let lease = FleetLease(lab, remark: remark)
    guard !places.isEmpty else { return try await body(lease) }
    let session = try await FleetSession.open(
      lab, coordinators: coordinators(options, places)
    ) { [weak lease] event in lease?.take(event) }
    let result: Result<Value, any Error>
    do {
      let held = try await session.acquire(Set(places).sorted(), wait: options.wait).places
      lease.state.withLock { state in
        state.session = session
        for place in held { state.places[place.name] = place }
      }
      let names = held.map { PrintableText.escaped($0.name, limit: 100) }
      remark("acquired \(names.sorted().joined(separator: ", "))")
      result = .success(try await body(lease))
    } catch { result = .failure(error) }
    await session.close()
    return try result.get()
  }

  /// Those of the options, and those that are named with places.
  private static func coordinators(_ options: FleetOptions, _ places: [String]) -> [String] {
    let named = places.compactMap { place in
      place.lastIndex(of: "/").map { String(place[..<$0]) }
    }
    let areNamed = named.count == places.count && options.coordinators.isEmpty
    var all = areNamed ? [] : FleetProgram.coordinators(options.coordinators)
    for one in named where !all.contains(one) { all.append(one) }
    return all
  }

  /// A port of a place.
  ///
  /// - Parameter resource: its name, or its group's; nil where the place has one port alone.
  /// - Throws: ``RigError`` where the place has no such port, or several.
  public func port(of place: String, resource: String?) throws(RigError) -> LeasedPort {
    _ = try endpoint(of: place, resource)
    return LeasedPort(lab, name: "labgrid:\(place)" + (resource.map { "/\($0)" } ?? "")) {
      [self] () throws(RigError) in
      try endpoint(of: place, resource)
    } enter: { [lab] link throws(RigError) in
      try await BenchVisit(lab, keys: FleetKeys()).enter(link)
    }
  }

  private func endpoint(
    of name: String, _ resource: String?
  ) throws(RigError) -> LeasedPort.Endpoint {
    let (place, lost) = state.withLock { state in
      (
        state.places[name]
          ?? state.places.values.first {
            $0.name.hasSuffix("/\(name)") || "\($0.coordinator)/\($0.name)" == name
          },
        state.lost[name]
      )
    }
    if let lost { throw lost }
    let link = "labgrid:\(name)"
    guard let place else { throw RigError(.notFound, link, reason: "the place is not held") }
    let ports = place.resources.filter(\.isPort)
    let found = ports.filter { resource == nil || $0.name == resource || $0.group == resource }
    guard let port = found.first, found.count == 1 else {
      let names = PrintableText.escaped(
        ports.map { "\($0.group)/\($0.name)" }.joined(separator: ", "), limit: 400)
      throw RigError(
        found.isEmpty ? .notFound : .failed, link,
        reason: found.isEmpty
          ? "the place has no serial port\(resource.map { " \($0)" } ?? "")"
          : "the place has several serial ports",
        advice: ports.isEmpty ? "" : "It has \(names): name one, as \(link)/NAME")
    }
    guard let host = port.host, let number = port.port.flatMap(UInt16.init(exactly:)) else {
      throw RigError(.failed, link, reason: "its exporter does not say where the port is served")
    }
    return LeasedPort.Endpoint(
      host: host, port: number, isRemotePort: port.protocol != "raw", speed: port.speed,
      isGuarded: port.extra[FleetExport.admission] != nil)
  }

  private func take(_ event: FleetEvent) {
    switch event {
    case .lost(let place, let owner, let why):
      let reason =
        "the place \(PrintableText.escaped(place, limit: 100)) is not ours any more"
        + (why.map { ": \(PrintableText.escaped($0, limit: 200))" }
          ?? owner.map { ", \(PrintableText.escaped($0, limit: 100)) has it" } ?? "")
      state.withLock { $0.lost[place] = RigError(.endedHere, "labgrid:\(place)", reason: reason) }
      remark(reason)
    case .granted(let granted):
      state.withLock { state in for place in granted { state.places[place.name] = place } }
    case .waits(let wait): remark("\(wait)")
    case .down(let coordinator, let reason):
      remark(
        "coordinator \(PrintableText.escaped(coordinator, limit: 100)): "
          + PrintableText.escaped(reason, limit: 200))
    default: return
    }
  }
}
