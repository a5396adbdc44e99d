import WireFormat

extension FuzzTarget {
  /// The stream framing: hexadecimal lines.
  static let hexLine = FuzzTarget("HexLine") { checkFraming(.hexline, $0) }
}
