import BootProtocols

extension FuzzTarget {
  /// CBOR of management messages.
  static let cbor = FuzzTarget("CBOR") { bytes in
    guard let value = try? CBORValue(decoding: bytes) else { return }
    let encoded = value.encoded
    guard let again = try? CBORValue(decoding: encoded) else {
      broken("what was written cannot be read: \(value)")
    }
    // Bytes, not values: no number equals nothing, itself included.
    expectEqual(again.encoded, encoded, "written again")
    // The longest form of a head has nine bytes, the shortest one.
    expect(encoded.count <= bytes.count * 9, "\(bytes.count) bytes become \(encoded.count)")
  }
}
