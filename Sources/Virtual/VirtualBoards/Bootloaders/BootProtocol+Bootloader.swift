public import BootProtocols
public import Errors

extension VirtualBootloader {
  /// The options of any bootloader.
  public struct Options: Sendable {
    /// Whether erasing and writing take the times of the chip's data sheet, or none.
    public var takesFlashTime = true
    /// The buffer of the protocol: MTU or longest message, in bytes; nil for the usual one, and
    /// where the protocol has none to choose.
    public var buffer: Int?
    /// How messages of SMP travel.
    public var encoding = SMPEncoding.base64
    /// Whether MCUboot's own recovery answers, and not an application: for a board that is brought
    /// there.
    public var isRecovery = false
    /// The name of what is wrong with it; nil for nothing.
    public var misbehaviour: String?

    /// The usual board.
    public init() {}
  }
}

extension BootProtocol {
  /// The buffers that can be chosen of a virtual bootloader; nil where the protocol fixes them.
  public var buffers: ClosedRange<Int>? {
    switch self {
    case .secureDFU: 19...65_535
    case .mcubootSMP: 128...65_535
    case .nxpMboot: 16...1024
    case .espROM, .nxpDK6: nil
    }
  }

  /// Makes a bootloader as it leaves the factory, with an application.
  ///
  /// - Throws: ``RigError`` for a misbehaviour that it cannot have.
  public func bootloader(
    named name: String, _ options: VirtualBootloader.Options
  ) throws(RigError) -> any Bootloader {
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
      if options.isRecovery {
        settings.mode = .recovery
        // The receive buffer of MCUboot as it is configured by default.
        settings.bufferSize = options.buffer ?? 512
      }
      settings.fault = try fault(options.misbehaviour, Self.mcubootFaults, name)
      var bootloader = SMPBootloader(settings: settings)
      bootloader.install(SMPImage.wrap(Self.factoryCode, major: 0, minor: 1, revision: 0))
      return bootloader
    case .espROM:
      return ESPBootloader(
        fault: try fault(options.misbehaviour, Self.loaderFaults, name),
        times: options.takesFlashTime ? .spi : .none)
    case .nxpDK6:
      return DK6Bootloader(
        fault: try fault(options.misbehaviour, Self.loaderFaults, name),
        times: options.takesFlashTime ? .qn9090 : .none)
    case .nxpMboot:
      return MBootBootloader(
        packetSize: UInt32(clamping: options.buffer ?? 512),
        fault: try fault(options.misbehaviour, Self.loaderFaults, name),
        times: options.takesFlashTime ? .spi : .none)
    }
  }

  private static let factoryCode = (0..<2048).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}
