import LabRuntime
public import RangingOOB
import UCI
import UCIHost

extension RadioOrder {
  /// What the radio of an Android phone is told for a configuration that it sent to a board of that
  /// address (Ranging OOB §9.2).
  public init(_ block: ConfigurationBlock.UWB, board: [UInt8], roundControl: UInt8 = 0x02) {
    let radio = AppConfiguration(
      block, boardAddress: board, side: .phone, roundControl: roundControl, measuresAngles: true)
    let own = Self.number(block.address)
    let other = Self.number(board)
    var parameters: RangingParameters =
      radio.isController
      ? .controller(address: own, peers: [other]) : .controlee(address: own, peers: [other])
    parameters.interval = UInt32(block.interval)
    // Its size is another one in each version of UCI.
    parameters.additional = radio.parameters.filter { $0.id != .uwbInitiationTime }
    self.init(sessionIdentifier: block.sessionID, parameters: parameters, peerAddress: other)
  }
}
