/// A switch of a board's power.
public enum PowerSwitch: Sendable {
  case hub(HubPort)
  /// A port of a YKUSH hub; `devicePath` is where the board appears, if that is known.
  case ykush(YKUSH, port: Int, devicePath: String?)
  /// Programs of the bench, run by `/bin/sh` in `directory`.
  case programs(cut: String, restore: String, directory: String, limit: Duration)

  /// Its name in messages.
  public var name: String {
    switch self {
    case .hub(let port): "\(port)"
    case .ykush(let hub, let port, _): "port \(port) of YKUSH \(hub.serial)"
    case .programs: "the program of the rig file"
    }
  }

  var devicePath: String? {
    switch self {
    case .hub(let port): port.devicePath
    case .ykush(_, _, let devicePath): devicePath
    case .programs: nil
    }
  }
}

/// The state of a board's power.
public struct PowerStatus: Equatable, Sendable {
  /// On, off, or not known.
  public var isOn: Bool?
  /// What the hub says that it switches together; nil where it cannot be asked.
  public var switching: HubDescriptor.Switching?
  /// The devices that hang on the port now, by path.
  public var devices: [String]
}
