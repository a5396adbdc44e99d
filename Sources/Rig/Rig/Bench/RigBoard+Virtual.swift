import BootProtocols
import Foundation
import Journal
import LabRuntime
import Links
import NearbyAccessory
import Notation
import Room
public import UCI
import VirtualBoards
import WireFormat

extension RigBoard {
  /// Framing of an accessory's byte stream.
  var streamFraming: StreamFraming {
    framing.flatMap { StreamFraming(rawValue: $0.rawValue) } ?? .length16
  }

  /// The dialect that the file names, else the usual one; boards are asked later.
  public var uciDialect: UCIDialect {
    dialect.flatMap { UCIDialect($0.description) } ?? UCIDialect(version: .fira2, vendor: .none)
  }

  /// Makes the virtual board of this description; what comes back serves it.
  ///
  /// - Parameters:
  ///   - clockDrift: parts per million that its clock runs too fast.
  ///   - tap: what stands between the board and its link.
  func virtualBoard(
    lab: Lab, room: Room, clockDrift: Int = 0, tap: (any BoardTap)? = nil
  ) throws -> @Sendable (any LinkListener) async -> Void {
    guard let entry = flash.enter else {
      return try application(lab: lab, room: room, clockDrift: clockDrift, tap: tap)
    }
    let kit = VirtualKit(lab, bootloader: try virtualBootloader(lab: lab), entry: entry)
    guard firmware.bootProtocol == nil else {
      return { await kit.serve($0) { await VirtualKit.silence($0, lab) } }
    }
    let application = try application(lab: lab, room: room, clockDrift: clockDrift, tap: tap)
    return { await kit.serve($0, application: application) }
  }

  /// What runs on the board unless it is in a bootloader of its own.
  private func application(
    lab: Lab, room: Room, clockDrift: Int, tap: (any BoardTap)?
  ) throws -> @Sendable (any LinkListener) async -> Void {
    switch firmware {
    case .niAccessory:
      var settings = try accessorySettings()
      settings.clockDrift = clockDrift
      settings.tap = tap
      let accessory = try VirtualAccessory(lab: lab, room: room, settings: settings)
      return { await accessory.serve($0) }
    case .uci:
      var settings = VirtualSubsystem.Settings(
        name: name, personality: personality ?? "fira2-qorvo",
        misbehaviour: try misbehaviour.map { name in
          try known(UCIMisbehaviour.named(name), name, UCIMisbehaviour.all.map(\.name))
        })
      settings.clockDrift = clockDrift
      settings.tap = tap
      let subsystem = try VirtualSubsystem(lab: lab, room: room, settings: settings)
      return { await subsystem.serve($0) }
    case _ where firmware.bootProtocol != nil:
      let bootloader = try virtualBootloader(lab: lab)
      return { await bootloader.serve($0) }
    case _ where firmware.shell != nil:
      let shell = try virtualShell(lab: lab)
      return { await shell.serve($0) }
    default:
      throw LinkError(
        .notAvailable, link: "virtual:\(name)",
        reason: "a virtual board of firmware \(firmware.rawValue) is not available in this build")
    }
  }

