/// What a board says on one of the channels that are safe to read.
public struct ChannelReport: Sendable, Equatable {
  /// A way to ask a board.
  public enum Channel: String, Sendable, CaseIterable {
    /// The descriptors of a USB device, without opening it.
    case usb
    /// The probe's own commands.
    case jlink = "j-link"
    /// Nordic's bootloader.
    case secureDFU = "secure-dfu"
    /// MCUboot's slots over SMP.
    case mcubootSMP = "mcuboot-smp"
    /// A UWB subsystem.
    case uci
    /// The accessory data channel.
    case niAccessory = "ni-accessory"
    /// Qorvo's command line.
    case qorvoCLI = "qorvo-cli"
    /// The shell of a DWM1001.
    case dwm1001Shell = "dwm1001-shell"
    /// A port whose firmware nobody knows.
    case unknown

    /// What a person calls it.
    public var title: String {
      switch self {
      case .usb: "USB"
      case .jlink: "J-Link"
      case .secureDFU: "Nordic Secure DFU"
      case .mcubootSMP: "MCUboot over SMP"
      case .uci: "UCI"
      case .niAccessory: "Nearby Interaction accessory"
      case .qorvoCLI: "Qorvo command line"
      case .dwm1001Shell: "DWM1001 shell"
      case .unknown: "Serial port"
      }
    }
  }

  /// Why a channel told nothing, or not all.
  public struct Trouble: Sendable, Equatable {
    /// What happened, in words.
    public var message: String
    /// What to do next; empty when there is nothing to do.
    public var advice: String

    /// What happened, and what now.
    public init(_ message: String, advice: String = "") {
      self.message = message
      self.advice = advice
    }
  }

  /// The way.
  public var channel: Channel
  /// Where: a port of the computer, or the name of a link.
  public var place: String
  /// What was said, in the order of the channel.
  public var items: [InspectedItem]
  /// Why there is not more; nil where everything was answered.
  public var trouble: Trouble?

  /// A report.
  public init(
    _ channel: Channel, at place: String, _ items: [InspectedItem], trouble: Trouble? = nil
  ) {
    self.channel = channel
    self.place = place
    self.items = items
    self.trouble = trouble
  }
}

/// One thing that a board says of itself. Not safe to print as it is: boards say anything.
public struct InspectedItem: Sendable, Equatable {
  /// What it is.
  public var name: String
  /// What it says; empty where only the parts say something.
  public var value: String
  /// The unit of the value, such as `mV`.
  public var unit: String?
  /// Its parts.
  public var parts: [InspectedItem]

  /// One thing.
  public init(
    _ name: String, _ value: String, unit: String? = nil, parts: [InspectedItem] = []
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.parts = parts
  }

  /// One thing that may not have been said.
  init?(_ name: String, _ value: String?, unit: String? = nil) {
    guard let value, !value.isEmpty else { return nil }
    self.init(name, value, unit: unit)
  }

  /// The value with its unit.
  public var text: String { unit.map { "\(value) \($0)" } ?? value }
}
