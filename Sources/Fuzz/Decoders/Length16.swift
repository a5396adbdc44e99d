import WireFormat

extension FuzzTarget {
  /// The stream framing: a 16-bit count before each message.
  static let length16 = FuzzTarget("Length16") { checkFraming(.length16, $0) }
}
