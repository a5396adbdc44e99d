import LabRuntime
import RangingOOB
import RigFile

/// An accessory for both kinds of phone as the watch follows it: what comes belongs to the protocol that
/// was spoken last, unless it can only be of the other.
struct WatchedDual: WatchedBoard {
  private var accessory: WatchedAccessory
  private var oob: WatchedOOB
  private var speaksOOB = false

  init(_ board: RigBoard, limits: RigLimits) {
    accessory = WatchedAccessory(board, limits: limits)
    oob = WatchedOOB(board)
  }

  var addresses: [[UInt8]] { accessory.addresses + oob.addresses }
  var ranges: [WatchedRange] { [] }

  mutating func opened(at now: LabInstant) {
    accessory.opened(at: now)
    oob.opened(at: now)
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    if let frame { speaksOOB = OOBMessage.isOfPhone(frame) }
    if speaksOOB || frame == nil { oob.sent(bytes, frame: frame, at: now) }
    if !speaksOOB || frame == nil { accessory.sent(bytes, frame: frame, at: now) }
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    speaksOOB
      ? oob.noise(reason, bytes: bytes, at: now) : accessory.noise(reason, bytes: bytes, at: now)
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    // An answer of Ranging OOB that comes late.
    let isOOB = (try? OOBMessage.decode(frame))?.kind.isFromBoard ?? false
    return isOOB || speaksOOB && frame.count > 1
      ? oob.received(frame, at: now) : accessory.received(frame, at: now)
  }

  func judge(_ deviation: Deviation) -> [Finding] { accessory.judge(deviation) }

  mutating func forgetIdentity() { accessory.forgetIdentity() }
}
