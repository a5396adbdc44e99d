import NearbyAccessory
import WireFormat

extension FuzzTarget {
  /// The two blobs of the NXP demonstration for Android.
  static let androidBlobs = FuzzTarget("AndroidBlobs") { bytes in
    do throws(WireError) {
      let data = try UwbDeviceConfigurationData.decode(bytes)
      expect(data.profiles.count <= 32, "more profiles than bits")
      expectEqual((try? data.encode()) ?? [], bytes, "the device's blob written again")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
    do throws(WireError) {
      let data = try UwbPhoneConfigurationData.decode(bytes)
      expectEqual((try? data.encode()) ?? [], bytes, "the phone's blob written again")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
  }
}
