import NearbyAccessory
import WireFormat

extension FuzzTarget {
  /// Shareable configuration data, and what accessories make of it.
  static let shareableConfigurationData = FuzzTarget("ShareableConfigurationData") { bytes in
    do throws(WireError) {
      let data = try ShareableConfigurationData.decode(bytes)
      expectEqual((try? data.encode()) ?? [], bytes, "the blob written again")
      expect(data.byteCount == bytes.count, "\(data.byteCount) bytes, not \(bytes.count)")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
    let makes: [SCDAcceptance] = [.reference, .qorvo, .nxp, .nrfuwb, .forthink]
    for acceptance in makes {
      guard case .accepted(let data) = acceptance.review(bytes, version: .v1_1, ownAddress: 0x1234)
      else {
        continue
      }
      expectEqual((try? data.encode()) ?? [], bytes, "the accepted blob written again")
    }
  }
}
