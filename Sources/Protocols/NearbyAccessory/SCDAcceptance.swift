import WireFormat

/// The rules of an accessory for shareable configuration data.
///
/// Vendors differ, so this is a value (accessory protocol §3.1, observed in firmware sources).
public struct SCDAcceptance: Hashable, Sendable {
  /// A total length that is accepted, and the version that it belongs to.
  public struct Shape: Hashable, Sendable {
    /// The version, or nil when the accessory does not look at it.
    public var version: SpecificationVersion?
    /// Total bytes, or nil when the accessory does not look at them.
    public var length: Int?
    /// The length byte, or nil when the accessory does not look at it.
    public var lengthByte: UInt8?

    /// A shape.
    public init(version: SpecificationVersion?, length: Int?, lengthByte: UInt8?) {
      (self.version, self.length, self.lengthByte) = (version, length, lengthByte)
    }

    /// Version, total length and length byte of a layout, all exact.
    public static func exact(_ version: SpecificationVersion) -> Shape {
      let length = version.layout.shareableLength
      return Shape(
        version: version, length: length,
        lengthByte: UInt8(truncatingIfNeeded: length - ShareableConfigurationData.headerLength))
    }
  }

  /// Shapes that are accepted; one of them must fit.
  public var shapes: [Shape]
  /// Fewest total bytes.
  public var minimumLength: Int
  /// Whether the length byte may not promise more bytes than there are.
  public var lengthByteMustFit: Bool
  /// Whether a version above that of the accessory's own data is refused.
  public var refusesHigherVersion: Bool
  /// Whether a phone with the accessory's own address is refused.
  public var refusesOwnAddress: Bool

  /// Any acceptance.
  public init(
    shapes: [Shape], minimumLength: Int = 0, lengthByteMustFit: Bool = true,
    refusesHigherVersion: Bool = false, refusesOwnAddress: Bool = false
  ) {
    self.shapes = shapes
    self.minimumLength = minimumLength
    self.lengthByteMustFit = lengthByteMustFit
    self.refusesHigherVersion = refusesHigherVersion
    self.refusesOwnAddress = refusesOwnAddress
  }

  /// The rig's reference: 1.0 in 28, 1.1 in 30, 2.0 in 35 bytes, all exact; no version above its
  /// own, not its own address.
  public static let reference = SCDAcceptance(
    shapes: [.exact(.v1_0), .exact(.v1_1), .exact(.v2_0)], refusesHigherVersion: true,
    refusesOwnAddress: true)
  /// Qorvo's library: version 1.1 in exactly 30 bytes (reported).
  public static let qorvo = SCDAcceptance(shapes: [
    Shape(version: .v1_1, length: 30, lengthByte: nil)
  ])
  /// NXP's library: 28 or 30 bytes, whatever the version.
  public static let nxp = SCDAcceptance(
    shapes: [
      Shape(version: nil, length: 28, lengthByte: nil),
      Shape(version: nil, length: 30, lengthByte: nil),
    ], lengthByteMustFit: false)
  /// nrfuwb: 1.0 in 28 bytes or 1.1 in 30, and a length byte that fits.
  public static let nrfuwb = SCDAcceptance(
    shapes: [
      Shape(version: .v1_0, length: 28, lengthByte: nil),
      Shape(version: .v1_1, length: 30, lengthByte: nil),
    ], minimumLength: 28)
  /// Forthink: a length byte of 23 or 25.
  public static let forthink = SCDAcceptance(shapes: [
    Shape(version: nil, length: nil, lengthByte: 23),
    Shape(version: nil, length: nil, lengthByte: 25),
  ])

  /// The accessory's judgement of a blob.
  public enum Outcome: Hashable, Sendable {
    case accepted(ShareableConfigurationData)
    case refused(RuleViolation)
  }

  /// Reads a blob and judges it.
  ///
  /// - Parameters:
  ///   - version: the inner version of the accessory's own data; nil when it never sent any.
  ///   - ownAddress: the accessory's short address; nil when it has none.
  public func review(
    _ bytes: [UInt8], version: SpecificationVersion?, ownAddress: UInt16?
  ) -> Outcome {
    do throws(WireError) {
      let data = try ShareableConfigurationData.decode(bytes)
      if let reason = refusal(
        of: data, length: bytes.count, version: version, ownAddress: ownAddress)
      {
        return .refused(reason)
      }
      return .accepted(data)
    } catch {
      return .refused(RuleViolation(error))
    }
  }

  private func refusal(
    of data: ShareableConfigurationData, length: Int, version: SpecificationVersion?,
    ownAddress: UInt16?
  ) -> RuleViolation? {
    guard length >= minimumLength else {
      return RuleViolation(
        rule: "length", field: "SCD", offset: 0, found: "\(length) bytes",
        allowed: "\(minimumLength) bytes or more")
    }
    let following = length - ShareableConfigurationData.headerLength
    if lengthByteMustFit, Int(data.declaredLength) > following {
      return RuleViolation(
        rule: "length-byte", field: "ConfigDataLength", offset: 4,
        found: "\(data.declaredLength) with \(following) bytes behind it",
        allowed: "at most what follows")
    }
    let fits = shapes.contains { shape in
      (shape.version ?? data.version) == data.version && (shape.length ?? length) == length
        && (shape.lengthByte ?? data.declaredLength) == data.declaredLength
    }
    guard fits else {
      return RuleViolation(
        rule: "shape", field: "MajorVersion", offset: 0,
        found: "version \(data.version), \(length) bytes, length byte \(data.declaredLength)",
        allowed: shapes.map(\.words).joined(separator: "; "))
    }
    if refusesHigherVersion, let version, data.version > version {
      return RuleViolation(
        rule: "version", field: "MajorVersion", offset: 0, found: "\(data.version)",
        allowed: "\(version) or below, as in the accessory configuration data")
    }
    if refusesOwnAddress, data.destinationAddress == ownAddress {
      return RuleViolation(
        rule: "own-address", field: "DEST_ADDRESS", offset: 26,
        found: "the accessory's own address", allowed: "another address")
    }
    return nil
  }
}

extension SCDAcceptance.Shape {
  fileprivate var words: String {
    let parts: [String?] = [
      version.map { "version \($0)" }, length.map { "\($0) bytes" },
      lengthByte.map { "length byte \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
