/// Tells apart whose the messages are on a channel that carries the accessory protocol of Apple's phones
/// beside Ranging OOB: what comes belongs to the protocol that was spoken last, unless it can only be of
/// the other.
public struct TwoProtocols: Hashable, Sendable {
  /// The phone has spoken Ranging OOB last.
  public private(set) var speaksOOB = false

  /// Before anything was said.
  public init() {}

  /// Takes a message of the phone.
  ///
  /// - Returns: whether it is one of Ranging OOB.
  @discardableResult
  public mutating func sent(_ message: [UInt8]) -> Bool {
    speaksOOB = OOBMessage.isOfPhone(message)
    return speaksOOB
  }

  /// Whether a message of the accessory is one of Ranging OOB: an answer, which may come late, or what
  /// nobody can read behind a question of that protocol.
  ///
  /// - Parameter isAwaited: it can be an answer of the other protocol that has not come yet. A slow board
  ///   may give it when the phone has gone on to Ranging OOB.
  public func isOOB(received message: [UInt8], isAwaited: Bool = false) -> Bool {
    let isAnswer = (try? OOBMessage.decode(message))?.kind.isFromBoard ?? false
    return isAnswer || speaksOOB && message.count > 1 && !isAwaited
  }
}
