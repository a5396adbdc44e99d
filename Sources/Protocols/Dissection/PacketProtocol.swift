extension Dissection {
  /// The protocol of a packet or blob. The raw values are the words of `uwbrig decode`.
  public enum PacketProtocol: String, Codable, CaseIterable, Sendable {
    case uci
    /// A message of the accessory data channel.
    case accessory
    /// Accessory configuration data.
    case acd
    case scd
    /// A message of Android's Ranging OOB.
    case rangingOOB = "ranging-oob"
    /// A Ranging OOB message in a frame of the Find Hub network.
    case findHub = "find-hub"
  }
}
