import LabRuntime
import Links
import RangingOOB
import RigFile
import WireFormat

/// An accessory for both kinds of phone as the watch follows it.
struct WatchedDual: WatchedBoard {
  private var accessory: WatchedAccessory
  private var oob: WatchedOOB
  private var protocols = TwoProtocols()
  /// Cuts what goes past the framing: what is asked there decides the protocol of the answer, too.
  private var outgoing: any FrameCutter

  init(_ board: RigBoard, limits: RigLimits) {
    outgoing = board.framing.map { StreamCutter($0) } ?? MessageCutter()
    accessory = WatchedAccessory(board, limits: limits)
    oob = WatchedOOB(board)
  }

  var ranges: [WatchedRange] { [] }
  var distanceRule: WatchRule { accessory.distanceRule }

  func isCalled(_ address: [UInt8]) -> Bool {
    accessory.isCalled(address) || oob.isCalled(address)
  }

  mutating func opened(at now: LabInstant) {
    outgoing.reset()
    accessory.opened(at: now)
    oob.opened(at: now)
  }

  mutating func sent(_ bytes: [UInt8], frame: [UInt8]?, at now: LabInstant) {
    guard let frame else {
      for case .frame(let message) in outgoing.feed(bytes) { protocols.sent(message) }
      oob.sent(bytes, frame: nil, at: now)
      accessory.sent(bytes, frame: nil, at: now)
      return
    }
    if protocols.sent(frame) {
      oob.sent(bytes, frame: frame, at: now)
    } else {
      accessory.sent(bytes, frame: frame, at: now)
    }
  }

  mutating func noise(_ reason: String, bytes: Int, at now: LabInstant) -> [Finding] {
    protocols.speaksOOB
      ? oob.noise(reason, bytes: bytes, at: now) : accessory.noise(reason, bytes: bytes, at: now)
  }

  mutating func received(_ frame: [UInt8], at now: LabInstant) -> [Finding] {
    protocols.isOOB(received: frame, isAwaited: accessory.awaits(frame))
      ? oob.received(frame, at: now) : accessory.received(frame, at: now)
  }

  mutating func forgetIdentity() { accessory.forgetIdentity() }
}
