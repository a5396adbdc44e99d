/// Bytes of an image and the address that they are for.
public struct ImageSegment: Equatable, Sendable {
  public var address: UInt32
  public var bytes: [UInt8]

  public init(address: UInt32, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }
}
