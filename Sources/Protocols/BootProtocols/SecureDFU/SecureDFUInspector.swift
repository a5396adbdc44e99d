internal import WireFormat

/// The report of a Secure DFU bootloader about the chip, its images and an interrupted transfer.
public struct SecureDFUReport: Equatable, Sendable {
  /// The chip.
  public struct Hardware: Equatable, Sendable {
    /// 0x52833 for an nRF52833.
    public var part: UInt32
    /// Four letters, such as `AAB0`.
    public var variant: UInt32
    /// Bytes of flash.
    public var flashSize: UInt32
    /// Bytes of RAM.
    public var ramSize: UInt32
    /// Bytes of a page of flash.
    public var pageSize: UInt32

    /// The letters of the variant; a question mark for what is no letter or digit.
    public var variantName: String {
      String(
        decoding: LittleEndian.bytes(variant).reversed().map { byte in
          let isPrintable = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          return isPrintable ? byte : UInt8(ascii: "?")
        }, as: UTF8.self)
    }
  }

  /// An image that is installed.
  public struct Firmware: Equatable, Sendable {
    /// 0 SoftDevice, 1 application, 2 bootloader.
    public var type: UInt8
    /// Its version.
    public var version: UInt32
    /// Where it begins.
    public var address: UInt32
    /// Its bytes.
    public var size: UInt32

    /// The word for the type.
    public var name: String {
      switch type {
      case 0: "SoftDevice"
      case 1: "application"
      case 2: "bootloader"
      default: "unknown image \(Hexadecimal.name(type))"
      }
    }
  }

  /// The received part of an object.
  public struct Held: Equatable, Sendable {
    /// The most that an object of this kind may have.
    public var limit: UInt32
    /// Bytes that were received.
    public var offset: UInt32
    /// Their CRC-32.
    public var crc: UInt32
  }

  /// The version of the protocol.
  public var protocolVersion: UInt8?
  /// The transport's buffer.
  public var mtu: UInt16?
  /// The chip.
  public var hardware: Hardware?
  /// The images, the bootloader first.
  public var firmware: [Firmware] = []
  /// The received part of an init packet.
  public var initPacket: Held?
  /// The received part of an image.
  public var image: Held?
}

/// Asks a Secure DFU bootloader for everything that it tells, and changes nothing.
public struct SecureDFUInspector: EndingProgrammer {
  /// The report of the bootloader.
  public private(set) var report = SecureDFUReport()

  private static let mostImages: UInt8 = 8

  private var questions: [SecureDFURequest] = [
    .ping(0x51), .protocolVersion, .mtu, .hardwareVersion, .select(type: 1), .select(type: 2),
    .firmwareVersion(image: 0),
  ]
  private var asked: SecureDFURequest?
  private var attemptsLeft = 5
  private var hasHeard = false
  private var decoder = StreamFraming.slip.makeDecoder(limit: 256)

  /// Nothing was asked yet.
  public init() {}

  /// Calls the bootloader.
  public mutating func begin() -> [ProgrammerAction] { next() }

  /// Takes answers.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for case .frame(let frame) in decoder.feed(bytes) {
      guard let response = SecureDFUResponse(frame), let request = asked,
        response.opcode == request.encoded.first
      else { continue }
      hasHeard = true
      take(response, to: request)
      actions += next()
    }
    return actions
  }

  /// Asks again; a bootloader that is there and passes over a question does not know it.
  public mutating func expired() -> [ProgrammerAction] {
    guard let asked else { return [] }
    attemptsLeft -= 1
    if attemptsLeft > 0 { return send(asked) }
    if hasHeard { return next() }
    return fail(
      "no-answer", "no Secure DFU bootloader answers",
      "Put the board into its bootloader, and check the rate and the flow control of the port.")
  }

  mutating func end() { asked = nil }

  private mutating func next() -> [ProgrammerAction] {
    guard !questions.isEmpty else { return finish() }
    let question = questions.removeFirst()
    asked = question
    attemptsLeft = hasHeard ? 2 : 5
    return send(question)
  }

  private func send(_ request: SecureDFURequest) -> [ProgrammerAction] {
    [
      .send([SecureDFUFraming.end] + SecureDFUFraming.encode(request.encoded)),
      .expect(microseconds: 1_000_000),
    ]
  }

  private mutating func take(_ response: SecureDFUResponse, to request: SecureDFURequest) {
    guard response.result == .success else { return }
    func number(_ index: Int) -> UInt32? { response.number(index * 4, 4) }
    switch request {
    case .protocolVersion: report.protocolVersion = response.payload.first
    case .mtu: report.mtu = response.number(0, 2).map { UInt16(truncatingIfNeeded: $0) }
    case .hardwareVersion:
      guard let part = number(0), let variant = number(1), let flash = number(2),
        let ram = number(3), let page = number(4)
      else { return }
      report.hardware = SecureDFUReport.Hardware(
        part: part, variant: variant, flashSize: flash, ramSize: ram, pageSize: page)
    case .select(let type):
      guard let limit = number(0), let offset = number(1), let crc = number(2) else { return }
      let held = SecureDFUReport.Held(limit: limit, offset: offset, crc: crc)
      if type == 1 { report.initPacket = held } else { report.image = held }
    case .firmwareVersion(let image):
      guard let type = response.payload.first, type != 0xFF, let version = response.number(1, 4),
        let address = response.number(5, 4), let size = response.number(9, 4)
      else { return }
      report.firmware.append(
        SecureDFUReport.Firmware(type: type, version: version, address: address, size: size))
      if image < Self.mostImages { questions.append(.firmwareVersion(image: image + 1)) }
    default: break
    }
  }
}
