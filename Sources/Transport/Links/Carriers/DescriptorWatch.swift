public import LabRuntime
import Synchronization

/// A descriptor that the carriers' reader looks after until the watch is closed.
///
/// The owner of the descriptor closes the watch first.
public final class DescriptorWatch: Sendable {
  private let poller: Poller
  private let descriptor: Int32
  private let token: UInt64
  private let isClosed = Atomic(false)

  /// Watches; nil when the system refuses.
  ///
  /// - Parameters:
  ///   - isForWriting: waits for room to write instead of something to read.
  ///   - ready: called on the reader's thread whenever it is so, or the descriptor has failed; must
  ///     not block.
  public init?(
    _ lab: Lab, _ descriptor: Int32, isForWriting: Bool = false,
    ready: @escaping @Sendable () -> Void
  ) {
    poller = lab.poller
    self.descriptor = descriptor
    token = poller.add(descriptor, isForWriting ? [.writable, .edge] : [.readable]) { _ in ready() }
    if token == 0 { return nil }
  }

  /// No further calls; again is harmless.
  public func close() {
    let wasClosed = isClosed.exchange(true, ordering: .acquiringAndReleasing)
    if !wasClosed { poller.remove(descriptor, token: token) }
  }
}

extension Lab {
  /// A link over a packet socket: one send is one packet. It owns the descriptor.
  ///
  /// - Parameter onClose: runs once, before the descriptor is closed.
  public func packetLink(
    _ name: String, over descriptor: Int32, onClose: @escaping @Sendable () -> Void = {}
  ) -> any ImmediateLink {
    DescriptorLink(
      self, name: name, input: descriptor, output: descriptor, preservesMessages: true,
      onClose: onClose)
  }
}
