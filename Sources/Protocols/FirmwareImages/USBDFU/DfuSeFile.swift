internal import WireFormat

/// A DfuSe file (ST UM0391): images for the alternate settings of a device, each of elements with
/// addresses.
public struct DfuSeFile: Equatable, Sendable {
  /// The content of one alternate setting.
  public struct Target: Equatable, Sendable {
    /// The alternate setting it is written through.
    public var alternate: UInt8
    /// The target's name, where it has one.
    public var name: String?
    /// The bytes to write.
    public var contents: SparseImage
  }

  /// The targets, in the file's order.
  public let targets: [Target]
  /// The suffix at the file's end.
  public let suffix: DFUSuffix

  static let name = "DfuSe file"
  static let mark = Array("DfuSe".utf8)

  /// Reads a whole file.
  ///
  /// - Throws: ``ImageError`` with the offset.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard bytes.count >= 11 + DFUSuffix.size, bytes.starts(with: Self.mark) else {
      throw ImageError(
        .invalid, Self.name, .byte(0), field: "mark", found: "\"\(printable(bytes.prefix(5)))\"",
        allowed: "\"DfuSe\" and at least 27 bytes")
    }
    guard bytes[5] == 1 else {
      throw ImageError(
        .unsupported, Self.name, .byte(5), field: "version", found: "\(bytes[5])", allowed: "1")
    }
    suffix = try DFUSuffix(endOf: bytes)
    let end = bytes.count - DFUSuffix.size
    guard bytes.length(6) == end else {
      throw ImageError(
        .invalid, Self.name, .byte(6), field: "size", found: "\(bytes.length(6))",
        allowed: "\(end)")
    }
    var at = 11
    var targets: [Target] = []
    for number in 0..<Int(bytes[10]) {
      targets.append(try Self.target(number, in: bytes, at: &at, end: end))
    }
    guard at == end else {
      throw ImageError(
        .invalid, Self.name, .byte(at), field: "targets", found: "\(end - at) bytes more",
        allowed: "none")
    }
    self.targets = targets
  }

  private static func target(
    _ number: Int, in bytes: [UInt8], at: inout Int, end: Int
  ) throws(ImageError) -> Target {
    guard at + 274 <= end, bytes.part(at, 6) == Array("Target".utf8) else {
      throw ImageError(
        .invalid, name, .byte(at), field: "target \(number)",
        found: "\"\(printable(bytes.part(at, min(6, max(0, end - at)))))\"",
        allowed: "\"Target\" and 274 bytes")
    }
    let start = at
    let size = bytes.length(at + 266)
    let count = bytes.length(at + 270)
    at += 274
    guard size <= end - at else {
      throw .truncated(name, at: at, field: "target \(number)", has: end - at, needs: size)
    }
    let targetEnd = at + size
    var runs: [ImageSegment] = []
    for _ in 0..<count {
      let length = bytes.length(at + 4)
      guard at + 8 <= targetEnd, length <= targetEnd - at - 8 else {
        throw .truncated(
          name, at: at, field: "element of target \(number)", has: targetEnd - at,
          needs: 8 + length)
      }
      runs.append(ImageSegment(address: bytes.u32(at), bytes: bytes.part(at + 8, length)))
      at += 8 + length
    }
    guard at == targetEnd else {
      throw ImageError(
        .invalid, name, .byte(at), field: "elements of target \(number)",
        found: "\(targetEnd - at) bytes more", allowed: "none")
    }
    return Target(
      alternate: bytes[start + 6],
      name: bytes.u32(start + 7) == 0 ? nil : bytes.text(start + 11, 255),
      contents: try SparseImage(runs))
  }
}
