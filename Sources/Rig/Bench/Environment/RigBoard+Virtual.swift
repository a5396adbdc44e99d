import BootProtocols
import Errors
import Files
import FoundationEssentials
import Journal
import LabRuntime
import Links
import NearbyAccessory
import Notation
import RigFile
import Room
import UCI
import VirtualBoards
import WireFormat

extension RigBoard {
  /// Makes the board of this description that is there without hardware.
  ///
  /// - Parameters:
  ///   - directory: where relative paths of recordings begin.
  ///   - clockDrift: parts per million that its clock runs too fast.
  ///   - tap: what stands between the board and its link.
  func virtualBoard(
    lab: Lab, room: Room, directory: String, clockDrift: Int, tap: (any BoardTap)?
  ) throws -> any VirtualBoard {
    if let recorded = try recordedBoard(lab: lab, directory: directory) { return recorded }
    let part = part ?? VirtualPart()
    if let device = try device(part, lab: lab, room: room, tap: tap) { return device }
    guard let entry = part.flash.enter else {
      return try application(part, lab: lab, room: room, clockDrift: clockDrift, tap: tap)
    }
    return VirtualKit(
      lab, bootloader: try bootloader(part, lab: lab), entry: entry,
      application: firmware.bootProtocol != nil
        ? nil : try application(part, lab: lab, room: room, clockDrift: clockDrift, tap: tap))
  }

  private func application(
    _ part: VirtualPart, lab: Lab, room: Room, clockDrift: Int, tap: (any BoardTap)?
  ) throws -> any VirtualBoard {
    switch kind {
    case .accessory:
      var settings = try accessorySettings(part)
      settings.clockDrift = clockDrift
      settings.tap = tap
      guard speaks(.rangingOOB) else {
        return try VirtualAccessory(lab: lab, room: room, settings: settings)
      }
      var oob = VirtualOOBAccessory.Settings(name: name, framing: framing ?? .length16)
      oob.misbehaviour = part.misbehaviour.flatMap(OOBFault.named)
      return VirtualDualAccessory(lab: lab, room: room, accessory: settings, oob: oob)
    case .rangingOOB:
      var settings = try oobSettings(part, tap: tap)
      settings.clockDrift = clockDrift
      return try VirtualOOBAccessory(lab: lab, room: room, settings: settings)
    case .uci:
      var settings = VirtualSubsystem.Settings(
        name: name, personality: part.personality ?? "fira2-qorvo",
        misbehaviour: try misbehaviour(part.misbehaviour, UCIFault.named, UCIFault.names))
      settings.framing = uci?.framing
      settings.clockDrift = clockDrift
      settings.tap = tap
      settings.errors = part.radio.map { $0.errors(of: name, lab: lab) }
      return try VirtualSubsystem(lab: lab, room: room, settings: settings)
    case .bootloader: return try bootloader(part, lab: lab)
    case .shell(let shell): return try self.shell(shell, part, lab: lab, room: room)
    case .unknown:
      throw RigError(
        .notAvailable, "virtual:\(name)",
        reason: "a virtual board of firmware \(firmware.rawValue) is not available in this build")
    }
  }

  /// Makes the board that plays its recording; nil for one that is not recorded.
  ///
  /// A relative path is taken from the rig file's folder.
  private func recordedBoard(lab: Lab, directory: String) throws -> RecordedBoard? {
    guard case .replay(let path, let mode) = link.relative(to: directory) else { return nil }
    let recording: Recording
    do throws(RigError) {
      if path.hasSuffix(".pcapng") {
        recording = try Recording(
          capture: Self.contents(of: path), named: path, firmware: firmware.rawValue,
          cutter: cutter())
      } else {
        let journal = path.hasSuffix(".ndjson") ? path : "\(path)/events.ndjson"
        recording = try Recording(journal: journal, board: name)
      }
    } catch {
      throw RigError(
        .notFound, link.description,
        reason: PrintableText.escaped(error.description, limit: 400),
        advice:
          "A recording is the folder of a run, its events.ndjson, or a .pcapng of UCI packets or of "
          + "an accessory's messages.")
    }
    let how: RecordedBoard.Mode =
      switch mode {
      case .strict: .strict
      // Group and operation tell a UCI packet's kind, the first byte an accessory message's. What a
      // host sends does not begin as what a board sends.
      case .tolerant where firmware == .uci:
        .tolerant(cutter: UCICutter(dialect: uciDialect, synchronize: false), keyLength: 2)
      case .tolerant: .tolerant(cutter: cutter(), keyLength: 1)
      }
    return RecordedBoard(lab, name: name, recording: recording, mode: how)
  }

