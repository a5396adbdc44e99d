// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// The identifier of a test configuration parameter.
public struct TestConfigID: ParameterIdentifier {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, known or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `NUM_PACKETS` (AOSP, observed: Qorvo host tools).
  public static let numPackets = TestConfigID(rawValue: 0x00)
  /// `T_GAP` (AOSP, observed: Qorvo host tools).
  public static let tGap = TestConfigID(rawValue: 0x01)
  /// `T_START` (AOSP, observed: Qorvo host tools).
  public static let tStart = TestConfigID(rawValue: 0x02)
  /// `T_WIN` (AOSP, observed: Qorvo host tools).
  public static let tWin = TestConfigID(rawValue: 0x03)
  /// `RANDOMIZE_PSDU` (AOSP, observed: Qorvo host tools).
  public static let randomizePSDU = TestConfigID(rawValue: 0x04)
  /// `PHR_RANGING_BIT` (AOSP, observed: Qorvo host tools).
  public static let phrRangingBit = TestConfigID(rawValue: 0x05)
  /// `RMARKER_TX_START` (AOSP, observed: Qorvo host tools).
  public static let rmarkerTXStart = TestConfigID(rawValue: 0x06)
  /// `RMARKER_RX_START` (AOSP, observed: Qorvo host tools).
  public static let rmarkerRXStart = TestConfigID(rawValue: 0x07)
  /// `STS_INDEX_AUTO_INCR` (AOSP, observed: Qorvo host tools).
  public static let stsIndexAutoIncr = TestConfigID(rawValue: 0x08)
  /// `STS_DETECT_BITMAP` (AOSP).
  public static let stsDetectBitmap = TestConfigID(rawValue: 0x09)
  /// `QORVO_RSSI_OUTLIERS` (observed: Qorvo host tools; reported).
  public static let qorvoRSSIOutliers = TestConfigID(rawValue: 0xEB)

  /// All known parameters, in the order of their identifiers.
  public static let definitions: [ParameterDefinition] = [
    ParameterDefinition(id: 0x00, name: "NUM_PACKETS", sizes: [4]),
    ParameterDefinition(id: 0x01, name: "T_GAP", sizes: [4]),
    ParameterDefinition(id: 0x02, name: "T_START", sizes: [4]),
    ParameterDefinition(id: 0x03, name: "T_WIN", sizes: [4]),
    ParameterDefinition(id: 0x04, name: "RANDOMIZE_PSDU", sizes: [1]),
    ParameterDefinition(id: 0x05, name: "PHR_RANGING_BIT", sizes: [1]),
    ParameterDefinition(id: 0x06, name: "RMARKER_TX_START", sizes: [4]),
    ParameterDefinition(id: 0x07, name: "RMARKER_RX_START", sizes: [4]),
    ParameterDefinition(id: 0x08, name: "STS_INDEX_AUTO_INCR", sizes: [1]),
    ParameterDefinition(id: 0x09, name: "STS_DETECT_BITMAP", sizes: [1]),
    ParameterDefinition(id: 0xEB, name: "QORVO_RSSI_OUTLIERS", sizes: [2], vendor: .qorvo),
  ]
  static let index = ParameterIndex(definitions)
  /// The definition of the parameter; nil for an unknown one.
  public var definition: ParameterDefinition? { Self.index[rawValue] }
}
