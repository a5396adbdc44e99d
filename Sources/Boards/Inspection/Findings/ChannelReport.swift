public import BootProtocols

/// A board's answers on one of the channels that are safe to read.
public struct ChannelReport: Sendable, Equatable {
  /// A way to ask a board.
  public enum Channel: Sendable, Hashable {
    /// The descriptors of a USB device, without opening it.
    case usb
    case jlink
    case chip
    /// The GATT server of a Bluetooth LE device.
    case gatt
    case firmware(Firmware)

    /// A port whose firmware is not known.
    public static let unknown = Channel.firmware(.unknown)

    /// The word for programs.
    public var name: String {
      switch self {
      case .usb: "usb"
      case .jlink: "j-link"
      case .chip: "chip"
      case .gatt: "gatt"
      case .firmware(let firmware): firmware.rawValue
      }
    }

    /// Its name for people.
    public var title: String {
      switch self {
      case .usb: "USB"
      case .jlink: "J-Link"
      case .chip: "Chip behind the probe"
      case .gatt: "Bluetooth LE"
      case .firmware(let firmware): firmware.title
      }
    }
  }

  /// Why a channel told nothing, or not all.
  public struct Failure: Sendable, Equatable {
    /// The failure in words.
    public var message: String
    /// The next step; empty when there is none.
    public var advice: String

    /// A failure and the next step.
    public init(_ message: String, advice: String = "") {
      self.message = message
      self.advice = advice
    }
  }

  /// The way.
  public var channel: Channel
  /// Where: a port of the computer, or the name of a link.
  public var place: String
  /// The answers, in the order of the channel.
  public var items: [InspectedItem]
  /// Why there is not more; nil where everything was answered.
  public var failure: Failure?
  /// What a GATT server has, from which the items are made; nil for other channels.
  public var gatt: GATTReport?

  /// A report.
  public init(
    _ channel: Channel, at place: String, _ items: [InspectedItem], failure: Failure? = nil
  ) {
    self.channel = channel
    self.place = place
    self.items = items
    self.failure = failure
  }
}

/// One thing that a board says of itself. Not safe to print as it is: boards say anything.
public struct InspectedItem: Sendable, Equatable {
  /// Its kind.
  public var name: String
  /// Its value; empty where only the parts have one.
  public var value: String
  /// The unit of the value, such as `mV`.
  public var unit: String?
  /// What the value means, such as the names of the bits that are set; nil where it speaks for itself.
  public var meaning: String?
  /// Its parts.
  public var parts: [InspectedItem]

  /// One thing.
  public init(
    _ name: String, _ value: String, unit: String? = nil, meaning: String? = nil,
    parts: [InspectedItem] = []
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.meaning = meaning
    self.parts = parts
  }

  init?(_ name: String, _ value: String?, unit: String? = nil) {
    guard let value, !value.isEmpty else { return nil }
    self.init(name, value, unit: unit)
  }

  /// The value with its unit; behind what it means, where it does not speak for itself.
  public var text: String {
    let text = unit.map { "\(value) \($0)" } ?? value
    return meaning.map { "\($0) (\(text))" } ?? text
  }
}
