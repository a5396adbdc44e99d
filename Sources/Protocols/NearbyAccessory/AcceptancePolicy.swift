import WireFormat

/// The rules of the simulated phone for accessory configuration data.
///
/// Apple documents none of this; the rules are the rig's own, drawn from the AOSP codec and the
/// layouts, and every one can be changed (accessory protocol §2.3). The default is strict.
public struct AcceptancePolicy: Hashable, Sendable {
  /// One thing that is looked at.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// Nothing stands behind the announced length.
    case totalLength = "total-length"
    /// The announced length fits the inner version.
    case innerLength = "inner-length"
    /// The wrapper's version is one that is accepted.
    case outerVersion = "outer-version"
    /// The preferred update rate is one that is known.
    case updateRate = "update-rate"
    case role
    /// From 2.0: enough slots in a round.
    case slotsPerRound = "slots-per-round"
    /// From 2.0: a slot of the smallest duration or more, in whole steps.
    case slotDuration = "slot-duration"
    /// From 2.0: at least one round fits into a block.
    case roundsPerBlock = "rounds-per-block"
    /// From 2.0: the interval is inside the bounds.
    case interval
    /// From 1.1: the drift is neither 0 nor above the limit.
    case clockDrift = "clock-drift"
    /// The inner version is one that was published, or above them; not looked at by default.
    case innerVersion = "inner-version"
    /// From 2.0: hopping is on or off; not looked at by default.
    case hoppingMode = "hopping-mode"
    /// Reserved bytes are zero; not looked at by default.
    case reservedBytes = "reserved-bytes"
    /// The address is neither 0x0000 nor 0xFFFF; not looked at by default.
    case sourceAddress = "source-address"
  }

  private var severities: [Rule: RuleViolation.Severity] = [
    .clockDrift: .warn, .innerVersion: .ignore, .hoppingMode: .ignore, .reservedBytes: .ignore,
    .sourceAddress: .ignore,
  ]

  /// Major versions of the wrapper that are accepted.
  public var outerVersions: ClosedRange<UInt16> = 1...UInt16.max
  /// Minor versions of the wrapper that are accepted.
  public var outerMinorVersions: ClosedRange<UInt16> = 0...UInt16.max
  /// Update rates that are accepted.
  public var updateRates: [PreferredUpdateRate] = [.automatic, .infrequent, .userInteractive]
  /// Roles that are accepted.
  public var roles: [RangingRole] = [.responder, .initiator]
  /// Fewest slots in a round, from 2.0.
  public var minimumSlotsPerRound: UInt16 = 6
  /// Shortest slot in RSTU, from 2.0.
  public var minimumSlotDuration: UInt16 = 2400
  /// A slot is a multiple of this many RSTU, from 2.0; 0 and 1 allow any.
  public var slotDurationStep: UInt16 = 1200
  /// Ranging interval in milliseconds, from 2.0.
  public var intervalBounds: ClosedRange<UInt16> = 100...5000
  /// Greatest drift in parts per million that is not remarked upon.
  public var maximumClockDrift: UInt16 = 200
  /// The error code for the application on a refusal: −5888, invalidConfiguration.
  public var errorCode = -5888

  /// The strict policy.
  public static let strict = AcceptancePolicy()

  /// Every rule, and the wrapper that was published alone: what an accessory should send.
  public static let complete: AcceptancePolicy = {
    var policy = AcceptancePolicy()
    for rule in Rule.allCases { policy[rule] = .reject }
    policy.outerVersions = 1...1
    policy.outerMinorVersions = 0...0
    return policy
  }()

  /// The strict policy, to be changed.
  public init() {}

  /// How serious a rule is; `reject` unless it was changed or says otherwise.
  public subscript(rule: Rule) -> RuleViolation.Severity {
    get { severities[rule] ?? .reject }
    set { severities[rule] = newValue }
  }

  /// The phone's judgement of a blob.
  public enum Outcome: Hashable, Sendable {
    /// The blob is used; the violations are warnings.
    case accepted(AccessoryConfigurationData, warnings: [RuleViolation])
    /// The blob is refused with an error code of the framework.
    case rejected(code: Int, violations: [RuleViolation])
  }

  /// Reads a blob and judges it; one that cannot be read is refused too.
  public func review(_ bytes: [UInt8]) -> Outcome {
    do throws(WireError) {
      let data = try AccessoryConfigurationData.decode(bytes)
      let found = violations(of: data)
      return found.contains { $0.severity == .reject }
        ? .rejected(code: errorCode, violations: found) : .accepted(data, warnings: found)
    } catch {
      return .rejected(code: errorCode, violations: [RuleViolation(error)])
    }
  }
}
