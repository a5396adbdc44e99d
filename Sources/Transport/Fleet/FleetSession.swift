public import Errors
import Journal
public import LabRuntime
import Links
import Notation
import Synchronization

/// What `uwbrig-fleet` tells without being asked.
public enum FleetEvent: Hashable, Sendable {
  case down(coordinator: String, reason: String)
  /// A request waits: how many are ahead of it, and the holder of the place, if any.
  case waits(FleetWait)
  case granted([FleetPlace])
  case lost(place: String, owner: String?, reason: String?)
  /// An exported resource is in use from now on, or no more.
  case claimed(group: String, name: String, place: String)
  case freed(group: String, name: String)
  case exportUp(coordinator: String)
  case exportDown(coordinator: String, reason: String)
}

/// A running `uwbrig-fleet`, with what it is asked and what it tells.
///
/// It ends with this program, and gives back what it held then.
public final class FleetSession: Sendable {
  private struct State {
    var rest: [UInt8] = []
    var last = 0
    var waiting: [Int: LabChannel<JSONValue>] = [:]
    var ending: RigError?
  }

  /// A coordinator waits 10 s for an exporter that hangs.
  private static let patience = Duration.seconds(20)
  private static let longestLine = 1 << 24
  private let lab: Lab
  private let link: any Link
  private let state = Mutex(State())
  private let tell: @Sendable (FleetEvent) -> Void

