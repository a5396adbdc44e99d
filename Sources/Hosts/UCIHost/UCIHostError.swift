public import Errors
import Links
public import UCI
import WireFormat

/// Why a UWB subsystem did not do what it was asked for.
public struct UCIHostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure. The set may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The words for this kind.
    public let description: String
    /// A kind with words of its own.
    public init(_ description: String) { self.description = description }

    /// Nothing, or not what was awaited, came in time.
    public static let timedOut = Code("timed out")
    /// The board refused a command; ``UCIHostError/status`` says how.
    public static let status = Code("refused")
    /// The board asked to send the command again, as often as we do that.
    public static let busy = Code("busy")
    /// The board answered another command than the one that waits.
    public static let foreignResponse = Code("foreign response")
    /// A packet that is complete, but does not hold what its layout says.
    public static let malformed = Code("malformed")
    /// Segments that do not make a message.
    public static let damaged = Code("damaged")
    /// The board ended the session, or brought it into another state than asked for.
    public static let sessionEnded = Code("session ended")
    /// The board sent more than we keep.
    public static let flooded = Code("flooded")
    /// The link has ended or cannot be used.
    public static let closed = Code("closed")
    /// The task was cancelled.
    public static let cancelled = Code("cancelled")
  }

  /// The kind of failure.
  public let code: Code
  /// The command, or what was awaited, such as `SESSION_START_CMD`.
  public let subject: String
  /// The failure in words.
  public let reason: String
  /// The next step; empty when there is none.
  public let advice: String
  /// How the board refused; nil for any other kind.
  public let status: UCIStatus?
  /// Why the link failed; nil for any other kind.
  public let link: RigError?
  /// The packet that was in the way, if there was one.
  public let packet: ReceivedPacket?

  /// An error about one command, or about something awaited.
  public init(
    _ code: Code, _ subject: String, _ reason: String, advice: String = "",
    status: UCIStatus? = nil, link: RigError? = nil, packet: ReceivedPacket? = nil
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.advice = advice
    self.status = status
    self.link = link
    self.packet = packet
  }

  /// One line for a person.
  public var description: String {
    advice.isEmpty ? "\(subject): \(reason)" : "\(subject): \(reason). \(advice)"
  }

  /// The failure of a wait or a send.
  static func link(_ error: RigError, subject: String) -> UCIHostError {
    switch error.code {
    case .timedOut:
      UCIHostError(.timedOut, subject, "nothing came in time")
    case .cancelled: UCIHostError(.cancelled, subject, error.reason)
    default: UCIHostError(.closed, subject, "\(error)", link: error)
    }
  }

  static func refused(
    _ command: String, _ status: UCIStatus, dialect: UCIDialect, detail: String = "",
    packet: ReceivedPacket?
  ) -> UCIHostError {
    let words =
      "the board refused it with \(status.name(in: dialect)) (\(Hexadecimal.name(status.rawValue)))"
    return UCIHostError(
      .status, command, detail.isEmpty ? words : "\(words): \(detail)", status: status,
      packet: packet)
  }

  /// A packet in words: its name and its first bytes.
  static func text(_ packet: UCIPacket, dialect: UCIDialect) -> String {
    let bytes = Hexadecimal.encode(packet.payload.prefix(24))
    let more = packet.payload.count > 24 ? "…" : ""
    let name = UCIMessage.decode(packet: packet, dialect: dialect).name
    return bytes.isEmpty ? name : "\(name) \(bytes)\(more)"
  }
}
