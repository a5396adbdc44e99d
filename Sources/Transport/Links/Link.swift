public import Errors
public import LabRuntime

/// Bytes as they came from a carrier, with the time right after they were read.
public struct Chunk: Hashable, Sendable {
  /// What was read: one message where the link preserves messages, else any piece of the stream.
  public var bytes: [UInt8]
  /// When it was read, or when it came where the kernel says so.
  public var at: LabInstant

  /// Bytes read at a moment.
  public init(bytes: [UInt8], at: LabInstant) {
    self.bytes = bytes
    self.at = at
  }
}

/// An event of a carrier.
public enum LinkEvent: Sendable {
  case received(Chunk)
  /// The link has ended: unplugged, hung up, connection lost, program ended. Comes once, at the
  /// end.
  case closed(RigError)
}

/// The one seam that carries all bytes: a port, a socket, a program, memory, or a wrapper of one.
///
/// One owner sends and receives. Wrappers (capture, faults, line rate) are links that hold a link.
public protocol Link: Sendable {
  /// The name of this link in messages, such as `serial:/dev/ttyACM0`.
  var name: String { get }
  /// True when one send is one message at the other side (Bluetooth LE); false for byte streams.
  var preservesMessages: Bool { get }

  /// The processes of this machine at the other side, which may have to wait for a processor or a disk
  /// as this one may; nil where nothing is known of it, or it is a board of its own.
  var player: Player? { get }

  /// Starts the flow of events; called once. `receive` runs on the carrier's reader thread in a
  /// live lab and must not block.
  func start(_ receive: @escaping @Sendable (LinkEvent) -> Void)

  /// Sends bytes; suspends while the carrier takes no more.
  func send(_ bytes: [UInt8]) async throws(RigError)

  /// Holds back or lets flow what the other side sends, so that a flood fills the carrier, not us.
  func setReading(_ reading: Bool)

  /// Ends the link and gives back what it holds. Again is harmless; no event follows.
  func close()
}

extension Link {
  /// Nil: nothing is known of it, or it is a board of its own.
  public var player: Player? { nil }
}

/// A link that takes bytes at once where it can, so that an answer needs no task.
public protocol ImmediateLink: Link {
  /// Sends what the carrier takes now; how many bytes that were, or nil when the link has ended.
  func sendNow(_ bytes: [UInt8]) -> Int?
}

/// Where links come from: opens the same place again and again.
public protocol LinkSource: Sendable {
  var name: String { get }

  func open() async throws(RigError) -> any Link
}

/// A place whose links carry nothing by themselves: ``pump()`` runs beside.
public protocol PumpedSource: LinkSource {
  /// Moves what the links that were opened carry, until ``close()`` or cancellation.
  func pump() async

  func close()
}

/// The board's side: links appear when a host connects.
public protocol LinkListener: Sendable {
  /// Links that were accepted, not started yet; closed when the listener is.
  var connections: LabChannel<any Link> { get }

  /// Stops listening. A terminal or a port inside the program is gone with it, and hangs up.
  func close()
}

extension LabChannel {
  /// Serves elements beside each other as they come, until the channel is closed or the task is
  /// cancelled.
  func serveEach(_ serve: @escaping @Sendable (Element) async -> Void) async {
    await withDiscardingTaskGroup { group in
      while let element = try? await receive() { group.addTask { await serve(element) } }
      group.cancelAll()
    }
  }
}
