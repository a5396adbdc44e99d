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

  /// An empty packet.
  public init() {}

  /// Bytes of the image.
  public var imageSize: UInt64 {
    UInt64(softDeviceSize) + UInt64(bootloaderSize) + UInt64(applicationSize)
  }

  /// Reads a packet; nil for anything that is none.
  public init?(_ bytes: [UInt8]) {
    var command: ArraySlice<UInt8>?
    guard
      ProtocolBuffer.read(
        bytes[...],
        { field, value in
          switch (field, value) {
          case (1, .bytes(let plain)): command = plain
          case (2, .bytes(let signed)):
            return ProtocolBuffer.read(signed) { field, value in
              switch (field, value) {
              case (1, .bytes(let inner)): command = inner
              case (2, .number(let type)): signatureType = UInt32(truncatingIfNeeded: type)
              case (3, .bytes(let bytes)): signature = Array(bytes)
              default: break
              }
              return true
            }
          default: break
          }
          return true
        }), let command, readCommand(command)
    else { return nil }
  }

  private mutating func readCommand(_ bytes: ArraySlice<UInt8>) -> Bool {
    var operation: UInt64?
    var inner: ArraySlice<UInt8>?
    let isWhole = ProtocolBuffer.read(bytes) { field, value in
      switch (field, value) {
      case (1, .number(let number)): operation = number
      case (2, .bytes(let bytes)): inner = bytes
      default: break
      }
      return true
    }
    guard isWhole, operation == 1, let inner else { return false }
    return ProtocolBuffer.read(inner) { field, value in
      switch value {
      case .number(let number): take(UInt32(truncatingIfNeeded: number), field: field)
      case .bytes(let bytes):
        if field == 3 { return readPacked(bytes) }
        if field == 8 { return readHash(bytes) }
      case .other: break
      }
      return true
    }
  }

  private mutating func take(_ number: UInt32, field: UInt64) {
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

  private mutating func readPacked(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard let number = ProtocolBuffer.number(&rest) else { return false }
      take(UInt32(truncatingIfNeeded: number), field: 3)
    }
    return true
  }

  private mutating func readHash(_ bytes: ArraySlice<UInt8>) -> Bool {
    ProtocolBuffer.read(bytes) { field, value in
      switch (field, value) {
      case (1, .number(let type)): hashType = UInt32(truncatingIfNeeded: type)
      case (2, .bytes(let bytes)): hash = Array(bytes)
      default: break
      }
      return true
    }
  }
}

/// As much of the wire format of protocol buffers as an init packet needs.
enum ProtocolBuffer {
  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// Fixed-width numbers, which these messages do not have.
    case other
  }

  /// Gives every field of a message in order; false where the message is broken or `take` says so.
  static func read(
    _ message: ArraySlice<UInt8>, _ take: (UInt64, Value) -> Bool
  ) -> Bool {
    var rest = message
    while !rest.isEmpty {
      guard let key = number(&rest) else { return false }
      let value: Value
      switch key & 7 {
      case 0:
        guard let number = number(&rest) else { return false }
        value = .number(number)
      case 2:
        guard let count = number(&rest), count <= UInt64(rest.count) else { return false }
        value = .bytes(rest.prefix(Int(count)))
        rest = rest.dropFirst(Int(count))
      case 1, 5:
        let count = key & 7 == 1 ? 8 : 4
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        value = .other
      default: return false
      }
      guard take(key >> 3, value) else { return false }
    }
    return true
  }

  /// A variable-length number of at most ten bytes.
  static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<10 {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
