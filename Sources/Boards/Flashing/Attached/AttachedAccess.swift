import Boards
import BootProtocols
import Links
import Notation

/// How an attached board is reached by a flash: through which of its devices and ports, and by
/// what.
struct AttachedAccess: Sendable {
  /// The method, where what was asked for or the port decides it; nil leaves it to the profile's
  /// list of programs for a probe.
  private(set) var method: FlashMethod?
  private(set) var device: USBDevice
  /// The serial number of the debug probe that leads to the board; nil where none is known.
  private(set) var probe: String?
  private(set) var isByProbe = false
  private var interface = 0
  private var port: BoardProfile.Port?
  private var firmware = Firmware.unknown
  private let inventory: USBInventory

  /// The way to a board.
  ///
  /// - Throws: ``FlashError`` where there is none, or more than one and the user has not said
  ///   which.
  init(
    _ device: USBDevice, _ match: BoardMatch, _ choice: ProfileChoice,
    _ request: FlashRequest,
    _ evidence: IdentityEvidence, _ inventory: USBInventory, word: String
  ) throws {
    self.device = device
    self.inventory = inventory
    let ports = Ports(match, choice.profile, evidence)
    let own = ([device] + match.devices).first(where: \.isProbe)
    probe = request.probe ?? own?.serial
    let routes = choice.profile.flash.filter { FlashMethod.supported.contains($0.method) }
    let hasPrograms = routes.contains(where: \.method.isProbeTool)
    method = request.method
    if method == nil, request.probe == nil {
      method = ports.bootloader(on: device, choice.part)
      if method == nil, !(hasPrograms && probe != nil) {
        method = try Self.onlyRoute(routes, choice, request, word, hasPrograms: hasPrograms)
      }
    }
    isByProbe = method?.isProbeTool ?? true
    if isByProbe {
      guard hasPrograms || request.method != nil else { throw Self.noRoute(routes, choice, word) }
      try takeProbe(own, request, word)
    } else if let method {
      guard let route = routes.first(where: { $0.method == method }) else {
        throw Self.noProfileRoute(method, routes, choice, word)
      }
      try take(route, method, ports, choice, request, word)
    }
  }

  // MARK: Through a debug probe

  private mutating func takeProbe(
    _ own: USBDevice?, _ request: FlashRequest, _ word: String
  ) throws {
    guard let probe else {
      throw FlashError(
        .refused,
        own != nil
          ? "\(word): the debug probe has no serial number, by which alone a probe is chosen: unplug "
            + "the others, and say --probe with the number that its maker's program shows"
          : "\(word): it is not known which debug probe leads to it. Name the board by its probe, or "
            + "say --probe 760123456; `uwbrig boards --chips` reads out of the chips which is whose, "
            + "and remembers")
    }
    let there = inventory.devices.filter { $0.isProbe && SerialNumber.matches(probe, $0) }
    guard there.count < 2 else {
      throw FlashError(
        .refused,
        "\(there.count) debug probes have the serial number "
          + "\(PrintableText.escaped(probe, limit: 40)), and programs choose by it: "
          + there.map(\.summary).joined(separator: "; ") + ". Unplug all but one")
    }
    interface = device.interfaces.first { !$0.terminals.isEmpty }?.number ?? 0
  }

  // MARK: Through a bootloader

  private mutating func take(
    _ route: BoardProfile.FlashRoute, _ method: FlashMethod, _ ports: Ports,
    _ choice: ProfileChoice, _ request: FlashRequest, _ word: String
  ) throws {
    probe = nil
    let isEntered = (request.entry ?? route.enter) != .byHand
    if !route.leads(through: choice.part) {
      if let name = route.part, let other = ports.device(name) {
        device = other
      } else if !(isEntered && Self.isLoader(route, choice.profile)) {
        let part = route.part.flatMap { choice.profile.part(named: $0) }
        let socket = part?.socket.map { ", socket \($0)" } ?? ""
        throw FlashError(
          .refused,
          "\(word): \(method.rawValue) goes through another USB device of the board "
            + "(\(part?.name ?? "?")\(socket)): name the board by that one, or bring it into its "
            + "bootloader by hand and name that")
      }
    }
    // A drive and DFU are found by their device; they have no terminal.
    if method == .usbDFU || method == .uf2 {
      interface = ports.likeliest(on: device, method)?.interface ?? 0
    } else {
      guard let found = ports.likeliest(on: device, method) else {
        throw FlashError(
          .refused,
          "\(word): it is not known which of its serial ports \(method.rawValue) goes through"
            + (device.interfaces.allSatisfy(\.terminals.isEmpty) ? ": it has none" : "")
            + ". Write a rig file that says so, and name it with --rig")
      }
      (interface, port) = (found.interface, found.port)
    }
    firmware = ports.firmware(on: device, interface, method)
  }

  /// Whether a route ends in a USB device of the bootloader's own.
  private static func isLoader(
    _ route: BoardProfile.FlashRoute, _ profile: BoardProfile
  ) -> Bool {
    guard let part = route.part.flatMap({ profile.part(named: $0) }) else { return false }
    return part.ports.isEmpty || part.ports.contains { $0.role == .loader }
  }