  /// Makes the board that plays its recording; nil for one that is not recorded.
  ///
  /// A relative path is taken from the rig file's folder.
  func recordedBoard(lab: Lab, directory: String) throws -> RecordedBoard? {
    guard case .replay(let path, let mode) = link.relative(to: directory) else { return nil }
    let recording: Recording
    do throws(Recording.Failure) {
      if path.hasSuffix(".pcapng") {
        recording = try Recording(
          capture: Self.contents(of: path), named: path, firmware: firmware.rawValue,
          cutter: cutter)
      } else {
        let journal = path.hasSuffix(".ndjson") ? path : "\(path)/events.ndjson"
        recording = try Recording(journal: journal, board: name)
      }
    } catch {
      throw LinkError(
        .notFound, link: link.description,
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
      case .tolerant: .tolerant(cutter: cutter, keyLength: 1)
      }
    return RecordedBoard(lab, name: name, recording: recording, mode: how)
  }

  private static func contents(of path: String) throws(Recording.Failure) -> [UInt8] {
    if let obstacle = InputFile.obstacle(path) {
      throw Recording.Failure("\(path) is \(obstacle), not a file")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      return Array(try handle.read(upToCount: Recording.mostBytes) ?? Data())
    } catch {
      guard FileManager.default.fileExists(atPath: path) else {
        throw Recording.Failure("\(path): there is no such file or folder")
      }
      let why = error.localizedDescription
      throw Recording.Failure(
        "\(path) cannot be read: \(why.hasSuffix(".") ? String(why.dropLast()) : why)")
    }
  }

  /// Makes the virtual Bluetooth LE device of this description; nil where it is none.
  func virtualDevice(
    lab: Lab, room: Room, tap: (any BoardTap)? = nil
  ) throws -> VirtualGATTAccessory? {
    guard let channel = GATTLayout.dataChannels.first(where: { $0.name == gatt }) else {
      return nil
    }
    var settings = try accessorySettings()
    settings.tap = tap
    return try VirtualGATTAccessory(
      lab: lab, room: room, settings: settings,
      layout: VirtualGATTAccessory.Layout(
        dataChannel: channel, hasNearbyInteraction: claims.background ?? false,
        sessions: claims.sessions ?? 1))
  }

  /// Makes the virtual bootloader of this description.
  func virtualBootloader(lab: Lab) throws -> VirtualBootloader {
    guard let make = flash.loader ?? firmware.bootProtocol else {
      throw LinkError(
        .notAvailable, link: "virtual:\(name)",
        reason: "a virtual bootloader of \(firmware.rawValue) is not available in this build")
    }
    var options = VirtualBootloader.Options()
    options.takesFlashTime = flash.times == .typical
    options.buffer = buffer
    options.isRecovery = flash.loader != nil
    options.encoding = encoding
    // Of a board with an application, that is what misbehaves.
    options.misbehaviour = try (flash.loader == nil ? misbehaviour : nil).map { name in
      try known(make.misbehaviours.contains(name) ? name : nil, name, make.misbehaviours)
    }
    var settings = VirtualBootloader.Settings(name: name, rate: rate, flashFile: flash.file)
    settings.powerLoss = flash.powerLoss.map { .flash($0) }
    return try VirtualBootloader(
      lab: lab, settings: settings, bootloader: try make.bootloader(named: name, options))
  }

  /// Makes the virtual shell of this description.
  func virtualShell(lab: Lab) throws -> VirtualShell {
    guard let make = firmware.shell else {
      throw LinkError(
        .notAvailable, link: "virtual:\(name)",
        reason: "a virtual shell of \(firmware.rawValue) is not available in this build")
    }
    let misbehaviour = try misbehaviour.map { name in
      try known(make.misbehaviours.contains(name) ? name : nil, name, make.misbehaviours)
    }
    return VirtualShell(
      lab: lab, settings: VirtualShell.Settings(name: name, rate: rate),
      shell: try make.shell(named: name, misbehaviour: misbehaviour))
  }

  private func accessorySettings() throws -> VirtualAccessory.Settings {
    VirtualAccessory.Settings(
      name: name, specification: specification, framing: streamFraming,
      personality: personality ?? "reference",
      misbehaviour: try misbehaviour.map { name in
        try known(AccessoryMisbehaviour.named(name), name, AccessoryMisbehaviour.all.map(\.name))
      })
  }

  /// The specification that a virtual accessory follows: the one that it claims, else that of its
  /// personality.
  private var specification: ConfigurationLayout? {
    claims.acd.flatMap { ConfigurationLayout(rawValue: $0) }
  }

  private func known<Value>(_ value: Value?, _ name: String, _ all: [String]) throws -> Value {
    if let value { return value }
    let nearest = NearestName.nearest(to: name, among: all)
    throw LinkError(
      .notFound, link: "virtual:\(self.name)",
      reason: "there is no misbehaviour \"\(PrintableText.escaped(name))\"",
      advice: nearest.map { "Did you mean \"\($0)\"?" } ?? "")
  }
}
