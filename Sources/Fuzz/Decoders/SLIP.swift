import WireFormat

extension FuzzTarget {
  /// The stream framing: SLIP.
  static let slip = FuzzTarget("SLIP") { checkFraming(.slip, $0) }
}
