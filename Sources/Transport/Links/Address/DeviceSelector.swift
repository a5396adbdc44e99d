/// How a USB device is told from others.
public enum DeviceSelector: Sendable, Hashable, CustomStringConvertible {
  /// By its USB serial number, in any form that is written.
  case serial(String)
  /// By the port that it is plugged into, such as `1-1.4`.
  case path(String)

  /// Reads `serial=…` or `path=…`; nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("serial="), text.utf8.count > 7 {
      self = .serial(String(text.dropFirst(7)))
    } else if text.hasPrefix("path="), text.utf8.count > 5 {
      self = .path(String(text.dropFirst(5)))
    } else {
      return nil
    }
  }

  /// As it is written.
  public var description: String {
    switch self {
    case .serial(let serial): "serial=\(serial)"
    case .path(let path): "path=\(path)"
    }
  }
}
