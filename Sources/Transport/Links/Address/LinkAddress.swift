public import Errors
public import LabRuntime
public import Notation

/// The word in front of a link string.
public enum LinkScheme: String, Sendable {
  case `virtual`, serial, usb, tcp, exec, rfc2217, ble, replay, labgrid
}

/// Where the bytes of a board go: the link string of a rig file.
///
/// The text form is a contract with rig files written elsewhere; `description` prints it in its
/// canonical form, which parses to the same value.
public enum LinkAddress: Sendable, Hashable {
  /// A board of the virtual lab in this process.
  case `virtual`
  case serial(path: String, SerialParameters)
  /// A terminal device found by its USB identity and interface number.
  case usb(DeviceSelector, interface: Int, SerialParameters)
  /// A raw byte stream.
  case tcp(host: String, port: UInt16)
  /// The standard input and output of a program.
  case exec(command: String)
  case rfc2217(host: String, port: UInt16, baud: Int?)
  /// The data channel of an accessory over Bluetooth LE.
  case ble(BLESelector, BLEParameters)
  case replay(path: String, ReplayMode)
  case labgrid(place: String, resource: String?)

  /// How a Bluetooth LE device is told from others.
  public enum BLESelector: Sendable, Hashable {
    case name(String)
    /// By its address, in upper case.
    case address(String)
  }

  /// How closely a host must keep to a recording.
  public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
    case strict
    case tolerant
  }

  /// Reads a link string.
  public init(parsing text: String) throws(NotationError) {
    self = try LinkText(text: text).address()
  }

  /// The carriers, in the order in which they are offered.
  static let carriers: [any Carrier.Type] = [
    VirtualCarrier.self, SerialCarrier.self, USBCarrier.self, TCPCarrier.self, ExecCarrier.self,
    RFC2217Carrier.self, BLECarrier.self, ReplayCarrier.self, LabgridCarrier.self,
  ]

  /// The forms of link strings; `…` stands for the parts of each.
  public static var forms: [String] { carriers.map { $0.form } }

  private var carrier: any Carrier {
    switch self {
    case .virtual: VirtualCarrier()
    case .serial(let path, let parameters): SerialCarrier(path: path, parameters: parameters)
    case .usb(let selector, let interface, let parameters):
      USBCarrier(selector: selector, interface: interface, parameters: parameters)
    case .tcp(let host, let port): TCPCarrier(host: host, port: port)
    case .exec(let command): ExecCarrier(command: command)
    case .rfc2217(let host, let port, let baud): RFC2217Carrier(host: host, port: port, baud: baud)
    case .ble(let selector, let parameters):
      BLECarrier(selector: selector, parameters: parameters)
    case .replay(let path, let mode): ReplayCarrier(path: path, mode: mode)
    case .labgrid(let place, let resource): LabgridCarrier(place: place, resource: resource)
    }
  }

  /// The form of this link.
  public var scheme: LinkScheme { type(of: carrier).scheme }

  /// Whether one write is one message, so that no framing is needed.
  public var preservesMessages: Bool { scheme == .ble }

  /// Whether what is behind it lives in this process: a virtual board, or a recorded one.
  public var isStaged: Bool { scheme == .virtual || scheme == .replay }

  /// The resource that two boards cannot share; nil where a link may be opened any number of times.
  ///
  /// Compares names, not devices: two links in `/dev` that lead to one device differ here, and the
  /// second is found busy when it is opened.
  public var terminalKey: String? { carrier.sharedKey }

  /// The same link with relative paths taken from `directory`.
  public func relative(to directory: String) -> LinkAddress {
    carrier.relative(to: directory) ?? self
  }

  /// The place that this address names.
  ///
  /// - Parameters:
  ///   - directory: the rig file's folder, where `exec:` programs run.
  ///   - virtual: what `virtual` means on this rig.
  /// - Throws: ``RigError`` `notAvailable` for carriers that this build does not have.
  public func source(
    _ lab: Lab, directory: String, virtual: (any LinkSource)?
  ) throws(RigError) -> any LinkSource {
    if self == .virtual {
      guard let virtual else {
        throw RigError(.notFound, description, reason: "there is no virtual board")
      }
      return virtual
    }
    return try carrier.source(lab, directory: directory)
  }
}

extension LinkAddress: CustomStringConvertible {
  /// The canonical link string. Not escaped: it may hold what a terminal should not see.
  public var description: String { carrier.description }
}

extension LinkAddress.BLESelector: CustomStringConvertible {
  /// The selector as it is written in a link string.
  public var description: String {
    switch self {
    case .name(let name): "name=\(name)"
    case .address(let address): "address=\(address)"
    }
  }
}
