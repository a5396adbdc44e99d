import BootProtocols
import LabRuntime
import Links
import NearbyAccessory
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
  /// - Parameter clockDrift: parts per million that its clock runs too fast.
  func virtualBoard(
    lab: Lab, room: Room, clockDrift: Int = 0
  ) throws -> @Sendable (any LinkListener) async -> Void {
    switch firmware {
    case .niAccessory:
      var settings = try accessorySettings()
      settings.clockDrift = clockDrift
      let accessory = try VirtualAccessory(lab: lab, room: room, settings: settings)
      return { await accessory.serve($0) }
    case .uci:
      var settings = VirtualSubsystem.Settings(
        name: name, personality: personality ?? "fira2-qorvo",
        misbehaviour: try misbehaviour.map { name in
          try known(UCIMisbehaviour.named(name), name, UCIMisbehaviour.all.map(\.name))
        })
      settings.clockDrift = clockDrift
      let subsystem = try VirtualSubsystem(lab: lab, room: room, settings: settings)
      return { await subsystem.serve($0) }
    case _ where firmware.bootloader != nil:
      let bootloader = try virtualBootloader(lab: lab)
      return { await bootloader.serve($0) }
    default:
      throw LinkError(
        .notAvailable, link: "virtual:\(name)",
        reason: "a virtual board of firmware \(firmware.rawValue) is not available in this build")
    }
  }

  /// Makes the virtual Bluetooth LE device of this description; nil where it is none.
  func virtualDevice(lab: Lab, room: Room) throws -> VirtualGATTAccessory? {
    guard let channel = GATTLayout.dataChannels.first(where: { $0.name == gatt }) else {
      return nil
    }
    return try VirtualGATTAccessory(
      lab: lab, room: room, settings: accessorySettings(),
      layout: VirtualGATTAccessory.Layout(
        dataChannel: channel, hasNearbyInteraction: claims.background ?? false,
        sessions: claims.sessions ?? 1))
  }

  /// Makes the virtual bootloader of this description.
  func virtualBootloader(lab: Lab) throws -> VirtualBootloader {
    guard let make = firmware.bootloader else {
      throw LinkError(
        .notAvailable, link: "virtual:\(name)",
        reason: "a virtual bootloader of \(firmware.rawValue) is not available in this build")
    }
    var options = BootloaderMake.Options()
    options.takesFlashTime = flash.times == .typical
    options.buffer = buffer
    options.encoding = SMPEncoding(rawValue: encoding.rawValue) ?? .base64
    options.misbehaviour = try misbehaviour.map { name in
      try known(make.misbehaviours.contains(name) ? name : nil, name, make.misbehaviours)
    }
    return try VirtualBootloader(
      lab: lab,
      settings: VirtualBootloader.Settings(name: name, rate: rate, flashFile: flash.file),
      bootloader: try make.bootloader(named: name, options))
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
