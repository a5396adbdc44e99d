public import BootProtocols
public import Links

extension BoardProfile {
  /// One of the USB devices that a board is made of.
  public struct Part: Sendable, Hashable {
    /// A name of its own within the profile: `probe`, `native`.
    public var name: String
    /// The label of the socket.
    public var socket: String?
    /// The rule that tells it from other devices.
    public var match: MatchRule
    /// Its terminals, by interface number.
    public var ports: [Port]

    /// The port of an interface.
    public func port(interface: Int) -> Port? { ports.first { $0.interface == interface } }
  }

  /// What tells a USB device from others. Everything that is given must hold.
  public struct MatchRule: Sendable, Hashable {
    /// `idVendor`.
    public var vendor: UInt16
    /// `idProduct`, one of them; empty where a decoder or the vendor alone is meant.
    public var products: [UInt16]
    /// How the product id is read where a list would never end.
    public var decoder: Decoder?
    /// Pattern with `*` and `?` for the product's name.
    public var productName: String?
    /// Interface numbers that must be there.
    public var interfaces: [Int]
    /// Patterns for serial numbers, one of which must fit: how a user says "this one is mine".
    public var serials: [String]
    /// Makes this profile likelier than others that fit as well; decides nothing.
    public var hints: Hints
    /// The ids are those of a chip that is in thousands of other devices: never more than "may be".
    public var isGeneric: Bool
    /// The trust in the ids.
    public var confidence: Confidence

    /// Whether the rule may decide: unverified and generic ids never do, a serial number always.
    public var isHard: Bool { !serials.isEmpty || (confidence > .unverified && !isGeneric) }
  }

  /// How a product id is read.
  public enum Decoder: String, Sendable, Hashable, CaseIterable {
    /// SEGGER's bit field: any product id with a J-Link interface.
    case jlink
  }

  /// Hints that make a profile likelier.
  public struct Hints: Sendable, Hashable {
    /// Product ids that were seen on this board.
    public var products: [UInt16]
    /// What serial numbers of this board were seen to begin with, without leading zeros.
    public var serialPrefixes: [String]
  }

  /// A terminal of a part.
  public struct Port: Sendable, Hashable {
    /// `bInterfaceNumber`; never the number of a ttyACM.
    public var interface: Int
    /// Its use.
    public var role: PortRole
    /// Bits a second; nil where the port has no line behind it.
    public var baud: Rated<Int>?
    /// Whether it uses RTS and CTS.
    public var flow: SerialParameters.FlowControl
    /// The level of DTR before the first byte; nil leaves it to the driver.
    public var dtr: Bool?
    /// As `dtr`.
    public var rts: Bool?
    /// Wait after opening, before the first byte.
    public var settle: Duration?
    /// Questions that must never be asked here.
    public var forbidden: [Firmware]
    /// A remark, in one sentence.
    public var note: String?
    /// The trust in it.
    public var confidence: Confidence

    /// Whether it may be asked what speaks there.
    public func mayBeAsked(_ kind: Firmware) -> Bool { !forbidden.contains(kind) }
  }

  /// The use of a port.
  public enum PortRole: String, Sendable, Hashable, CaseIterable {
    /// The firmware's own protocol: UCI, a command line, the accessory channel.
    case command
    /// Text for people.
    case console
    /// AT commands of a module.
    case at
    /// Ranging results, nothing to be asked.
    case results
    case loader
    /// Nothing is behind it.
    case idle
  }
}

extension BoardProfile.MatchRule {
  /// Whether a device is what the rule describes.
  public func fits(_ device: USBDevice) -> Bool {
    guard device.vendor == vendor else { return false }
    if !products.isEmpty, !products.contains(device.product) { return false }
    if decoder == .jlink, !device.isProbe { return false }
    if let productName {
      guard let name = device.productName, Pattern(productName).matches(name) else { return false }
    }
    let numbers = device.interfaces.map(\.number)
    guard interfaces.allSatisfy(numbers.contains) else { return false }
    guard !serials.isEmpty else { return true }
    guard let serial = device.serial else { return false }
    return serials.contains { Pattern($0).matches(serial) || Pattern($0).matches(serial.unpadded) }
  }

  func weight(of device: USBDevice) -> Int {
    let serial = device.serial?.unpadded ?? ""
    return (hints.products.contains(device.product) ? 1 : 0)
      + (hints.serialPrefixes.contains { serial.hasPrefix($0) } ? 2 : 0)
  }

}

extension String {
  /// A decimal serial number without the zeros that J-Links pad theirs with.
  var unpadded: String {
    let digits = drop { $0 == "0" }
    return digits.isEmpty ? self : String(digits)
  }
}

/// A text with `*` for any characters and `?` for one; case does not count.
struct Pattern {
  private let pattern: [Character]

  init(_ text: String) { pattern = Array(text.lowercased()) }

  /// Takes a time that grows with the product of both lengths at most, whatever the pattern.
  func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased())
    var (at, index) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while index < text.count {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, index)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == text[index] {
        at += 1
        index += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        at = last.pattern + 1
        index = last.text + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
