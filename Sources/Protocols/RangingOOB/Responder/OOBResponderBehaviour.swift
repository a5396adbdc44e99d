/// What a board can do, and where it differs from other boards: one value per personality
/// (Ranging OOB §4, §6).
public struct OOBResponderBehaviour: Hashable, Sendable {
  /// The answer to a stop of what does not range.
  public enum IdleStop: String, Hashable, Sendable, CaseIterable {
    /// A response with nothing in it.
    case nothing
    /// A response with what was asked.
    case asked
    /// A refusal.
    case refusal
  }

  /// The highest version that it knows.
  public var version = OOBMessage.highestVersion
  /// What it offers; the first is what it would like best.
  public var blocks: [CapabilityBlock] = [
    .uwb(.init()), .channelSounding(.init()), .rssi(.init()),
  ]
  /// What it is, and how it changes technologies.
  public var tail = OOBMessage.Capabilities.Tail()
  /// How it decodes.
  public var tolerance = OOBTolerance.board
  /// A configuration or stop of a version above its own is refused; else it is taken as its own.
  public var refusesNewerVersions = false
  /// A configuration with a technology that has no meaning is refused; else that block is passed over.
  public var refusesUnknownBlocks = false
  /// A configuration that does not start all that it configures is refused, and an empty one.
  public var demandsStart = false
  /// A request for no technology is refused.
  public var refusesEmptyRequest = false
  /// A configuration is answered.
  public var answersConfiguration = true
  /// A stop is answered.
  public var answersStop = true
  /// A stop of what does not range.
  public var idleStop = IdleStop.nothing
  /// How long it ranges on without a link; nil: it stops and forgets at once.
  public var releaseTimeout: Duration? = .seconds(60)
  /// Motion is told.
  public var reportsMotion = true
  /// How often motion is told as long as there is some; nil: when it changes.
  public var motionPeriod: Duration?

  /// The rig's reference (Ranging OOB §10).
  public init() {}

  /// The block of ultra-wideband that it offers.
  public var ultraWideband: CapabilityBlock.UWB? {
    get { blocks.ultraWideband }
    set {
      guard let newValue,
        let index = blocks.firstIndex(where: { $0.ultraWideband != nil })
      else { return }
      blocks[index] = .uwb(newValue)
    }
  }

  /// The technologies that it offers.
  public var offered: OOBTechnologySet { OOBTechnologySet(blocks.map(\.technology)) }
}

extension CapabilityBlock.UWB {
  /// Why a configuration is none that a board with these capabilities can start; nil when it can
  /// (Ranging OOB §3.1).
  public func refusal(of block: ConfigurationBlock.UWB) -> String? {
    func unless(_ holds: Bool, _ what: String) -> String? { holds ? nil : what }
    let strangers: [[UInt8]] = [[0, 0], [0xFF, 0xFF], address]
    let slots = Int(OOBConfigID.slotsPerRound(of: block.configID)) * Int(block.slot)
    return [
      unless(configIDs.contains(Int(block.configID)), "configuration id \(block.configID)"),
      unless(channels.contains(Int(block.channel)), "channel \(block.channel)"),
      unless(preambles.contains(Int(block.preamble)), "preamble \(block.preamble)"),
      unless(roles.contains(block.role), "the role \(block.role)"),
      unless(block.mode.isKnown, "mode \(block.mode)"),
      unless(
        block.slot >= max(minimumSlot, 1) && block.slot <= 2, "a slot of \(block.slot) ms"),
      unless(
        block.interval >= minimumInterval && block.interval <= 5000
          && slots <= Int(block.interval), "an interval of \(block.interval) ms"),
      unless(
        OOBConfigID.keyLengths(of: block.configID).contains(block.key.count),
        "a key of \(block.key.count) bytes"),
      unless(block.sessionID != 0, "session id 0"),
      unless(!strangers.contains(block.address), "the address of the phone"),
    ].lazy.compactMap(\.self).first
  }
}
