import Boards
import BootProtocols
import Fleet
import Journal
import LabRuntime
import Links
import Notation
import RigFile

/// Places of coordinators as a rig: a board for each serial port at them.
struct PlaceRig {
  /// What speaks at the ports, for a comparison with other places.
  private(set) var firmware: [String] = []
  private var lines = ["version: 1", "name: places", "time: real", "boards:"]

  /// Reads what exporters and tags say of the places.
  ///
  /// Throws ``Failure`` where that is not enough for a rig.
  init(_ places: [FleetPlace], profiles: ProfileLibrary) throws {
    func quoted(_ text: String) -> String {
      String(decoding: JSONValue.string(text).encoded, as: UTF8.self)
    }
    var names: [String] = []
    for place in places {
      let ports = place.resources.filter(\.isPort)
      guard !ports.isEmpty else {
        throw Failure(.bench, "\(PrintableText.escaped(place.name)) has no serial port")
      }
      for port in ports {
        func word(_ key: String) -> String? { port.extra[key] ?? place.tags[key] }
        let title = ports.count == 1 ? place.name : "\(place.name)-\(port.group)-\(port.name)"
        let name = RigBoard.name(
          of: title.split(separator: "/").last.map(String.init) ?? title,
          besides: names)
        let known = Firmware.allCases.map(\.rawValue)
        guard let firmware = word("firmware"), known.contains(firmware) else {
          throw Failure(
            .usage,
            "what speaks at \(PrintableText.escaped(place.name)) is not told: give the place the tag "
              + "firmware=uci, or what it is, or name it in a rig file")
        }
        let resource = Set(ports.map(\.group)).count == ports.count ? port.group : port.name
        let link = "labgrid:\(place.name)" + (ports.count == 1 ? "" : "/\(resource)")
        let profile = word("profile").flatMap { profiles.profile(named: $0)?.name }
        let role = firmware == Firmware.uci.rawValue ? place.tags["role"] : nil
        names.append(name)
        self.firmware.append(firmware)
        lines += ["  - name: \(name)", "    firmware: \(firmware)", "    link: \(quoted(link))"]
        if let profile { lines.append("    profile: \(quoted(profile))") }
        if let role { lines.append("    role: \(quoted(role))") }
      }
    }
  }

  /// The rig. Throws `RigFileErrors`.
  func file() throws -> RigFile {
    try RigFile.parse(
      lines.joined(separator: "\n") + "\n", file: "places.yaml", directory: "")
  }
}

/// The places of coordinators, looked at once.
enum PlaceList {
  /// Throws ``Failure`` where no coordinator answers.
  static func read(_ coordinators: [String]) throws -> [FleetPlace] {
    let lab = Lab.live(seed: 0)
    let (places, down) = try lab.run {
      let session = try await FleetSession.open(lab, coordinators: coordinators) { _ in }
      let result = await Result { try await session.list() }
      await session.close()
      return try result.get()
    }
    if places.isEmpty, let (coordinator, reason) = down.first {
      throw Failure(
        .bench,
        "coordinator \(PrintableText.escaped(coordinator)): \(PrintableText.escaped(reason))")
    }
    return places
  }

  /// The place of a name among these. Throws ``Failure``.
  static func place(_ name: String, in places: [FleetPlace]) throws -> FleetPlace {
    let found = places.filter { $0.name == name || $0.name.hasSuffix("/\(name)") }
    if let place = found.first, found.count == 1 { return place }
    let names = found.map { PrintableText.escaped($0.name) }.joined(separator: ", ")
    throw Failure(
      .bench,
      found.isEmpty
        ? "there is no place \(PrintableText.escaped(name))"
          + (NearestName.hint(for: name, among: places.map(\.name)) ?? "")
        : "several places are called \(PrintableText.escaped(name)): \(names)")
  }
}

extension Result where Failure == any Error {
  /// What an asynchronous body gives or throws.
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
