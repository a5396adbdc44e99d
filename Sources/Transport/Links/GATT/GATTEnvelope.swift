public import Errors
import Synchronization
public import WireFormat

/// What stands around messages in the values of a characteristic.
public protocol GATTEnvelope: Sendable {
  /// How many ways there are to carry a message: the next one is for a server that refuses the first.
  func ways(of message: [UInt8]) -> Int
  /// The value to write, for the value that was read before it.
  mutating func wrap(
    _ message: [UInt8], read value: [UInt8], way: Int
  ) throws(WireError) -> [UInt8]
  /// The message in a notification; nil for one that is left out.
  func unwrap(_ value: [UInt8]) -> [UInt8]?
}

/// The envelope of one connection.
public final class GATTWrapping: Sendable {
  private let envelope: Mutex<any GATTEnvelope>

  /// That of a connection that has just been made.
  public init(_ envelope: any GATTEnvelope) { self.envelope = Mutex(envelope) }

  /// Writes a message. A value that the server refuses is an answer like none: protocols that are
  /// carried so have no word for it.
  public func send(
    _ message: [UInt8], over connection: any GATTConnection, to handle: GATTHandle
  ) async throws(RigError) {
    for way in 0..<envelope.withLock({ $0.ways(of: message) }) {
      let read = try await connection.read(handle)
      let value: [UInt8]
      do {
        value = try envelope.withLock { envelope throws(WireError) in
          try envelope.wrap(message, read: read, way: way)
        }
      } catch { throw RigError(.malformed, handle.characteristic, reason: "\(error)") }
      do throws(RigError) {
        return try await connection.write(value, to: handle, withResponse: true)
      } catch {
        guard [.unauthenticated, .invalidValue, .refused].contains(error.code) else { throw error }
        // Another way is another proof.
        if error.code != .unauthenticated { return }
      }
    }
  }

  fileprivate func unwrap(_ value: [UInt8]) -> [UInt8]? {
    envelope.withLock { $0.unwrap(value) }
  }
}

extension GATTWrapping? {
  /// The message of a notification; what has no envelope is one as it is.
  public func unwrap(_ chunk: Chunk) -> Chunk? {
    guard let self else { return chunk }
    return self.unwrap(chunk.bytes).map { Chunk(bytes: $0, at: chunk.at) }
  }
}
