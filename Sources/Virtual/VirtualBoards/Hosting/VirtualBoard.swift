public import Links

/// A board that exists in the virtual lab alone.
public protocol VirtualBoard: Sendable {
  /// Serves the board, one connection after the other, until the listener is closed or the task is
  /// cancelled. Each call is a board that was just powered.
  func serve(_ listener: any LinkListener) async
}