  private init(_ lab: Lab, _ link: any Link, tell: @escaping @Sendable (FleetEvent) -> Void) {
    self.lab = lab
    self.link = link
    self.tell = tell
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - coordinators: where they are, `host:port` each.
  ///   - tell: is told what happens, in the lab.
  public static func open(
    _ lab: Lab, coordinators: [String], tell: @escaping @Sendable (FleetEvent) -> Void
  ) async throws(RigError) -> FleetSession {
    let command = try FleetProgram.command(coordinators)
    let link = try await ExecSource(lab, command: command, directory: "").open()
    let session = FleetSession(lab, link, tell: tell)
    link.start { [weak session] event in
      guard let session else { return }
      lab.post { session.take(event) }
    }
    return session
  }

  /// Why there are no answers any more; nil as long as the program runs.
  public var ending: RigError? { state.withLock { $0.ending } }

  /// Ends the program, which gives back what it holds.
  public func close() async {
    // Its own way takes longer than a signal leaves it.
    _ = try? await ask("bye", [])
    link.close()
  }

  // MARK: Orders

  /// The places of all coordinators, and why some were not asked.
  public func list() async throws(RigError) -> (places: [FleetPlace], down: [(String, String)]) {
    let answer = try await ask("list", [])
    let down = (answer["down"]?.array ?? []).map {
      ($0["coordinator"]?.string ?? "", $0["reason"]?.string ?? "")
    }
    return ((answer["places"]?.array ?? []).compactMap { FleetPlace($0) }, down)
  }

  /// Acquires places, all or none; their number for ``release(_:)``.
  ///
  /// - Parameters:
  ///   - tagged: each is what one more place must have, as its tag or by the word of its exporter.
  ///   - alike: a tag that has one value at all of them, such as `room`; nil for any places.
  ///   - wait: how long to wait for what others hold; nil for not at all.
  ///   - limit: after what time they are given back in any case; nil for any time.
  /// - Throws: ``RigError`` `busy` with who has what since when.
  public func acquire(
    _ places: [String], tagged: [[String: String]] = [], alike: String? = nil, wait: Duration?,
    limit: Duration? = nil
  ) async throws(RigError) -> (request: Int, places: [FleetPlace]) {
    var members: [JSONValue.Member] = [
      .init("places", .array(places.map { .string($0) })),
      .init("tags", .array(tagged.map { .texts($0) })),
    ]
    if let alike { members.append(.init("alike", .string(alike))) }
    if let wait { members.append(.init("waitMs", .integer(Int64(wait / .milliseconds(1))))) }
    if let limit { members.append(.init("limitMs", .integer(Int64(limit / .milliseconds(1))))) }
    let (id, answer) = try await numbered(
      "acquire", members, within: Self.patience + (wait ?? .zero))
    return (id, (answer["places"]?.array ?? []).compactMap { FleetPlace($0) })
  }

  /// Gives back what a request has got.
  public func release(_ request: Int) async throws(RigError) {
    _ = try await ask("release", [], id: request)
  }

  /// Frees a place, whoever holds it.
  public func free(_ place: String, from owner: String) async throws(RigError) {
    _ = try await ask(
      "free", [.init("places", .array([.string(place)])), .init("owner", .string(owner))])
  }

  /// Shows resources to all coordinators, as an exporter of this name.
  public func export(_ exports: [FleetExport], as name: String) async throws(RigError) {
    try await send(
      "export", id: 0,
      [
        .init("exporter", .string(name)), .init("resources", .array(exports.map(\.json))),
      ])
  }

  /// Tells that an exported resource has changed.
  public func update(_ export: FleetExport) async throws(RigError) {
    _ = try await ask("resource", [.init("resources", .array([export.json]))])
  }

  /// Makes a place for what a pattern finds, or brings it up to date.
  public func makePlace(
    _ name: String, match: String, tags: [String: String]
  ) async throws(RigError) {
    _ = try await ask(
      "place",
      [
        .init("places", .array([.string(name)])), .init("match", .string(match)),
        .init("tags", .array([.texts(tags)])),
      ])
  }

  private func ask(
    _ order: String, _ members: [JSONValue.Member], id: Int? = nil
  ) async throws(RigError) -> JSONValue {
    try await numbered(order, members, id: id, within: Self.patience).answer
  }

  private func numbered(
    _ order: String, _ members: [JSONValue.Member], id given: Int? = nil, within limit: Duration
  ) async throws(RigError) -> (id: Int, answer: JSONValue) {
    let answers = LabChannel<JSONValue>(lab, label: "the answer of uwbrig-fleet to \(order)")
    let (id, ending) = state.withLock { state in
      if given == nil { state.last += 1 }
      let id = given ?? state.last
      state.waiting[id] = answers
      return (id, state.ending)
    }
    defer { _ = state.withLock { $0.waiting.removeValue(forKey: id) } }
    if let ending { throw ending }
    try await send(order, id: id, members)
    let answer: JSONValue
    do { answer = try await answers.receive(until: lab.now.advanced(by: limit)) } catch {
      if let ending = state.withLock({ $0.ending }) { throw ending }
      throw error.code == .timedOut
        ? RigError(.timedOut, "uwbrig-fleet", reason: "it did not answer to \(order) in time")
        : error
    }
    guard answer["kind"]?.string != "refused" else {
      let reason = PrintableText.escaped(answer["reason"]?.string ?? "refused", limit: 600)
      let isHeld = answer["owner"]?.string != nil
      throw RigError(
        isHeld ? .busy : .refused,
        answer["place"]?.string.map { PrintableText.escaped($0, limit: 100) } ?? "the fleet",
        reason: reason,
        advice: isHeld ? "Wait for it with --wait, or take another place" : "")
    }
    return (id, answer)
  }

  private func send(
    _ order: String, id: Int, _ members: [JSONValue.Member]
  ) async throws(RigError) {
    let line = JSONValue.object(
      [.init("do", .string(order)), .init("id", .integer(Int64(id)))] + members)
    do throws(RigError) { try await link.send(line.encoded + [0x0A]) } catch {
      throw RigError(.closed, "uwbrig-fleet", reason: "it has ended")
    }
  }

  // MARK: Reports

  private func take(_ event: LinkEvent) {
    switch event {
    case .closed:
      let unanswered = state.withLock { state in
        state.ending = RigError(
          .closed, "uwbrig-fleet", reason: "it has ended",
          advice: "What it held is freed in seconds")
        return state.waiting.sorted { $0.key < $1.key }.map(\.value)
      }
      for channel in unanswered { channel.close() }
    case .received(let chunk):
      var lines: [[UInt8]] = []
      state.withLock { state in
        state.rest += chunk.bytes
        while let end = state.rest.firstIndex(of: 0x0A) {
          lines.append(Array(state.rest[..<end]))
          state.rest.removeSubrange(...end)
        }
        if state.rest.count > Self.longestLine { state.rest = [] }
      }
      for line in lines {
        if let report = try? JSONParser.parse(line) { take(report) }
      }
    }
  }

  private func take(_ report: JSONValue) {
    func text(_ key: String) -> String { report[key]?.string ?? "" }
    let request = report["id"]?.integer.map { Int(clamping: $0) }
    let places = (report["places"]?.array ?? []).compactMap { FleetPlace($0) }
    switch report["kind"]?.string {
    case "up": return
    case "down": tell(.down(coordinator: text("coordinator"), reason: text("reason")))
    case "export-up": tell(.exportUp(coordinator: text("coordinator")))
    case "export-down":
      tell(.exportDown(coordinator: text("coordinator"), reason: text("reason")))
    case "claimed":
      tell(.claimed(group: text("group"), name: text("resource"), place: text("place")))
      confirm(report)
    case "freed":
      tell(.freed(group: text("group"), name: text("resource")))
      confirm(report)
    case "waits":
      tell(
        .waits(
          FleetWait(
            place: text("place"), owner: report["owner"]?.string, since: report["since"]?.number,
            ahead: report["ahead"]?.integer.map { Int(clamping: $0) } ?? 0,
            expected: report["expected"]?.number)))
    case "lost":
      tell(
        .lost(
          place: text("place"), owner: report["owner"]?.string,
          reason: report["reason"]?.string))
    case "granted":
      tell(.granted(places))
      fallthrough
    default:
      guard let request else { return }
      state.withLock { $0.waiting[request] }?.send(report)
    }
  }

  /// Tells that a port was opened or closed: the coordinator and the client that acquires it wait
  /// for that.
  private func confirm(_ report: JSONValue) {
    guard let number = report["id"] else { return }
    let line = JSONValue.object(
      [.init("do", .string("served")), .init("id", number)]
        + ["coordinator", "group", "resource"].compactMap { key in
          report[key].map { .init(key, $0) }
        })
    // A line of some hundred bytes, to a program that always reads.
    _ = (link as? any ImmediateLink)?.sendNow(line.encoded + [0x0A])
  }
}
