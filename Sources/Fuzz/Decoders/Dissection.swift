import Dissection
import NearbyAccessory
import UCI

extension FuzzTarget {
  /// Any bytes as named fields, by every dissector.
  static let dissection = FuzzTarget("Dissection") { bytes in
    for dialect in ["fira1", "fira2+qorvo", "fira2+nxp", "fira2+android"] {
      check(Dissection.uci(bytes, dialect: UCIDialect(dialect) ?? .fira2), bytes)
    }
    for direction in AccessoryMessage.Direction.allCases {
      check(Dissection.accessory(bytes, direction: direction), bytes)
    }
    check(Dissection.rangingOOB(bytes), bytes)
    check(Dissection.findHub(bytes), bytes)
    check(Dissection.accessoryConfigurationData(bytes), bytes)
    check(Dissection.shareableConfigurationData(bytes), bytes)
  }
}

private func check(_ packet: DissectedPacket, _ bytes: [UInt8]) {
  expectEqual(packet.bytes, bytes, "the bytes of \(packet.name)")
  expectPrintable(packet.summary, "the summary")
  if let error = packet.error { expectPrintable(error, "the error") }
  for line in packet.lines { expectPrintable(line, "a line") }
  check(packet.fields, within: bytes.count)
}

private func check(_ fields: [Field], within count: Int) {
  for field in fields {
    expect(
      field.offset >= 0 && field.length >= 0 && field.offset + field.length <= count,
      "\(field.name) has \(field.length) bytes at \(field.offset) of \(count)")
    check(field.children, within: count)
  }
}
