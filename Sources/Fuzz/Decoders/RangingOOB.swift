import RangingOOB
import WireFormat

extension FuzzTarget {
  /// Messages of Ranging OOB and frames of Find Hub, by every decoder.
  static let rangingOOB = FuzzTarget("RangingOOB") { bytes in
    for tolerance in [OOBTolerance.strict, .lenient, .board] {
      do throws(WireError) {
        let message = try OOBMessage.decode(bytes, tolerance: tolerance)
        let written = message.encode()
        if tolerance == .strict { expectEqual(written, bytes, "the message written again") }
        expect(written.count <= bytes.count, "the message grows to \(written.count) bytes")
      } catch {
        expectPrintable(error.description, "the refusal")
      }
    }
    do throws(WireError) {
      expectEqual(try FindHubFrame.decode(bytes).encode(), bytes, "the frame written again")
    } catch {
      expectPrintable(error.description, "the refusal")
    }
  }
}
