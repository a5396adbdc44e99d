public import Links

/// A board: one USB device, or several that are known to be one.
public struct Board: Equatable, Sendable {
  /// One of its USB devices and what it was recognised as.
  public struct Part: Equatable, Sendable {
    /// The device.
    public var device: USBDevice
    /// Its kind.
    public var recognition: BoardRecognition
  }

  /// Its devices, a debug probe first.
  public var parts: [Part]
  /// Devices that may belong to this board too, with how to find out.
  public var undecided: [Undecided] = []

  /// A pair that could not be decided.
  public struct Undecided: Equatable, Sendable {
    /// The other device's port.
    public var path: String
    /// A command that decides it.
    public var command: String
    /// The command's output when the two are one board.
    public var answer: String
  }

  /// Its name for people: by the part that a profile names, else by the first.
  public var title: String {
    (parts.first { $0.recognition.profile != nil } ?? parts.first)?.recognition.title ?? ""
  }

  /// The profile's name.
  public var profile: String? {
    parts.lazy.compactMap(\.recognition.profile).first
  }
}

/// The two words of FICR.DEVICEADDR of the chip behind a probe.
public struct ChipAddress: Hashable, Sendable {
  /// DEVICEADDR[0], at 0x100000A4 of nRF52 chips.
  public var low: UInt32
  /// DEVICEADDR[1], at 0x100000A8.
  public var high: UInt32

  /// The words as they were read.
  public init(low: UInt32, high: UInt32) {
    self.low = low
    self.high = high
  }

  /// The words of an address of 48 bits.
  package init(_ address: UInt64) {
    low = UInt32(truncatingIfNeeded: address)
    high = UInt32(truncatingIfNeeded: address >> 32)
  }

  /// The serial number that Nordic's USB stack makes of it: the upper word with the two bits of a
  /// random static address set, then the lower one.
  public var usbSerial: String {
    (UInt16(truncatingIfNeeded: high | 0xC000).hexadecimal + low.hexadecimal).uppercased()
  }
}

extension USBInventory {
  /// How a device is addressed: by its serial number, which stays with it, where that is one of a kind.
  public func selector(of device: USBDevice) -> DeviceSelector {
    if let number = device.normalizedSerial,
      devices.count(where: { SerialNumber.matches(number, $0) }) == 1
    {
      return .serial(number)
    }
    return .path(device.path)
  }

  /// The boards among the devices, in the order of their ports.
  ///
  /// A probe and the chip's own USB port are one board when the address of the chip, read through
  /// the probe, gives the serial number of the port. Neighbouring sockets prove nothing.
  /// - Parameter chipAddress: what was read of the chip behind a probe; nil where nothing was.
  public func boards(
    _ library: ProfileLibrary, evidence: IdentityEvidence = IdentityEvidence(),
    chipAddress: (USBDevice) -> ChipAddress? = { _ in nil }
  ) -> [Board] {
    var rest = devices.compactMap { device -> Board.Part? in
      library.recognize(device, evidence: evidence).map {
        Board.Part(device: device, recognition: $0)
      }
    }
    var boards: [Board] = []
    while !rest.isEmpty {
      let part = rest.removeFirst()
      let native = rest.firstIndex { Self.isPair(part.device, $0.device, chipAddress) }
      var parts = [part]
      if let native { parts.append(rest.remove(at: native)) }
      boards.append(Board(parts: parts.sorted { $0.device.isProbe && !$1.device.isProbe }))
    }
    return Self.withUndecided(boards, chipAddress)
  }

  private static func isPair(
    _ a: USBDevice, _ b: USBDevice, _ chipAddress: (USBDevice) -> ChipAddress?
  ) -> Bool {
    let (probe, native) = a.isProbe ? (a, b) : (b, a)
    guard probe.isProbe, !native.isProbe, native.isChipsOwnPort, let address = chipAddress(probe)
    else { return false }
    return SerialNumber.matches(address.usbSerial, native)
  }

  private static func withUndecided(
    _ boards: [Board], _ chipAddress: (USBDevice) -> ChipAddress?
  ) -> [Board] {
    let single = boards.filter { $0.parts.count == 1 }.compactMap(\.parts.first?.device)
    // A probe whose chip was read has said that it is none of the others.
    let probes = single.filter { $0.isProbe && $0.vendor == SerialNumber.segger }
      .filter { chipAddress($0) == nil }
    let ports = single.filter(\.isChipsOwnPort)
    return boards.map { board in
      guard board.parts.count == 1, let device = board.parts.first?.device else { return board }
      var board = board
      if probes.contains(device) {
        board.undecided = ports.prefix(8).map {
          question(of: $0.path, probe: device, port: $0)
        }
      } else if ports.contains(device) {
        board.undecided = probes.prefix(8).map {
          question(of: $0.path, probe: $0, port: device)
        }
      }
      return board
    }
  }

  private static func question(
    of path: String, probe: USBDevice, port: USBDevice
  ) -> Board.Undecided {
    let address = port.serial.flatMap { SerialNumber.deviceAddress(ofNordicSerial: $0) }
    let adapter = probe.normalizedSerial.map { "adapter serial \($0); " } ?? ""
    return .init(
      path: path,
      command: "openocd -f interface/jlink.cfg -c '\(adapter)transport select swd' "
        + "-f target/nrf52.cfg -c 'init; mdw 0x100000a4; shutdown'",
      answer: "0x100000a4: " + (address?.low ?? 0).hexadecimal)
  }
}

extension USBDevice {
  /// Whether it takes the commands of a J-Link.
  public var isProbe: Bool { JLinkProduct(self)?.isProbe == true }

  /// Whether it is the USB port of a Nordic chip whose serial number is the chip's address.
  package var isChipsOwnPort: Bool {
    vendor == SerialNumber.nordic
      && serial.flatMap { SerialNumber.deviceAddress(ofNordicSerial: $0) } != nil
  }
}