  private static func contents(of path: String) throws(RigError) -> [UInt8] {
    if let obstacle = InputFile.obstacle(path) {
      throw RigError(.malformed, reason: "\(path) is \(obstacle), not a file")
    }
    do {
      return try SystemFile(reading: path).read(upTo: Recording.mostBytes)
    } catch {
      throw RigError(.malformed, reason: "\(path): \(FileReason.reason(of: error))")
    }
  }

  /// Makes the virtual Bluetooth LE device of this description; nil where it is none.
  private func device(
    _ part: VirtualPart, lab: Lab, room: Room, tap: (any BoardTap)?
  ) throws -> (any VirtualDevice)? {
    guard let channel = GATTLayout.dataChannels.first(where: { $0.name == part.gatt }) else {
      return nil
    }
    if firmware == .rangingOOB {
      return try VirtualOOBDevice(
        lab: lab, room: room, settings: oobSettings(part, tap: tap), dataChannel: channel,
        findHub: VirtualOOBDevice.FindHub(
          accountKeys: claims.accountKeys ?? [],
          skipsAuthentication: claims.skipsAuthentication ?? false, motionID: claims.motionID))
    }
    var settings = try accessorySettings(part)
    settings.tap = tap
    return try VirtualGATTAccessory(
      lab: lab, room: room, settings: settings,
      layout: VirtualGATTAccessory.Layout(
        dataChannel: channel, hasNearbyInteraction: claims.background ?? false,
        sessions: claims.sessions ?? 1))
  }

  private func bootloader(_ part: VirtualPart, lab: Lab) throws -> VirtualBootloader {
    let flash = part.flash
    guard let make = flash.loader ?? firmware.bootProtocol else {
      throw RigError(
        .notAvailable, "virtual:\(name)",
        reason: "a virtual bootloader of \(firmware.rawValue) is not available in this build")
    }
    var options = VirtualBootloader.Options()
    options.takesFlashTime = flash.times == .typical
    options.buffer = part.buffer
    options.isRecovery = flash.loader != nil
    options.encoding = encoding
    // Of a board with an application, that is what misbehaves.
    options.misbehaviour = try misbehaviour(
      flash.loader == nil ? part.misbehaviour : nil, among: make.misbehaviours)
    var settings = VirtualBootloader.Settings(name: name, rate: part.rate, flashFile: flash.file)
    settings.powerLoss = flash.powerLoss.map { .flash($0) }
    return try VirtualBootloader(
      lab: lab, settings: settings, bootloader: try make.bootloader(named: name, options))
  }

  private func shell(
    _ make: ShellFirmware, _ part: VirtualPart, lab: Lab, room: Room
  ) throws -> VirtualShell {
    let misbehaviour = try misbehaviour(part.misbehaviour, among: make.misbehaviours)
    return VirtualShell(
      lab: lab, name: name, rate: part.rate,
      shell: try make.shell(named: name, misbehaviour: misbehaviour), room: room,
      errors: part.radio.map { $0.errors(of: name, lab: lab) })
  }

  private func oobSettings(
    _ part: VirtualPart, tap: (any BoardTap)?
  ) throws -> VirtualOOBAccessory.Settings {
    var settings = VirtualOOBAccessory.Settings(
      name: name, framing: framing ?? .length16, personality: part.personality ?? "reference",
      misbehaviour: try misbehaviour(part.misbehaviour, OOBFault.named, OOBFault.names))
    settings.tap = tap
    return settings
  }

  private func accessorySettings(_ part: VirtualPart) throws -> VirtualAccessory.Settings {
    // That of an accessory for both kinds of phone may be one of its other half.
    let isOfOtherHalf =
      speaks(.rangingOOB) && part.misbehaviour.flatMap(OOBFault.named) != nil
    return VirtualAccessory.Settings(
      // The specification that it claims, else that of its personality.
      name: name, specification: claims.acd.flatMap { ConfigurationLayout(rawValue: $0) },
      framing: framing ?? .length16, personality: part.personality ?? "reference",
      misbehaviour: try misbehaviour(
        isOfOtherHalf ? nil : part.misbehaviour, AccessoryFault.named, AccessoryFault.names))
  }

  private func misbehaviour(_ name: String?, among names: [String]) throws -> String? {
    try misbehaviour(name, { names.contains($0) ? $0 : nil }, names)
  }

  /// The misbehaviour of a name; nil without one.
  private func misbehaviour<Value>(
    _ name: String?, _ named: (String) -> Value?, _ all: [String]
  ) throws -> Value? {
    guard let name else { return nil }
    if let value = named(name) { return value }
    let nearest = NearestName.nearest(to: name, among: all)
    throw RigError(
      .notFound, "virtual:\(self.name)",
      reason: "there is no misbehaviour \"\(PrintableText.escaped(name))\"",
      advice: nearest.map { "Did you mean \"\($0)\"?" } ?? "")
  }
}
