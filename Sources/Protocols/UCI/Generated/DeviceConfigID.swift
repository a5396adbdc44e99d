// Made by Definitions/generate.py from Definitions/uci.yaml. Change those, not this.

/// The identifier of a device configuration parameter.
public struct DeviceConfigID: ParameterIdentifier {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte, known or not.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `DEVICE_STATE` (AOSP, pica).
  public static let deviceState = DeviceConfigID(rawValue: 0x00)
  /// `LOW_POWER_MODE` (AOSP, pica).
  public static let lowPowerMode = DeviceConfigID(rawValue: 0x01)
  /// `QORVO_CHANNEL_NUMBER` (observed: Qorvo host tools; reported).
  public static let qorvoChannelNumber = DeviceConfigID(rawValue: 0xA0)
  /// `QORVO_TRACES` (observed: Qorvo host tools; reported).
  public static let qorvoTraces = DeviceConfigID(rawValue: 0xA8)
  /// `QORVO_PM_MIN_INACTIVITY_S4` (observed: Qorvo host tools; reported).
  public static let qorvoPmMinInactivityS4 = DeviceConfigID(rawValue: 0xA9)
  /// `NXP_COEX_CONFIG` (AOSP; uncertain).
  public static let nxpCoexConfig = DeviceConfigID(rawValue: 0xF0)

  /// All known parameters, in the order of their identifiers.
  public static let definitions: [ParameterDefinition] = [
    ParameterDefinition(
      id: 0x00, name: "DEVICE_STATE", sizes: [1], access: .readOnly,
      values: ["READY": 1, "ACTIVE": 2, "ERROR": 255]),
    ParameterDefinition(id: 0x01, name: "LOW_POWER_MODE", sizes: [1], defaultValue: [1]),
    ParameterDefinition(id: 0xA0, name: "QORVO_CHANNEL_NUMBER", sizes: [1], vendor: .qorvo),
    ParameterDefinition(id: 0xA8, name: "QORVO_TRACES", sizes: [4], vendor: .qorvo),
    ParameterDefinition(
      id: 0xA9, name: "QORVO_PM_MIN_INACTIVITY_S4", sizes: [4], unit: "ms", vendor: .qorvo),
    ParameterDefinition(id: 0xF0, name: "NXP_COEX_CONFIG", sizes: [], kind: .bytes, vendor: .nxp),
  ]
  static let index = ParameterIndex(definitions)
  /// The definition of the parameter; nil for an unknown one.
  public var definition: ParameterDefinition? { Self.index[rawValue] }
}
