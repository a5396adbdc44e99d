public import BootProtocols

/// The makes of bootloaders that virtual boards can have; the raw values are the firmware's words in
/// a rig file.
public enum BootloaderMake: String, Sendable, CaseIterable {
  /// Nordic Secure DFU on an nRF52833's UART.
  case secureDFU = "secure-dfu"
  /// MCUboot, managed over SMP by the application.
  case mcubootSMP = "mcuboot-smp"

  /// What can be chosen of any of them.
  public struct Options: Sendable {
    /// Whether erasing and writing take the times of the chip's data sheet, or none.
    public var takesFlashTime = true
    /// The buffer of the protocol: MTU or longest message, in bytes; nil for the usual one.
    public var buffer: Int?
    /// How messages of SMP travel.
    public var encoding = SMPEncoding.base64
    /// The name of what is wrong with it; nil for nothing.
    public var misbehaviour: String?

    /// The usual board.
    public init() {}
  }

  /// The names of what can be wrong.
  public var misbehaviours: [String] {
    switch self {
    case .secureDFU: Self.secureDFUFaults.map(\.0)
    case .mcubootSMP: Self.mcubootFaults.map(\.0)
    }
  }

  /// The buffers that can be chosen.
  public var buffers: ClosedRange<Int> {
    switch self {
    case .secureDFU: 19...65_535
    case .mcubootSMP: 128...65_535
    }
  }

  /// Makes a bootloader as it leaves the factory, with an application.
  ///
  /// - Throws: ``VirtualBoardError`` for a misbehaviour that it cannot have.
  public func bootloader(
    named name: String, _ options: Options
  ) throws(VirtualBoardError) -> any Bootloader {
    let times = options.takesFlashTime ? FlashTimes.nRF52 : .none
    switch self {
    case .secureDFU:
      var settings = SecureDFUBootloader.Settings()
      settings.times = times
      if let buffer = options.buffer { settings.mtu = UInt16(clamping: buffer) }
      settings.fault = try fault(options.misbehaviour, Self.secureDFUFaults, name)
      var bootloader = SecureDFUBootloader(settings: settings)
      bootloader.install(Self.factoryCode, version: 1)
      return bootloader
    case .mcubootSMP:
      var settings = SMPBootloader.Settings()
      settings.times = times
      if let buffer = options.buffer { settings.bufferSize = buffer }
      settings.encoding = options.encoding
      settings.fault = try fault(options.misbehaviour, Self.mcubootFaults, name)
      var bootloader = SMPBootloader(settings: settings)
      bootloader.install(MCUbootImage.wrap(Self.factoryCode, major: 0, minor: 1, revision: 0))
      return bootloader
    }
  }

  private func fault<Fault>(
    _ misbehaviour: String?, _ faults: [(String, Fault)], _ name: String
  ) throws(VirtualBoardError) -> Fault? {
    guard let misbehaviour else { return nil }
    guard let fault = faults.first(where: { $0.0 == misbehaviour })?.1 else {
      throw VirtualBoardError(
        .misbehaviourDoesNotApply, board: name,
        reason: "\(rawValue) cannot misbehave in that way; it knows "
          + faults.map(\.0).joined(separator: ", "))
    }
    return fault
  }

  private static let secureDFUFaults: [(String, SecureDFUBootloader.Fault)] = [
    ("loses-a-write", .losesWrite(10)), ("loses-every-write", .losesEveryWrite),
    ("stores-a-wrong-bit", .storesWrongBit), ("refuses-the-version", .refusesInit(0x05)),
    ("refuses-the-hardware", .refusesInit(0x06)), ("refuses-the-signature", .refusesInit(0x08)),
    ("fails-to-execute", .failsToExecute), ("falls-silent", .fallsSilent(after: 100)),
  ]

  private static let mcubootFaults: [(String, SMPBootloader.Fault)] = [
    ("fails-to-write", .failsToWrite(at: 4096)), ("stores-a-wrong-bit", .storesWrongBit),
    ("busy", .isBusy(2)), ("takes-shorter-messages", .takesLess(300)),
    ("loses-an-answer", .losesAnswer(3)), ("chatters", .chatters),
    ("falls-silent", .fallsSilent(after: 20)),
  ]

  /// Something to be replaced.
  private static let factoryCode = (0..<2048).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}