  /// The one way that there is where no probe is known.
  private static func onlyRoute(
    _ routes: [BoardProfile.FlashRoute], _ choice: ProfileChoice, _ request: FlashRequest,
    _ word: String, hasPrograms: Bool
  ) throws -> FlashMethod? {
    // A program for a probe takes what bootloaders do not: better to ask for the probe then.
    guard !hasPrograms else { return nil }
    let here = routes.first { route in
      let isLoader = isLoader(route, choice.profile)
      let isEntered = route.enter != .byHand || request.entry != nil
      return isEntered && (isLoader || route.leads(through: choice.part))
        || isLoader && route.part == choice.part
    }
    guard let here else { throw noRoute(routes, choice, word) }
    return here.method
  }

  private static func noRoute(
    _ routes: [BoardProfile.FlashRoute], _ choice: ProfileChoice, _ word: String
  ) -> FlashError {
    let title = PrintableText.escaped(choice.profile.title, limit: 80)
    let names = routes.map(\.method.rawValue)
    guard !names.isEmpty else {
      return FlashError(
        .usage,
        "\(word): flashing a \(title) is not available in this build. Flash it with its "
          + "maker's program")
    }
    return FlashError(
      .refused,
      "\(word): how a \(title) gets into its bootloader is not known. Bring it there by hand, and "
        + "say --method " + names.joined(separator: "|"))
  }

  private static func noProfileRoute(
    _ method: FlashMethod, _ routes: [BoardProfile.FlashRoute], _ choice: ProfileChoice,
    _ word: String
  ) -> FlashError {
    let names = routes.map(\.method.rawValue)
    return FlashError(
      .usage,
      "\(word): the profile \(choice.profile.name) knows no way by \(method.rawValue)"
        + (names.isEmpty ? "" : "; it knows \(names.joined(separator: ", "))")
        + ". A rig file can say so, where you know better")
  }

  // MARK: As a target

  func target(named name: String, _ profile: BoardProfile) -> FlashTarget {
    FlashTarget(
      name: name, firmware: firmware, link: link, profile: profile,
      probe: isByProbe
        ? probe.map { SerialNumber.normalized($0, vendor: SerialNumber.segger) } : nil)
  }

  /// By the serial number, which stays with the board, where it is one of a kind.
  private var link: LinkAddress {
    var selector = inventory.selector(of: device)
    // A number alone would be taken for that of a debug probe.
    if case .serial(let number) = selector, !device.isProbe, number.allSatisfy(\.isNumber) {
      selector = .path(device.path)
    }
    return .usb(selector, interface: interface, SerialParameters(differing: port))
  }
}

extension AttachedAccess {
  /// What is known of the ports of a board, by the profile that was chosen.
  private struct Ports {
    private let ports: [MatchedPort]
    private let devices: [(part: String, device: USBDevice)]
    private let profile: BoardProfile
    private let evidence: IdentityEvidence

    init(_ match: BoardMatch, _ profile: BoardProfile, _ evidence: IdentityEvidence) {
      var match = match
      match.candidates = match.candidates.filter { $0.profile.name == profile.name }
      ports = match.ports
      devices = zip(match.candidates.first?.parts ?? [], match.devices).map { ($0, $1) }
      self.profile = profile
      self.evidence = evidence
    }

    func device(_ part: String) -> USBDevice? { devices.first { $0.part == part }?.device }

    private func kinds(_ port: MatchedPort) -> [Firmware] {
      profile.firmware(at: port.interface, of: port.part).map(\.speaks)
    }

    private func ports(on device: USBDevice) -> [MatchedPort] {
      ports.filter { $0.device.path == device.path && $0.port?.role != .idle }
    }

    /// The boot protocol that a device speaks, where its port is a bootloader's or it was asked.
    func bootloader(on device: USBDevice, _ part: String) -> FlashMethod? {
      let found = ports(on: device).compactMap { port -> FlashMethod? in
        if let kind = evidence.firmware(of: device, interface: port.interface) {
          return kind.bootProtocol.map(FlashMethod.serial)
        }
        guard port.port?.role == .loader, let kind = kinds(port).first else { return nil }
        return kind.bootProtocol.map(FlashMethod.serial)
      }
      return Set(found).count == 1 ? found.first : nil
    }

    /// The port that a method goes through: where its protocol is known, else the bootloader's,
    /// else the only one that firmware listens on; nil where it is not clear.
    func likeliest(on device: USBDevice, _ method: FlashMethod) -> MatchedPort? {
      let all = ports(on: device)
      let ranked: [[MatchedPort]] = [
        all.filter { kinds($0).contains { $0.bootProtocol.map(FlashMethod.serial) == method } },
        all.filter { $0.port?.role == .loader }, all.filter { $0.port?.role == .command }, all,
      ]
      guard let found = ranked.first(where: { !$0.isEmpty }), found.count == 1 else { return nil }
      return found.first
    }

    func firmware(on device: USBDevice, _ interface: Int, _ method: FlashMethod) -> Firmware {
      if let kind = evidence.firmware(of: device, interface: interface) {
        return kind.bootProtocol == nil ? .unknown : kind
      }
      let isLoader = ports(on: device).contains {
        $0.interface == interface && $0.port?.role == .loader
      }
      return isLoader ? method.bootProtocol.map(Firmware.bootloader) ?? .unknown : .unknown
    }
  }
}
