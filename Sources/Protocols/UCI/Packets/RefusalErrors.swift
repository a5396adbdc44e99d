/// Errors that a board may still tell beside its refusals.
///
/// Some boards send CORE_GENERIC_ERROR_NTF with the status of each refusal, behind its response and a while
/// later (50 ms were seen): other commands are answered by then. One belongs to each refusal, in their order.
/// That count decides, and no clock does, since a computer that is late reads late what was sent in time.
public struct RefusalErrors: Hashable, Sendable {
  /// The statuses of refusals whose error has not come, the oldest first.
  private var statuses: [UInt8] = []
  private var hasTold = false
  /// The board has refused as often as is remembered, and told no error of any.
  private var isSilent = false
  /// Refusals that are remembered. A board that tells errors has told those of older ones.
  private static let most = 32

  /// No refusal yet.
  public init() {}

  /// The board has answered with a status.
  public mutating func answered(_ status: UInt8) {
    guard status != UCIStatus.ok.rawValue, status != UCIStatus.commandRetry.rawValue else { return }
    if statuses.count == Self.most {
      statuses.removeFirst()
      isSilent = !hasTold
    }
    statuses.append(status)
  }

  /// Whether an error with a status belongs to a refusal, which then has its own. Refusals before that one
  /// have gone without: a reset may have ended them.
  public mutating func take(_ status: UInt8) -> Bool {
    guard !isSilent, let index = statuses.firstIndex(of: status) else { return false }
    statuses.removeFirst(index + 1)
    hasTold = true
    return true
  }
}
