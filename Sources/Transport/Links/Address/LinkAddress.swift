/// Where the bytes of a board go: the link string of a rig file.
///
/// The text form is a contract with rig files written elsewhere; `description` prints it in its
/// canonical form, which parses to the same value.
public enum LinkAddress: Sendable, Hashable {
  /// A board of the virtual lab in this process.
  case `virtual`
  /// A terminal device.
  case serial(path: String, SerialParameters)
  /// A terminal device found by its USB identity and interface number.
  case usb(DeviceSelector, interface: Int, SerialParameters)
  /// A raw byte stream.
  case tcp(host: String, port: UInt16)
  /// The standard input and output of a program.
  case exec(command: String)
  /// A serial port served by RFC 2217.
  case rfc2217(host: String, port: UInt16, baud: Int?)
  /// The data channel of an accessory over Bluetooth LE.
  case ble(BLESelector, service: String)
  /// A recorded board.
  case replay(path: String, ReplayMode)
  /// A port of a labgrid place.
  case labgrid(place: String, resource: String?)

  /// How a Bluetooth LE device is told from others.
  public enum BLESelector: Sendable, Hashable {
    /// By its advertised name.
    case name(String)
    /// By its address, in upper case.
    case address(String)
  }

  /// How closely a host must keep to a recording.
  public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
    /// Byte for byte.
    case strict
    /// In meaning.
    case tolerant
  }

  /// The forms of a link, as they are spelt.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// `virtual`
    case `virtual`
    /// `serial:PATH`
    case serial
    /// `usb:serial=S,interface=0`
    case usb
    /// `tcp://host:port`
    case tcp
    /// `exec:PROGRAM ARGS`
    case exec
    /// `rfc2217://host:port`
    case rfc2217
    /// `ble:name=…,service=nus`
    case ble
    /// `replay:RECORDING`
    case replay
    /// `labgrid:place`
    case labgrid
  }

  /// Reads a link string.
  public init(parsing text: String) throws(LinkAddressError) {
    self = try LinkAddressParser(text).parse()
  }

  /// The form of this link.
  public var scheme: Scheme {
    switch self {
    case .virtual: .virtual
    case .serial: .serial
    case .usb: .usb
    case .tcp: .tcp
    case .exec: .exec
    case .rfc2217: .rfc2217
    case .ble: .ble
    case .replay: .replay
    case .labgrid: .labgrid
    }
  }

  /// Whether this build has a carrier for the link.
  public var isAvailable: Bool {
    switch scheme {
    case .replay, .virtual, .serial, .usb, .tcp, .exec, .rfc2217: true
    case .ble, .labgrid: false
    }
  }

  /// Whether one write is one message, so that no framing is needed.
  public var preservesMessages: Bool { scheme == .ble }

  /// What two boards cannot share, or nil where a link may be opened any number of times.
  ///
  /// Compares names, not devices: two links in `/dev` that lead to one device differ here, and the
  /// second is found busy when it is opened.
  public var terminalKey: String? {
    switch self {
    case .virtual, .tcp, .exec, .rfc2217, .replay: nil
    case .serial(let path, _): "serial:" + LinkAddress.normalized(path)
    case .usb(let selector, let interface, _): "usb:\(selector),interface=\(interface)"
    case .ble(let selector, _): "ble:\(selector)"
    case .labgrid: description
    }
  }

  /// The same link with relative paths taken from `directory`.
  public func relative(to directory: String) -> LinkAddress {
    switch self {
    case .serial(let path, let parameters):
      .serial(path: LinkAddress.path(path, relativeTo: directory), parameters)
    case .replay(let path, let mode):
      .replay(path: LinkAddress.path(path, relativeTo: directory), mode)
    default: self
    }
  }

  private static func path(_ path: String, relativeTo directory: String) -> String {
    if path.hasPrefix("/") || directory.isEmpty { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }

  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension LinkAddress: CustomStringConvertible {
  /// The canonical link string. Not escaped: it may hold what a terminal should not see.
  public var description: String {
    switch self {
    case .virtual: "virtual"
    case .serial(let path, let parameters): "serial:\(path)\(parameters.query)"
    case .usb(let selector, let interface, let parameters):
      "usb:\(selector),interface=\(interface)\(parameters.query)"
    case .tcp(let host, let port): "tcp://\(LinkAddress.bracketed(host)):\(port)"
    case .exec(let command): "exec:\(command)"
    case .rfc2217(let host, let port, let baud):
      "rfc2217://\(LinkAddress.bracketed(host)):\(port)"
        + SerialParameters(baud: baud).query
    case .ble(let selector, let service): "ble:\(selector),service=\(service)"
    case .replay(let path, let mode): "replay:\(path)?mode=\(mode.rawValue)"
    case .labgrid(let place, let resource): "labgrid:\(place)" + (resource.map { "/\($0)" } ?? "")
    }
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") ? "[\(host)]" : host
  }
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
