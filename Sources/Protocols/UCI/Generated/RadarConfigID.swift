// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// The identifier of a radar configuration parameter.
public struct RadarConfigID: ParameterIdentifier {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, known or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `RADAR_TIMING_PARAMS` (AOSP).
  public static let radarTimingParams = RadarConfigID(rawValue: 0x00)
  /// `SAMPLES_PER_SWEEP` (AOSP).
  public static let samplesPerSweep = RadarConfigID(rawValue: 0x01)
  /// `CHANNEL_NUMBER` (AOSP).
  public static let channelNumber = RadarConfigID(rawValue: 0x02)
  /// `SWEEP_OFFSET` (AOSP).
  public static let sweepOffset = RadarConfigID(rawValue: 0x03)
  /// `RFRAME_CONFIG` (AOSP).
  public static let rframeConfig = RadarConfigID(rawValue: 0x04)
  /// `PREAMBLE_DURATION` (AOSP).
  public static let preambleDuration = RadarConfigID(rawValue: 0x05)
  /// `PREAMBLE_CODE_INDEX` (AOSP).
  public static let preambleCodeIndex = RadarConfigID(rawValue: 0x06)
  /// `SESSION_PRIORITY` (AOSP).
  public static let sessionPriority = RadarConfigID(rawValue: 0x07)
  /// `BITS_PER_SAMPLE` (AOSP).
  public static let bitsPerSample = RadarConfigID(rawValue: 0x08)
  /// `PRF_MODE` (AOSP).
  public static let prfMode = RadarConfigID(rawValue: 0x09)
  /// `NUMBER_OF_BURSTS` (AOSP).
  public static let numberOfBursts = RadarConfigID(rawValue: 0x0A)
  /// `RADAR_DATA_TYPE` (AOSP).
  public static let radarDataType = RadarConfigID(rawValue: 0x0B)

  /// All known parameters, in the order of their identifiers.
  public static let definitions: [ParameterDefinition] = [
    ParameterDefinition(id: 0x00, name: "RADAR_TIMING_PARAMS", sizes: [7], kind: .bytes),
    ParameterDefinition(id: 0x01, name: "SAMPLES_PER_SWEEP", sizes: [1]),
    ParameterDefinition(id: 0x02, name: "CHANNEL_NUMBER", sizes: [1]),
    ParameterDefinition(id: 0x03, name: "SWEEP_OFFSET", sizes: [2], kind: .signed),
    ParameterDefinition(id: 0x04, name: "RFRAME_CONFIG", sizes: [1]),
    ParameterDefinition(id: 0x05, name: "PREAMBLE_DURATION", sizes: [1]),
    ParameterDefinition(id: 0x06, name: "PREAMBLE_CODE_INDEX", sizes: [1]),
    ParameterDefinition(id: 0x07, name: "SESSION_PRIORITY", sizes: [1]),
    ParameterDefinition(
      id: 0x08, name: "BITS_PER_SAMPLE", sizes: [1],
      values: ["BITS_32": 0, "BITS_48": 1, "BITS_64": 2]),
    ParameterDefinition(id: 0x09, name: "PRF_MODE", sizes: [1]),
    ParameterDefinition(id: 0x0A, name: "NUMBER_OF_BURSTS", sizes: [2]),
    ParameterDefinition(
      id: 0x0B, name: "RADAR_DATA_TYPE", sizes: [1], values: ["RADAR_SWEEP_SAMPLES": 0]),
  ]
  static let index = ParameterIndex(definitions)
  /// The definition of the parameter; nil for an unknown one.
  public var definition: ParameterDefinition? { Self.index[rawValue] }
}
