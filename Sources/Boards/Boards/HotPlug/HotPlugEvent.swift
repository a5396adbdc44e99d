public import LabRuntime

/// A change of a USB device.
public enum HotPlugEvent: Equatable, Sendable {
  /// The devices that were attached when watching began; always the first event.
  case present(USBInventory, at: LabInstant)
  /// A device has come, and its interfaces and terminals with it.
  case added(USBDevice, at: LabInstant)
  /// A device that was there has more or less than before: a terminal, a driver, a link.
  case changed(USBDevice, at: LabInstant)
  /// A device has gone; as it was last.
  case removed(USBDevice, at: LabInstant)
}
