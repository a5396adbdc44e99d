/// One event of the system about a USB device or something that belongs to it.
struct DeviceEvent: Equatable, Sendable {
  /// What has happened; whatever is not listed is a change.
  enum Action: String, Sendable {
    case add
    case remove
    case bind
    case unbind
    case change
  }

  var usb: String
  var action: Action
  /// About the device itself, not an interface or a terminal of it.
  var isWholeDevice: Bool
}
