public import Errors
public import LabRuntime
public import Links
public import NearbyAccessory
public import WireFormat

/// One message from an accessory.
public struct ReceivedMessage: Hashable, Sendable {
  /// The message; bytes that cannot be read are an unknown one.
  public var message: AccessoryMessage
  /// The bytes, the identifier included.
  public var bytes: [UInt8]
  /// When it was read.
  public var at: LabInstant
  /// Why it cannot be read; nil for a good one.
  public var error: WireError?

  /// Bytes read at a moment.
  public init(bytes: [UInt8], at: LabInstant) {
    self.bytes = bytes
    self.at = at
    do throws(WireError) {
      message = try AccessoryMessage.decode(bytes, direction: .accessoryToPhone)
    } catch {
      self.error = error
      message = .unknown(
        AccessoryMessage.Identifier(rawValue: bytes.first ?? 0), body: Array(bytes.dropFirst()))
    }
  }
}

/// The data channel of an accessory, from the phone's end: messages, and nothing that answers them.
extension FrameLink {
  /// Sends a message.
  public func send(_ message: AccessoryMessage) async throws(RigError) {
    try await send(message.encode())
  }

  /// The next message.
  ///
  /// - Throws: ``Links/RigError`` `timedOut`, `cancelled` or `closed`.
  public func nextMessage(until deadline: LabInstant?) async throws(RigError) -> ReceivedMessage {
    let frame = try await receive(until: deadline)
    return ReceivedMessage(bytes: frame.bytes, at: frame.at)
  }
}
