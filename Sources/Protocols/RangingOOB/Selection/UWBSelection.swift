/// The parameters that a phone chooses from what it and a board can do (Ranging OOB §5.2, §5.3).
public struct UWBSelection: Hashable, Sendable {
  /// The configuration id.
  public var configID: UInt8
  /// The channel.
  public var channel: UInt8
  /// The preambles of which one is drawn.
  public var preambles: [Int]
  /// The interval in milliseconds, or the number of the rate that the preview of Android 16 sends.
  public var interval: UInt16
  /// The slot in milliseconds.
  public var slot: UInt8
  /// Bytes of the key.
  public var keyLength: Int
  /// The side that the board must take.
  public var role: OOBRole
  /// What goes with it.
  public var mode: OOBMode

  /// Why two cannot range.
  public enum Mismatch: String, Error, Hashable, Sendable {
    /// The board does not offer ultra-wideband.
    case technology = "peer offers no uwb"
    /// The board does not offer the role that the phone demands.
    case role = "peer lacks initiator role"
    /// No configuration id fits.
    case configID = "no common config id"
    /// Neither 9 nor 5 is common.
    case channel = "no common channel 9 or 5"
    /// No preamble is common.
    case preamble = "no common preamble"
    /// One of both needs more than the slowest rate.
    case interval = "interval incompatible"
    /// No rate is within the application's range.
    case rate = "no update rate in range"
  }

  /// Chooses, of what both can do.
  ///
  /// - Parameters:
  ///   - phone: what the phone can do, and what its application wants.
  ///   - type: what the board says it is.
  ///   - peers: boards of the session.
  public init(
    _ phone: OOBInitiatorSettings, peer: CapabilityBlock.UWB, of type: OOBDeviceType, peers: Int
  ) throws(Mismatch) {
    let (own, generation) = (phone.radio, phone.generation)
    guard peer.roles.contains(generation.demandedRole) else { throw .role }
    (role, mode) = generation.sides(phone.deviceType, type, peers: peers)

    let low = max(Int(own.minimumInterval), Int(peer.minimumInterval))
    let common = own.configIDs.intersection(peer.configIDs)
    let candidates = Self.configIDs(
      phone, peers: peers, least: max(low, phone.range.lowerBound))
    guard let chosen = candidates.first(where: { common.contains(Int($0)) }) else {
      throw .configID
    }
    configID = chosen
    keyLength = phone.isSecure ? 16 : 8

    let channels = own.channels.intersection(peer.channels)
    guard let channel = [9, 5].first(where: channels.contains) else { throw .channel }
    self.channel = UInt8(channel)
    slot = max(own.minimumSlot, peer.minimumSlot)

    let preambles = own.preambles.intersection(peer.preambles).numbers
    let fast = preambles.filter(OOBConfigID.isHPRF)
    guard !preambles.isEmpty else { throw .preamble }
    self.preambles = fast.isEmpty ? preambles : fast

    let rates = OOBConfigID.rates(of: chosen)
    let rate = try Self.rate(rates, low: max(low, rates[0]), phone.range)
    // The numbers of the ranging API: normal 1, infrequent 2, frequent 3.
    interval = UInt16(generation == .android16Preview ? [3, 1, 2][rate] : rates[rate])
  }

  /// The configuration ids that it would take, the best first.
  private static func configIDs(
    _ phone: OOBInitiatorSettings, peers: Int, least: Int
  ) -> [UInt8] {
    guard phone.generation == .android16Preview else { return phone.isSecure ? [6, 3] : [1] }
    if peers > 1 { return phone.isSecure ? [4] : [2] }
    guard phone.isSecure else { return [1] }
    return least <= OOBConfigID.rates(of: 6)[0] ? [6, 3] : [3]
  }

  /// The place of the fastest rate that both and the application allow.
  private static func rate(
    _ rates: [Int], low: Int, _ wanted: ClosedRange<Int>
  ) throws(Mismatch) -> Int {
    let slowest = rates[rates.count - 1]
    guard low <= slowest else { throw .interval }
    if wanted.lowerBound > slowest { return rates.count - 1 }
    let range =
      wanted.upperBound < low
      ? low...slowest : max(low, wanted.lowerBound)...min(slowest, wanted.upperBound)
    guard let rate = rates.firstIndex(where: range.contains) else { throw .rate }
    return rate
  }
}
