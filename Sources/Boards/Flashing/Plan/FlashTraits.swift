import Boards
import BootProtocols
import FirmwareImages
import Links

/// What a flash takes from a board's profile. Two kinds of boards that have all of it in common are
/// one and the same to a flash.
struct FlashTraits: Equatable, Sendable {
  /// The chip, and what debug probes call it.
  private let chip: [String?]
  private let memory: [Region]
  private let preserved: [Region]
  private let areas: [FlashMap.Area]
  private let routes: [Route]
  private let ports: [Port]

  private struct Region: Equatable {
    var name: String
    var start: Int
    var size: Int
    var page: Int?

    /// `FCONFIG at 0x1e000`
    var description: String { "\(name) at 0x\(String(start, radix: 16))" }
  }

  private struct Route: Equatable {
    var method: FlashMethod
    var enter: BootloaderEntry
    /// Whether it leads through the device that the board is known by.
    var isHere: Bool
    /// What tells the bootloader's own USB device, where the board comes back as one.
    var loader: Loader?
  }

  private struct Loader: Equatable {
    var vendor: UInt16
    var products: [UInt16]
    var decoder: BoardProfile.Decoder?
    var productName: String?
    var interfaces: [Int]
  }

  private struct Port: Equatable {
    var interface: Int
    var role: BoardProfile.PortRole
    var baud: Int?
    var flow: SerialParameters.FlowControl
    var lines: [Bool?]
    /// The boot protocols that are known there.
    var speaks: [Firmware]
  }

  /// The traits of a profile that a flash of a board depends on.
  ///
  /// - Parameters:
  ///   - part: the part that the attached device is.
  ///   - method: how it is flashed; nil where that is left to the profile.
  init(_ profile: BoardProfile, part: String, method: FlashMethod?) {
    chip = [profile.chip.mcu.value, profile.chip.target?.value]
    memory = profile.memory.map {
      Region(name: $0.name, start: $0.start, size: $0.size, page: $0.page)
    }
    preserved = profile.preserved.map {
      Region(name: $0.name, start: $0.start, size: $0.size, page: nil)
    }
    let routes = profile.flash.filter { route in
      if let method { return route.method == method }
      return route.method.isProbeTool || route.enter != .byHand || route.leads(through: part)
    }
    self.routes = routes.map { Self.route($0, profile, part) }
    let serial = routes.compactMap(\.method.bootProtocol)
    areas = serial.flatMap { FlashMap(profile: profile, method: $0)?.areas ?? [] }
    // A probe finds the chip without any of its ports.
    let known = routes.allSatisfy(\.method.isProbeTool) ? nil : profile.part(named: part)
    ports = (known?.ports ?? []).map { port in
      let kinds = profile.firmware(at: port.interface, of: part).map(\.speaks)
      return Port(
        interface: port.interface, role: port.role, baud: port.baud?.value, flow: port.flow,
        lines: [port.dtr, port.rts],
        speaks: kinds.filter { $0.bootProtocol != nil })
    }
  }

  private static func route(
    _ route: BoardProfile.FlashRoute, _ profile: BoardProfile, _ part: String
  ) -> Route {
    let isHere = route.leads(through: part)
    let rule =
      isHere || route.method.isProbeTool
      ? nil : route.part.flatMap { profile.part(named: $0)?.match }
    return Route(
      method: route.method, enter: route.enter, isHere: isHere || route.method.isProbeTool,
      loader: rule.map {
        Loader(
          vendor: $0.vendor, products: $0.products, decoder: $0.decoder,
          productName: $0.productName, interfaces: $0.interfaces)
      })
  }

  var hasRoute: Bool { !routes.isEmpty }

  /// The differences between several, in words; empty where they are all the same.
  static func differences(_ all: [FlashTraits]) -> [String] {
    guard let first = all.first else { return [] }
    func differ<Value: Equatable>(_ value: (FlashTraits) -> Value) -> Bool {
      all.contains { value($0) != value(first) }
    }
    var words: [String] = []
    if differ(\.chip) {
      let names = Set(all.compactMap { $0.chip.first ?? nil }).sorted()
      words.append("the chip" + (names.count > 1 ? " (\(names.joined(separator: ", ")))" : ""))
    }
    if differ(\.memory) { words.append("the memory map") }
    if differ(\.preserved) || differ(\.areas) {
      let kept = Set(all.flatMap(\.preserved).map(\.description)).sorted()
      words.append("what must stay" + (kept.isEmpty ? "" : " (\(kept.joined(separator: ", ")))"))
    }
    if differ(\.routes) { words.append("the ways to flash it") }
    if differ(\.ports) { words.append("what its ports are for") }
    return words
  }
}

extension BoardProfile.FlashRoute {
  func leads(through name: String) -> Bool { part.map { $0 == name } ?? true }
}
