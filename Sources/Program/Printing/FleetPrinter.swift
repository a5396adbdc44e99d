package import Fleet
import Glibc
import JSONDocuments
import Journal
package import LabRuntime
import Notation
import Reports
import Synchronization
package import Terminal

/// The documents and tables of `fleet`.
package enum FleetPrinter {
  package static func list(
    _ places: [FleetPlace], down: [(String, String)], isNothing: Bool, _ common: any Presentation
  ) throws {
    try tell(places, down: down, isNothing: isNothing, common) {
      var table = Table(
        [.init("PLACE", minimum: 8), .init("STATE"), .init("HELD BY", minimum: 10), .init("SINCE")]
          + [.init("TAGS", minimum: 8), .init("KITS", minimum: 8)])
      for place in places {
        table.add([
          place.name, place.state.rawValue, place.owner ?? "",
          place.since.map { "\(FleetMoment($0))" } ?? "", place.tagWords,
          place.resources.map { "\($0.exporter)/\($0.group)/\($0.name)" }.joined(separator: ", "),
        ])
      }
      if places.isEmpty {
        if down.isEmpty { common.remark("There is no such place.") }
      } else {
        for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
      }
    }
  }

  package static func who(
    _ places: [FleetPlace], down: [(String, String)], isNothing: Bool, _ common: any Presentation
  ) throws {
    try tell(places, down: down, isNothing: isNothing, common) {
      for place in places { Output.result(place.heldWords) }
      if places.isEmpty, down.isEmpty { common.remark("No place is held.") }
    }
  }

  package static func show(_ place: FleetPlace, _ common: any Presentation) {
    if common.json { return FleetListDocument(places: [place], down: []).print() }
    Output.result("\(PrintableText.escaped(place.name)): \(place.state.rawValue)")
    if place.owner != nil { Output.result("  \(place.heldWords)") }
    if place.waiting > 0 { Output.result("  \(Counted.amount(place.waiting, "program")) waiting") }
    if !place.tags.isEmpty {
      Output.result("  tags: \(PrintableText.escaped(place.tagWords, limit: 1000))")
    }
    if !place.comment.isEmpty { Output.result("  \(PrintableText.escaped(place.comment))") }
    for resource in place.resources {
      let name = "\(resource.exporter)/\(resource.group)/\(resource.name)"
      let at = resource.host.flatMap { host in resource.port.map { " at \(host):\($0)" } } ?? ""
      Output.result(
        "  \(PrintableText.escaped(name)): \(PrintableText.escaped(resource.class + at))"
          + (resource.available ? "" : ", not plugged in"))
      for (key, value) in resource.extra.sorted(by: { $0.key < $1.key }) {
        Output.result("    \(PrintableText.escaped(key)): \(PrintableText.escaped(value))")
      }
    }
  }

  package static func ready(_ places: [FleetPlace]) {
    let document = FleetListDocument(places: places, down: [])
    Output.result("ready " + String(decoding: document.json.encoded, as: UTF8.self))
  }

  /// What people want to know of an event; nil for nothing.
  package static func remark(_ event: FleetEvent) -> String? {
    switch event {
    case .waits(let wait): return "\(wait)"
    case .lost(let place, let owner, let reason):
      return "\(PrintableText.escaped(place)) is lost"
        + (reason.map { ": \(PrintableText.escaped($0))" }
          ?? owner.map { ": \(PrintableText.escaped($0)) has it" } ?? "")
    case .down(let coordinator, let reason):
      return "coordinator \(PrintableText.escaped(coordinator)): \(PrintableText.escaped(reason))"
    default: return nil
    }
  }

  private static let lost = Mutex<String?>(nil)

  package static func isLost(_ place: String) { lost.withLock { $0 = $0 ?? place } }

  /// Waits until a place is lost.
  package static func untilLost(_ lab: Lab) async throws {
    while lost.withLock({ $0 }) == nil {
      try await lab.sleep(for: .milliseconds(100), label: "a place to be lost")
    }
    let place = lost.withLock { $0 } ?? ""
    throw Failure(.bench, "\(PrintableText.escaped(place)) is not ours any more")
  }

  /// The document, or what `text` prints for people; then what was not asked.
  private static func tell(
    _ places: [FleetPlace], down: [(String, String)], isNothing: Bool, _ common: any Presentation,
    _ text: () -> Void
  ) throws {
    if common.json {
      FleetListDocument(places: places, down: down.map { .init(coordinator: $0.0, reason: $0.1) })
        .print()
    } else {
      text()
    }
    let words = down.map {
      "coordinator \(PrintableText.escaped($0.0)): \(PrintableText.escaped($0.1))"
    }
    if isNothing, let first = words.first { throw Failure(.bench, first) }
    for line in words { common.remark("Note: \(line)") }
  }
}

/// What `fleet list --json` prints.
package struct FleetListDocument: Document {
  package static let schema = "uwbrig.fleet-list/1"
  package static let about =
    "What `uwbrig fleet list --json` prints; `fleet who`, `fleet show`, and the line `ready …` of "
    + "`fleet acquire` have the same shape."

  /// A coordinator that was not asked.
  package struct Down: Codable {
    package var coordinator: String
    package var reason: String
  }

  package var places: [FleetPlace]
  package var down: [Down]
}

extension FleetPlace {
  /// What can be done with a place.
  package enum State: String {
    case free, held
    case noKit = "no kit"
  }

  package var state: State { owner != nil ? .held : complete ? .free : .noKit }

  package var tagWords: String {
    tags.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// Who has it since when.
  package var heldWords: String {
    let name = PrintableText.escaped(self.name)
    guard let owner else { return "\(name) is free" }
    return "\(name) is held by \(PrintableText.escaped(owner))"
      + (since.map { " since \(FleetMoment($0))" } ?? "")
  }

  /// The place of a name.
  package static func named(_ name: String, in session: FleetSession) async throws -> FleetPlace {
    let (places, down) = try await session.list()
    let found = places.filter { $0.name == name || $0.name.hasSuffix("/\(name)") }
    if let place = found.first, found.count == 1 { return place }
    let hint = NearestName.hint(for: name, among: places.map(\.name)) ?? ""
    let words = down.map { "; not asked: coordinator \($0.0) (\($0.1))" }.joined()
    throw Failure(
      .bench,
      found.isEmpty
        ? "there is no place \(PrintableText.escaped(name))\(hint)\(PrintableText.escaped(words))"
        : "several places are called \(PrintableText.escaped(name)): "
          + found.map { PrintableText.escaped($0.name) }.joined(separator: ", "))
  }
}

/// Who this user is at a coordinator.
package enum FleetUser {
  /// As labgrid has it.
  package static var name: String { "\(host)/\(user)" }

  /// Whether a place is held by this user from this machine, by whichever program.
  package static func isOurs(_ owner: String) -> Bool {
    guard let user = owner.split(separator: "/").last else { return false }
    return owner == name || owner.hasPrefix("\(name).uwbrig-") && user.hasPrefix(self.user)
  }

  package static var host: String {
    if let named = variable("LG_HOSTNAME") { return named }
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var user: String {
    if let named = variable("LG_USERNAME") { return named }
    guard let entry = unsafe getpwuid(geteuid()) else { return "uid\(geteuid())" }
    return unsafe String(cString: entry.pointee.pw_name)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
