public import Links
import NearbyAccessory
public import RangingOOB
import RigFile
public import WireFormat

extension FindHubChannel: GATTEnvelope {
  /// The forms of proof.
  public func ways(of message: [UInt8]) -> Int { Self.forms(of: message).count }

  /// The value that carries a message.
  public mutating func wrap(
    _ message: [UInt8], read value: [UInt8], way: Int
  ) throws(WireError) -> [UInt8] {
    try wrap(message, read: value, coversData: Self.forms(of: message)[way])
  }
}

extension RigBoard {
  /// The envelope of its messages in the Find Hub network; nil for a board with messages as they are.
  var findHub: FindHubChannel? {
    guard dataChannel == GATTLayout.findHub, let key = claims.accountKeys?.first else { return nil }
    return FindHubChannel(key: key)
  }
}
