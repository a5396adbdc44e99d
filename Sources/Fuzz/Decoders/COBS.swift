import WireFormat

extension FuzzTarget {
  /// The stream framing: COBS.
  static let cobs = FuzzTarget("COBS") { checkFraming(.cobs, $0) }
}
