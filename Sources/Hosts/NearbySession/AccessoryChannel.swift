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
public final class AccessoryChannel: Sendable {
  private let frames: FrameLink

  /// A channel over an open link whose frames are messages.
  public init(_ frames: FrameLink) { self.frames = frames }

  /// What a message calls the accessory.
  public var name: String { frames.name }
  /// Why the link has ended; nil while it goes on.
  public var ending: RigError? { frames.ending }
  /// Bytes so far that belonged to no message.
  public var damagedBytes: Int { frames.damagedBytes }

  /// Sends a message.
  public func send(_ message: AccessoryMessage) async throws(RigError) {
    try await frames.send(message.encode())
  }

  /// Sends bytes as one message, whatever they are.
  public func sendBytes(_ bytes: [UInt8]) async throws(RigError) { try await frames.send(bytes) }

  /// Sends bytes without the framing: for cases about broken streams.
  public func sendRaw(_ bytes: [UInt8]) async throws(RigError) { try await frames.sendRaw(bytes) }

  /// The next message.
  ///
  /// - Throws: ``Errors/RigError`` `timedOut`, `cancelled` or `closed`.
  public func next(until deadline: LabInstant?) async throws(RigError) -> ReceivedMessage {
    let frame = try await frames.receive(until: deadline)
    return ReceivedMessage(bytes: frame.bytes, at: frame.at)
  }

  /// The next message if there is one already.
  public func tryNext() -> ReceivedMessage? {
    frames.tryReceive().map { ReceivedMessage(bytes: $0.bytes, at: $0.at) }
  }

  /// Ends the link.
  public func close() { frames.close() }
}
