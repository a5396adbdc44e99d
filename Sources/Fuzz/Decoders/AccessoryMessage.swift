import NearbyAccessory
import WireFormat

extension FuzzTarget {
  /// Messages between phone and accessory, read in both directions.
  static let accessoryMessage = FuzzTarget("AccessoryMessage") { bytes in
    for direction in AccessoryMessage.Direction.allCases {
      do throws(WireError) {
        let message = try AccessoryMessage.decode(bytes, direction: direction)
        expectEqual(message.encode(), bytes, "\(direction) message written again")
        let again = try AccessoryMessage.decode(message.encode(), direction: direction)
        expect(again == message, "\(direction) message read again: \(again), \(message)")
      } catch {
        expectPrintable(error.description, "the refusal")
      }
    }
  }
}
