/// The firmware of a DWM1001 on its serial port: binary type-length-value requests, and a shell that two
/// carriage returns within a second open.
public struct DWM1001Shell: DeviceShell {
  /// What it says of itself.
  public struct Identity: Equatable, Sendable {
    /// Major, minor, patch and variant.
    public var firmware: UInt32
    /// Version of the configuration.
    public var configuration: UInt32
    /// Version of the hardware.
    public var hardware: UInt32
    /// Of the radio.
    public var address: UInt64
    /// Six bytes.
    public var bluetoothAddress: [UInt8]
    /// `tn` for a tag, `an` for an anchor, with what is on in brackets.
    public var mode: String

    /// A tag.
    public init(
      firmware: UInt32 = 0x0103_0001, configuration: UInt32 = 0x0001_0700,
      hardware: UInt32 = 0xDECA_002A, address: UInt64 = 0xDECA_6B5C_11E0_2A1C,
      bluetoothAddress: [UInt8] = [0xF1, 0x3C, 0x5A, 0x77, 0x10, 0x2E],
      mode: String = "tn (act,twr,np,nole)"
    ) {
      self.firmware = firmware
      self.configuration = configuration
      self.hardware = hardware
      self.address = address
      self.bluetoothAddress = bluetoothAddress
      self.mode = mode
    }
  }

  /// What a tag measures.
  public struct Location: Equatable, Sendable {
    /// Metres.
    public var x, y, z: Double
    /// Percent.
    public var quality: Int
    /// Short address and distance of each anchor.
    public var anchors: [Anchor]

    /// One anchor and its distance in metres.
    public struct Anchor: Equatable, Sendable {
      /// Short address of the anchor.
      public var address: UInt16
      /// Metres.
      public var distance: Double

      /// An anchor at a distance.
      public init(address: UInt16, distance: Double) {
        self.address = address
        self.distance = distance
      }
    }

    /// A tag that hears one anchor.
    public init(
      x: Double = 1.02, y: Double = 0.98, z: Double = 0.51, quality: Int = 85,
      anchors: [Anchor] = [Anchor(address: 0x0C1A, distance: 1.42)]
    ) {
      self.x = x
      self.y = y
      self.z = z
      self.quality = quality
      self.anchors = anchors
    }
  }

  enum Mode: Equatable, Sendable {
    case binary, shell
  }

  /// What it says of itself.
  public let identity: Identity
  /// What it measures from here on.
  public var location: Location
  /// The network that `nis` sets.
  public internal(set) var network: UInt16 = 0
  /// It sleeps between two requests, and the byte that wakes it is lost.
  public var sleeps: Bool
  var mode = Mode.binary
  var input = ShellInput()
  var request: [UInt8] = []
  var lastByte: UInt64?
  /// Since when a single carriage return waits for its second.
  var returnedAt: UInt64?
  var reporting: Report?
  /// When it speaks unasked.
  public internal(set) var wakesAt: UInt64?

  enum Report: Sendable {
    case distances, values, position
  }

  /// A tag of the PANS firmware, version 1.3.0.
  public init(
    identity: Identity = Identity(), location: Location = Location(), sleeps: Bool = false
  ) {
    self.identity = identity
    self.location = location
    self.sleeps = sleeps
  }

  /// Within this time the second carriage return has to come.
  static let window: UInt64 = 1_000_000
  static let interval: UInt64 = 100_000
  static let refusal: [UInt8] = [0x40, 0x01, 0x01]
  static let prompt = "dwm> "

  /// Forgets what was not saved.
  public mutating func start(at now: UInt64) -> [ShellAction] {
    mode = .binary
    input.reset()
    request.removeAll()
    lastByte = nil
    returnedAt = nil
    reporting = nil
    wakesAt = nil
    return []
  }

  /// Answers what is typed.
  public mutating func receive(_ bytes: [UInt8], at now: UInt64) -> [ShellAction] {
    var bytes = bytes[...]
    let idle = lastByte.map { now &- $0 > 10 * Self.window } ?? true
    let isStale = lastByte.map { now &- $0 > Self.window } ?? false
    lastByte = now
    if sleeps, idle, mode == .binary { bytes = bytes.dropFirst() }
    var actions: [ShellAction] = []
    if mode == .binary, isStale, !request.isEmpty {
      // The rest of a request does not come a second later.
      request.removeAll()
      actions.append(.send(Self.refusal))
    }
    for byte in bytes {
      actions += mode == .binary ? takeBinary(byte, at: now) : takeText(byte, at: now)
    }
    if mode == .binary { wakesAt = returnedAt.map { $0 &+ Self.window &+ 1 } }
    return actions
  }

  /// Says what is due.
  public mutating func wake(at now: UInt64) -> [ShellAction] {
    guard let due = wakesAt, now >= due else { return [] }
    wakesAt = nil
    if returnedAt != nil {
      returnedAt = nil
      return [.send(Self.refusal)]
    }
    guard let reporting else { return [] }
    wakesAt = now &+ Self.interval
    return [.line(report(reporting))]
  }

  private mutating func takeBinary(_ byte: UInt8, at now: UInt64) -> [ShellAction] {
    if byte == 0x0D, let first = returnedAt, now &- first <= Self.window {
      returnedAt = nil
      request.removeAll()
      mode = .shell
      input.reset()
      let banner =
        "\r\n\r\n DWM1001 TWR Real Time Location System\r\n\r\n Help      :  ? or help\r\n\r\n"
      return [.send(Array((banner + Self.prompt).utf8))]
    }
    // One carriage return alone is a request that nobody knows.
    if let first = returnedAt {
      returnedAt = byte == 0x0D ? now : nil
      guard byte != 0x0D, now &- first <= Self.window else {
        return [.send(Self.refusal)] + (byte == 0x0D ? [] : collect(byte))
      }
      request = [0x0D]
    }
    if request.isEmpty, byte == 0x0D {
      returnedAt = now
      return []
    }
    return collect(byte)
  }

  /// A request is whole with as many bytes as its second byte says.
  private mutating func collect(_ byte: UInt8) -> [ShellAction] {
    request.append(byte)
    guard request.count >= 2, request.count == 2 + Int(request[1]) else { return [] }
    defer { request.removeAll() }
    return [.send(answer(request))]
  }

  private func answer(_ request: [UInt8]) -> [UInt8] {
    // Only the version is a request that changes nothing and needs no network.
    guard request == [0x15, 0x00] else { return Self.refusal }
    return [0x40, 0x01, 0x00]
      + [0x50, 0x04] + BootWords.bytes(identity.firmware)
      + [0x51, 0x04] + BootWords.bytes(identity.configuration)
      + [0x52, 0x04] + BootWords.bytes(identity.hardware)
  }
}
