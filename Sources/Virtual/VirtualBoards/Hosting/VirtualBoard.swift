public import Links
public import NearbyAccessory

/// A board that exists in the virtual lab alone.
public protocol VirtualBoard: Sendable {
  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered.
  func serve(_ listener: any LinkListener) async
}

/// A virtual board that is a Bluetooth LE device.
public protocol VirtualDevice: VirtualBoard {
  /// The service that carries the messages.
  var dataChannel: GATTDataChannel { get }
  /// The device as one central sees it: its bonds and its connections are its own.
  func central(_ central: String) -> any GATTPeripheral
  /// Presses the button with which a person ends a session at the accessory.
  func pressButton()
}
