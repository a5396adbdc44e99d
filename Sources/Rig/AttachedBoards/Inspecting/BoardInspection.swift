import Bench
package import Boards
import BootProtocols
import Errors
import Flashing
import Inspection
package import LabRuntime
import Links
import RigFile
import WireFormat

/// Asks one board on every channel that it has.
package struct BoardInspection: Sendable {
  let lab: Lab
  let library: ProfileLibrary
  let tree: USBTree
  /// Whether serial ports, and the chip behind a probe, are left alone.
  let isPassive: Bool
  /// The probe that leads to the board, where a person says which.
  var probe: String?
  /// Tells of what could not be remembered.
  let remark: @Sendable (String) -> Void

  package init(
    lab: Lab, library: ProfileLibrary, tree: USBTree, isPassive: Bool, probe: String?,
    remark: @escaping @Sendable (String) -> Void
  ) {
    self.lab = lab
    self.library = library
    self.tree = tree
    self.isPassive = isPassive
    self.probe = probe
    self.remark = remark
  }

  /// A board that is attached by USB, with everything that is known to belong to it.
  func inspect(_ device: USBDevice, named name: String) async -> InspectedBoard {
    var board = InspectedBoard(name: name)
    let inventory = tree.snapshot()
    var memory = FirmwareMemory.load()
    FirmwareMemory.forgetSeparated(inventory, in: &memory, remark)
    var match = library.match(
      inventory.devices, evidence: IdentityEvidence(memory, inventory)
    ).first { $0.contains(device) }
    var chip: ChannelReport?
    if !isPassive, let probe = probeSerial(of: device, match) {
      let answer = await readChip(probe)
      chip = .chip(behind: probe, answer)
      if case .success(let reading) = answer, let chip = reading.chip {
        // What the chip says is proof of which board it is, and which socket is its own.
        let evidence = remembering(chip, behind: probe, memory, inventory)
        match =
          library.match(inventory.devices, evidence: evidence).first { $0.contains(device) }
          ?? match
      }
    }
    await addDevices(of: device, match, to: &board)
    if let chip { board.add(chip, isExpected: probe != nil) }
    guard !isPassive else { return board }
    let check = AccessCheck(USBInventory(match?.devices ?? [device]), roots: tree.roots)
    for port in match?.ports ?? [] {
      guard let match, let known = KnownPort(port, of: match, library) else { continue }
      let access = check.terminal(known.node, of: known.device)
      if known.questions.isEmpty {
        if port.port?.role != .idle { board.add(unasked(known, match), isExpected: false) }
      } else if access.state != .free {
        board.add(
          failure(at: known.node.path, access.reason, remedy: access.remedy), isExpected: true)
      } else {
        await ask(known, &board)
      }
    }
    for missing in match.map(MissingPort.ports) ?? [] {
      board.add(
        failure(
          at: "interface \(missing.interface) of path=\(missing.device.path)",
          "no serial port: \(missing.reason)", remedy: missing.remedy),
        // What is not known to be a board may well be without one.
        isExpected: match?.certainty != .mayBe)
    }
    return board
  }

  /// A board of an open bench: its link, and the USB device behind it.
  func inspect(_ opened: BenchBoard) async -> InspectedBoard {
    let description = opened.description
    var board = InspectedBoard(name: opened.name)
    if let device = device(of: description) {
      let match = library.match([device]).first
      await addDevices(of: device, match, to: &board)
    } else if let profile = description.profile.flatMap(library.profile(named:)) {
      (board.title, board.profile) = (profile.title, profile.name)
    }
    guard !isPassive || description.link == .virtual else { return board }
    // The bench has taken the board, and with it the probe of its link.
    let own = device(of: description).flatMap { probeSerial(of: $0, library.match([$0]).first) }
    if let serial = probe ?? own {
      let answer = await readChip(serial, isTaken: probe == nil)
      if case .success(let reading) = answer, let chip = reading.chip {
        _ = remembering(chip, behind: serial, ProbeMemory(), tree.snapshot())
      }
      board.add(.chip(behind: serial, answer), isExpected: probe != nil)
    }
    if let peripheral = opened.peripheral(for: BenchBoard.ownCentral) {
      let place = description.link.description
      board.add(await .gatt(of: peripheral, at: place, lab: lab), isExpected: true)
    }
    do throws(RigError) {
      var firmware = description.firmware
      if firmware == .unknown {
        let kinds = questions(for: description)
        let link = try await opened.session.openLine()
        let result = try await PortProbe.ask(kinds, on: link, settle: description.settle, lab: lab)
        guard let found = result.firmware else {
          board.add(silence(kinds, result, at: link.name), isExpected: true)
          return board
        }
        firmware = found
      }
      // Both protocols of an accessory for both kinds of phone are asked, one after the other.
      for firmware in [firmware] + description.alsoSpeaks {
        let link = try await opened.session.openForQuestions()
        let inspection = PortInspection(firmware, PortInspection.Options(description))
        board.add(
          await inspection.ask(link, lab: lab), isExpected: PortInspection.canAsk(firmware))
      }
    } catch {
      board.add(
        failure(at: description.link.description, error.reason, advice: error.advice),
        isExpected: true)
    }
    return board
  }

  private func addDevices(
    of device: USBDevice, _ match: BoardMatch?, to board: inout InspectedBoard
  ) async {
    if let match { board.take(match) }
    for device in match?.devices ?? [device] {
      board.add(.usb(device), isExpected: false)
      guard device.isProbe else { continue }
      let answer: Result<JLinkInformation, RigError>
      do { answer = .success(try await JLinkReader.read(device, lab: lab)) } catch {
        answer = .failure(error)
      }
      // A probe that is in use is no fault of the bench; the descriptors have been told.
      board.add(.jlink(device, answer), isExpected: false)
    }
  }

  /// Finds out what speaks on a port, and asks that. What was remembered is tried first.
  private func ask(_ port: KnownPort, _ board: inout InspectedBoard) async {
    let remembered = FirmwareMemory.load().recall(port.device, interface: port.interface)
    var claim: BoardClaim?
    do throws(RigError) {
      claim = try port.claim("uwbrig inspect", in: tree)
      let (report, isExpected) = try await report(of: port, remembered?.firmware)
      board.add(report, isExpected: isExpected)
    } catch {
      board.add(
        failure(at: port.node.path, error.reason, advice: error.advice), isExpected: true)
    }
    claim?.release()
  }

  private func report(
    of port: KnownPort, _ remembered: Firmware?
  ) async throws(RigError) -> (report: ChannelReport, isExpected: Bool) {
    if let remembered, port.questions.contains(remembered) {
      let report = try await read(remembered, port)
      if report.failure == nil || !report.items.isEmpty { return (report, true) }
    }
    let result = try await port.ask(lab, tree: tree)
    FirmwareMemory.update(remark) {
      $0.remember(result, port.device, interface: port.interface)
    }
    guard let firmware = result.firmware else {
      // Which of its ports a board's firmware uses is not known before one has answered.
      return (silence(port.questions, result, at: port.node.path), false)
    }
    return (try await read(firmware, port), true)
  }

  private func read(
    _ firmware: Firmware, _ port: KnownPort
  ) async throws(RigError) -> ChannelReport {
    var options = PortInspection.Options()
    options.settle = port.settings?.settle
    if let baud = port.settings?.parameters.baud { options.rate = baud }
    let link = try await port.open(lab, tree: tree)
    return await PortInspection(firmware, options).ask(link, lab: lab)
  }

  private func unasked(_ port: KnownPort, _ match: BoardMatch) -> ChannelReport {
    let why =
      match.certainty == .mayBe
      ? "not asked: these USB numbers are those of many other devices too"
      : "not asked: no profile says that something answers here"
    return failure(
      at: port.node.path, why,
      advice: "Name the port in a rig file with its firmware, and inspect that board")
  }

  private func failure(at place: String, _ reason: String, advice: String) -> ChannelReport {
    ChannelReport(.unknown, at: place, [], failure: .init(reason, advice: advice))
  }

  private func failure(at place: String, _ reason: String, remedy: String) -> ChannelReport {
    failure(
      at: place, reason, advice: remedy.isEmpty ? "" : "Fix it with: \(remedy)")
  }

  private func silence(
    _ kinds: [Firmware], _ result: ProbeResult, at place: String
  ) -> ChannelReport {
    let names = kinds.map(\.rawValue).joined(separator: ", ")
    let heard = Hexadecimal.encode(result.heard)
    return ChannelReport(
      .unknown, at: place,
      heard.isEmpty ? [] : [InspectedItem("heard", heard)],
      failure: .init(
        heard.isEmpty
          ? "nothing answered; asked for \(names)"
          : "what came is no answer of any of \(names)"))
  }

  /// What may be asked of a board of which the rig file does not say what it speaks: everything that
  /// its profile does not forbid.
  private func questions(for board: RigBoard) -> [Firmware] {
    let device = device(of: board)
    let named = board.profile.flatMap(library.profile(named:)).map { [$0] } ?? []
    let profiles =
      named.isEmpty
      ? device.flatMap { library.match([$0]).first }?.candidates.map(\.profile) ?? [] : named
    guard case .usb(_, let interface, _) = board.link, let device else {
      return Firmware.probed
    }
    return Firmware.probed.filter { kind in
      profiles.allSatisfy { profile in
        profile.parts.first { $0.match.fits(device) }?.port(interface: interface)?
          .mayBeAsked(kind) ?? true
      }
    }
  }

  private func device(of board: RigBoard) -> USBDevice? {
    tree.snapshot().device(behind: board.link)
  }
}

extension PortInspection.Options {
  /// How the rig file says that the board is talked to.
  init(_ board: RigBoard) {
    self.init()
    framing = board.framing ?? .length16
    encoding = board.encoding
    settle = board.settle
    if let rate = board.part?.rate { self.rate = rate }
    switch board.link {
    case .serial(_, let parameters), .usb(_, _, let parameters):
      if let baud = parameters.baud { rate = baud }
    default: break
    }
  }
}
