/// What keeps two radios from hearing each other, as somebody sees it who sees the air itself: the rig of
/// virtual boards does.
extension RadioSession {
  /// Everything that the two would need to have in common and have not, each in words: `block interval:
  /// phone 180 ms, lock 200 ms`. Empty where they range.
  func differences(from other: RadioSession) -> [String] {
    var words: [String] = []
    func compare<Value: Equatable>(
      _ name: String, _ value: KeyPath<RadioSession, Value>, _ shown: (Value) -> String
    ) {
      let (mine, its) = (self[keyPath: value], other[keyPath: value])
      guard mine != its else { return }
      words.append("\(name): \(body) \(shown(mine)), \(other.body) \(shown(its))")
    }
    if role == other.role { words.append("role: both are the \(role)") }
    for (one, peer) in [(self, other), (other, self)] where !one.peers.contains(peer.address) {
      let expected = one.peers.map(Self.hexadecimal).joined(separator: " ")
      words.append(
        "address: \(peer.body) has \(Self.hexadecimal(peer.address)), and \(one.body) ranges with "
          + (expected.isEmpty ? "none" : expected))
    }
    compare("session id", \.air.sessionID) { "0x" + String($0, radix: 16) }
    compare("channel", \.air.channel) { "\($0)" }
    compare("preamble code", \.air.preamble) { "\($0)" }
    compare("start-of-frame delimiter", \.air.sfd) { "\($0)" }
    compare("RFRAME configuration", \.air.frame) { "\($0)" }
    compare("block interval", \.air.interval) { "\($0) ms" }
    compare("slot duration", \.air.slotDuration) { "\($0) RSTU" }
    compare("slots in a round", \.air.slotsPerRound) { "\($0)" }
    compare("round usage", \.air.roundUsage) { "\($0)" }
    compare("hopping", \.air.hopping) { $0 ? "on" : "off" }
    if !ignoresSTS, !other.ignoresSTS {
      compare("vendor id and STS initial vector", \.air.sts, Self.hexadecimal)
    }
    let format: [(String, KeyPath<AirInterface.Format, UInt8>)] = [
      ("STS_CONFIG", \.stsConfiguration), ("STS_LENGTH", \.stsLength),
      ("NUMBER_OF_STS_SEGMENTS", \.stsSegments), ("PRF_MODE", \.prfMode),
      ("PSDU_DATA_RATE", \.dataRate), ("BPRF_PHR_DATA_RATE", \.headerRate),
      ("PREAMBLE_DURATION", \.preambleDuration), ("MAC_FCS_TYPE", \.checksum),
      ("bytes of an address", \.addressSize), ("SCHEDULE_MODE", \.schedule),
      ("MULTI_NODE_MODE", \.multiNodeMode),
    ]
    for (name, field) in format {
      compare(name, (\RadioSession.air.format).appending(path: field)) { "\($0)" }
    }
    if !sharesSubSession(with: other) {
      words.append("sub-session: \(body) and \(other.body) have another id or key")
    }
    return words
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
