/// The configuration ids of Android's ranging module (Ranging OOB §5.3, §9.1).
public enum OOBConfigID {
  /// The intervals of an id in milliseconds: fast, normal, infrequent.
  public static func rates(of id: UInt8) -> [Int] {
    switch id {
    case 2, 4, 5: [120, 200, 600]
    case 6: [96, 240, 600]
    default: [120, 240, 600]
    }
  }

  /// STS_CONFIG: 0 static, 3 provisioned, 4 provisioned with individual keys.
  public static func stsConfiguration(of id: UInt8) -> UInt8 {
    switch id {
    case 1, 2: 0
    case 5: 4
    default: 3
    }
  }

  /// Whether one controller ranges with several.
  public static func isOneToMany(_ id: UInt8) -> Bool { [2, 4, 5].contains(id) }

  /// SLOTS_PER_RR.
  public static func slotsPerRound(of id: UInt8) -> UInt8 { isOneToMany(id) ? 20 : 6 }

  /// The lengths of the key.
  public static func keyLengths(of id: UInt8) -> [Int] {
    stsConfiguration(of: id) == 0 ? [8] : [16, 32]
  }

  /// Preambles of the higher pulse rate.
  public static func isHPRF(_ preamble: Int) -> Bool { (25...32).contains(preamble) }
}
