import LabRuntime
import RangingOOB
import RigFile

/// An accessory for both kinds of phone as the watch follows it.
struct WatchedDual: WatchedBoard {
  private var accessory: WatchedAccessory
  private var oob: WatchedOOB
  private var protocols = TwoProtocols()

  init(_ board: RigBoard, limits: RigLimits) {
    accessory = WatchedAccessory(board, limits: limits)
    oob = WatchedOOB(board)
  }

  var ranges: [WatchedRange] { [] }

  func isCalled(_ address: [UInt8]) -> Bool {
    accessory.isCalled(address) || oob.isCalled(address)
  }

  mutating func opened(at now: LabInstant) {
    accessory.opened(at: now)
    oob.opened(at: now)
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    if let frame { protocols.sent(frame) }
    if protocols.speaksOOB || frame == nil { oob.sent(bytes, frame: frame, at: now) }
    if !protocols.speaksOOB || frame == nil { accessory.sent(bytes, frame: frame, at: now) }
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    protocols.speaksOOB
      ? oob.noise(reason, bytes: bytes, at: now) : accessory.noise(reason, bytes: bytes, at: now)
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    protocols.isOOB(received: frame)
      ? oob.received(frame, at: now) : accessory.received(frame, at: now)
  }

  func judge(_ deviation: Deviation) -> [Finding] { accessory.judge(deviation) }

  mutating func forgetIdentity() { accessory.forgetIdentity() }
}
