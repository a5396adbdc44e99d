/// The init packet of a Secure DFU package: what a bootloader is told about an image before it
/// comes (a protocol buffer of Nordic's `dfu-cc`).
public struct SecureDFUInitPacket: Equatable, Sendable {
  /// Version of the firmware.
  public var firmwareVersion: UInt32?
  /// Hardware that it is for: 52 for the nRF52 series.
  public var hardwareVersion: UInt32?
  /// SoftDevices that it runs on; 0 for none.
  public var softDevices: [UInt32] = []
  /// 0 application, 1 SoftDevice, 2 bootloader, 3 both, 4 external application.
  public var type: UInt32 = 0
  /// Bytes of the SoftDevice in the image.
  public var softDeviceSize: UInt32 = 0
  /// Bytes of the bootloader in the image.
  public var bootloaderSize: UInt32 = 0
  /// Bytes of the application in the image.
  public var applicationSize: UInt32 = 0
  /// The kind of the hash: 3 is SHA-256.
  public var hashType: UInt32 = 0
  /// The hash as the packet has it, last byte first.
  public var hash: [UInt8] = []
  /// Firmware under development: versions are not compared.
  public var isDebug = false
  /// The signature; empty in a packet without one.
  public var signature: [UInt8] = []
  /// The kind of the signature; nil in a packet without one.
  public var signatureType: UInt32?

  /// Bytes of the image.
  public var imageSize: UInt64 {
    UInt64(softDeviceSize) + UInt64(bootloaderSize) + UInt64(applicationSize)
  }

  /// Reads a packet; nil for anything that is none.
  public init?(_ bytes: [UInt8]) {
    do throws(ProtocolBuffer.Fault) { guard try read(bytes) else { return nil } } catch {
      return nil
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(ProtocolBuffer.Fault) -> Bool {
    var command: [UInt8]?
    for field in try ProtocolBuffer.fields(bytes) {
      switch (field.number, field.value) {
      case (1, .bytes(let plain)): command = plain
      case (2, .bytes(let signed)):
        for field in try ProtocolBuffer.fields(signed) {
          switch (field.number, field.value) {
          case (1, .bytes(let inner)): command = inner
          case (2, .number(let type)): signatureType = UInt32(truncatingIfNeeded: type)
          case (3, .bytes(let bytes)): signature = bytes
          default: break
          }
        }
      default: break
      }
    }
    guard let command else { return false }
    return try readCommand(command)
  }

  private mutating func readCommand(_ bytes: [UInt8]) throws(ProtocolBuffer.Fault) -> Bool {
    var operation: UInt64?
    var inner: [UInt8]?
    for field in try ProtocolBuffer.fields(bytes) {
      switch (field.number, field.value) {
      case (1, .number(let number)): operation = number
      case (2, .bytes(let bytes)): inner = bytes
      default: break
      }
    }
    guard operation == 1, let inner else { return false }
    for field in try ProtocolBuffer.fields(inner) {
      switch (field.number, field.value) {
      case (let field, .number(let number)): take(UInt32(truncatingIfNeeded: number), field: field)
      case (3, .bytes(let packed)):
        guard let numbers = ProtocolBuffer.packed(packed) else { return false }
        for number in numbers { take(UInt32(truncatingIfNeeded: number), field: 3) }
      case (8, .bytes(let bytes)): try readHash(bytes)
      default: break
      }
    }
    return true
  }

  private mutating func take(_ number: UInt32, field: Int) {
    switch field {
    case 1: firmwareVersion = number
    case 2: hardwareVersion = number
    case 3: if softDevices.count < 16 { softDevices.append(number) }
    case 4: type = number
    case 5: softDeviceSize = number
    case 6: bootloaderSize = number
    case 7: applicationSize = number
    case 9: isDebug = number != 0
    default: break
    }
  }

  private mutating func readHash(_ bytes: [UInt8]) throws(ProtocolBuffer.Fault) {
    for field in try ProtocolBuffer.fields(bytes) {
      switch (field.number, field.value) {
      case (1, .number(let type)): hashType = UInt32(truncatingIfNeeded: type)
      case (2, .bytes(let bytes)): hash = bytes
      default: break
      }
    }
  }
}
