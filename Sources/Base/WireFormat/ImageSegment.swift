/// Bytes of an image and the address that they are for: what image files hold and boot protocols
/// write.
public struct ImageSegment: Equatable, Sendable {
  /// First address, in the chip's address space.
  public var address: UInt32
  /// The bytes from there on.
  public var bytes: [UInt8]

  /// A run of bytes at an address.
  public init(address: UInt32, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }

  /// The addresses that the bytes are for. The end may lie at 4 GiB and beyond it, where no chip has
  /// memory: who writes the segment has to refuse it.
  public var range: Range<Int> { Int(address)..<(Int(address) + bytes.count) }
}
