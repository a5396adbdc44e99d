import NearbyAccessory
import WireFormat

extension FuzzTarget {
  /// Accessory configuration data, and what a phone makes of it.
  static let accessoryConfigurationData = FuzzTarget("AccessoryConfigurationData") { bytes in
    var isReadable = false
    do throws(WireError) {
      let data = try AccessoryConfigurationData.decode(bytes)
      isReadable = true
      let encoded = (try? data.encode()) ?? []
      expectEqual(encoded, bytes, "the blob written again")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
    switch AcceptancePolicy.strict.review(bytes) {
    case .accepted(let data, let warnings):
      expect(isReadable, "accepted and not readable")
      expectEqual((try? data.encode()) ?? [], bytes, "the accepted blob written again")
      expect(!warnings.contains { $0.severity == .reject }, "accepted with a reason to refuse")
    case .rejected(_, let violations):
      expect(!violations.isEmpty, "refused without a reason")
    }
  }
}
