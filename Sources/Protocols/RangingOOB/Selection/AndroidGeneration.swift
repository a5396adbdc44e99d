/// The releases of Android that choose differently (Ranging OOB §5.5).
public enum AndroidGeneration: String, Hashable, Sendable, CaseIterable {
  /// Android 16 while it was made.
  case android16Preview = "android-16-preview"
  /// Android 16.
  case android16 = "android-16"
  /// Android 16 QPR3.
  case android16QPR3 = "android-16-qpr3"
  /// Android 17.
  case android17 = "android-17"

  /// The version that its requests have.
  public var version: UInt8 {
    switch self {
    case .android16Preview, .android16: 1
    case .android16QPR3: 2
    case .android17: 3
    }
  }

  /// Its decoder.
  public var tolerance: OOBTolerance {
    switch self {
    case .android16Preview, .android16: .lenient
    case .android16QPR3, .android17: .strict
    }
  }

  /// How long it waits for the capabilities.
  public var capabilityTimeout: Duration {
    self == .android16Preview ? .milliseconds(2000) : .milliseconds(4000)
  }

  /// The side that a board must be able to take.
  var demandedRole: OOBRole { self == .android16Preview ? .responder : .initiator }

  /// RANGING_ROUND_CONTROL of its radio.
  public var roundControl: UInt8 { self == .android16Preview ? 0x03 : 0x02 }

  /// The side and the mode that it sends (Ranging OOB §5.5).
  func sides(
    _ own: OOBDeviceType, _ peer: OOBDeviceType, peers: Int
  ) -> (role: OOBRole, mode: OOBMode) {
    switch self {
    case .android16Preview: (.responder, .controlee)
    case .android16: (.initiator, .controller)
    case .android16QPR3, .android17:
      (peers > 1 || own.powerRank > peer.powerRank ? .responder : .initiator, .controller)
    }
  }

  /// The version of a configuration for a peer: the own form is for equals alone (Ranging OOB §1.2).
  public func configurationVersion(for peer: UInt8) -> UInt8 {
    version == 3 && peer == 3 ? 3 : 1
  }
}
