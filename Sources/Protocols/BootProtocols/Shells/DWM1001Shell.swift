/// The firmware of a DWM1001 on its serial port: binary type-length-value requests, and a shell that two
/// carriage returns within a second open.
public struct DWM1001Shell: DeviceShell {
  /// Its description of itself.
  public struct Identity: Equatable, Sendable {
    /// Major, minor, patch and variant.
    public var firmware: UInt32 = 0x0103_0001
    /// Version of the configuration.
    public var configuration: UInt32 = 0x0001_0700
    /// Version of the hardware.
    public var hardware: UInt32 = 0xDECA_002A
    /// Of the radio.
    public var address: UInt64 = 0xDECA_6B5C_11E0_2A1C
    /// Six bytes.
    public var bluetoothAddress: [UInt8] = [0xF1, 0x3C, 0x5A, 0x77, 0x10, 0x2E]
    /// `tn` for a tag, `an` for an anchor, with what is on in brackets.
    public var mode = "tn (act,twr,np,nole)"
  }

  /// A measurement of a tag.
  public struct Location: Equatable, Sendable {
    /// Metres.
    public var x = 1.02, y = 0.98, z = 0.51
    /// Percent.
    public var quality = 85
    /// Short address and distance of each anchor.
    public var anchors = [Anchor(address: 0x0C1A, distance: 1.42)]

    /// One anchor and its distance in metres.
    public struct Anchor: Equatable, Sendable {
      /// Short address of the anchor.
      public var address: UInt16
      /// Metres.
      public var distance: Double
    }
  }

  enum Mode: Equatable, Sendable {
    case binary, shell
  }

  /// Its description of itself.
  public let identity = Identity()
  /// Its measurements from here on.
  public var location = Location()
  /// The network that `nis` sets.
  public internal(set) var network: UInt16 = 0
  /// It sleeps between two requests, and the byte that wakes it is lost.
  public let sleeps: Bool
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
  public init(sleeps: Bool = false) { self.sleeps = sleeps }

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
    // One carriage return alone is an unknown request.
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
