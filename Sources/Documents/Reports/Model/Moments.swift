package import Journal
import NearbyAccessory
import UCI

/// Something that happened during an attempt.
package struct Moment: Sendable {
  package enum Kind: Sendable {
    /// A frame; `count` is its whole length, of which `transfer` may hold the start only.
    case frame(transfer: Event.Transfer, count: Int)
    /// Bytes that the rig has sent past the framing, in one or several writes.
    case raw(transfer: Event.Transfer, count: Int, writes: Int)
    case failure(Event.Assertion)
    case step(String)
    case remark(String)
    /// A link that was opened or closed, or what was done to get a board back.
    case link(String, Link)
  }

  /// What a moment of a link is to the case.
  package enum Link: Sendable {
    case change
    /// The end of what the case did on the board: what follows tidies up.
    case ending
    /// An attempt to get the board back.
    case recovery
  }

  /// Lab time in microseconds.
  package let microseconds: Int64
  package let kind: Kind
}

extension Moment.Kind {
  /// What the rig sends to prove the state of a board, around whatever a case does.
  private static let proofs: Set = [
    AccessoryMessage.stop().encode(), AccessoryMessage.initialize().encode(),
    CoreGetDeviceInfoCommand().packet.bytes,
    CoreDeviceResetCommand(resetConfig: .uwbsReset).packet.bytes,
  ]

  var isSent: Bool {
    switch self {
    case .frame(let transfer, _): transfer.direction == .out
    case .raw: true
    default: false
    }
  }

  /// A frame of the rig that a board had to react to, and no proof of its state.
  var isStimulus: Bool {
    guard isSent, case .frame(let transfer, _) = self else { return isSent }
    return !Self.proofs.contains(transfer.bytes)
  }

  /// Whether from here on it went wrong: what the rig tries next must not push out what led to it.
  var isTurn: Bool {
    switch self {
    case .failure, .link(_, .ending): true
    default: false
    }
  }

  /// Whether it says how the case went on, also while the rig tidies up.
  var isOutcome: Bool {
    switch self {
    case .failure, .link(_, .recovery), .remark: true
    default: false
    }
  }
}

/// The moments around the first failure: the last before it, the stimulus in any case, and a few after
/// it up to where the rig tidies up.
package struct MomentWindow: Sendable {
  package static let capacity = 50
  static let after = 10
  private static let frameBytes = 512

  package private(set) var kept: [Moment] = []
  package private(set) var droppedBefore = 0
  /// Moments between the first kept one, which is the stimulus then, and the second.
  package private(set) var droppedWithin = 0
  package private(set) var droppedAfter = 0
  private var failureAt: Int?
  private var stimulusAt: Int?
  private var isTidying = false
  /// Whether the case goes on after a failure.
  private let goesOn: Bool

  /// Nothing so far.
  ///
  /// - Parameter goesOn: whether what follows a failure is of interest, and not the rig's tidying up.
  init(goesOn: Bool = false) { self.goesOn = goesOn }

  mutating func add(_ kind: Moment.Kind, at microseconds: Int64) {
    if let failureAt {
      if kind.isSent, !goesOn { isTidying = true }
      if kept.count - failureAt > Self.after || isTidying && !kind.isOutcome {
        droppedAfter += 1
        return
      }
    }
    if failureAt == nil, let last = kept.last, let joined = Self.joined(last.kind, kind) {
      kept[kept.count - 1] = Moment(microseconds: last.microseconds, kind: joined)
      return
    }
    var kind = kind
    let isStimulus = kind.isStimulus
    switch kind {
    case .frame(let transfer, let count):
      kind = .frame(transfer: Self.start(transfer), count: count)
    case .raw(let transfer, let count, let writes):
      kind = .raw(transfer: Self.start(transfer), count: count, writes: writes)
    default: break
    }
    if kind.isTurn, failureAt == nil { failureAt = kept.count }
    if isStimulus, failureAt == nil { stimulusAt = kept.count }
    kept.append(Moment(microseconds: microseconds, kind: kind))
    if kept.count > Self.capacity { drop() }
  }

  private static func start(_ transfer: Event.Transfer) -> Event.Transfer {
    guard transfer.bytes.count > frameBytes else { return transfer }
    var start = transfer
    start.bytes = Array(transfer.bytes.prefix(frameBytes))
    return start
  }

  /// Pieces of one message, sent to one board past the framing with nothing between them.
  private static func joined(_ first: Moment.Kind, _ next: Moment.Kind) -> Moment.Kind? {
    guard case .raw(var transfer, let count, let writes) = first, case .raw(let more, _, _) = next,
      transfer.board == more.board
    else { return nil }
    transfer.bytes += more.bytes.prefix(max(0, frameBytes - transfer.bytes.count))
    return .raw(transfer: transfer, count: count + more.bytes.count, writes: writes + 1)
  }

  private mutating func drop() {
    if stimulusAt == 0 {
      kept.remove(at: 1)
      droppedWithin += 1
    } else {
      kept.removeFirst()
      droppedBefore += 1 + droppedWithin
      droppedWithin = 0
      stimulusAt = stimulusAt.map { $0 - 1 }
    }
    failureAt = failureAt.map { max(0, $0 - 1) }
  }
}
