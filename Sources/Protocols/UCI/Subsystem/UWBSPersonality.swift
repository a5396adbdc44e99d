/// The traits of one make of UWB subsystem: its description of itself, in which
/// order it talks, what it insists on.
public struct UWBSPersonality: Sendable, CustomStringConvertible {
  /// One thing that a subsystem sends when a command is carried out.
  public enum Step: Hashable, Sendable {
    case response
    /// CORE_DEVICE_STATUS_NTF, when the device's state has changed or was asked to be told.
    case deviceStatus
    /// CORE_DEVICE_STATUS_NTF READY, whether or not that is new; none while a session ranges.
    case ready
    /// CORE_DEVICE_STATUS_NTF with the state before READY.
    case booting
    /// SESSION_STATUS_NTF of the session, or of every session that the command ended.
    case sessionStatus
  }

  /// A command of a vendor's group.
  public struct VendorCommand: Hashable, Sendable {
    /// Its group.
    public var gid: UInt8
    /// Its opcode.
    public var oid: UInt8
  }

  /// Which parameter counts what when angles are interleaved.
  public struct Interleaving: Hashable, Sendable {
    /// Rounds that measure range alone.
    public var range: AppConfigID
    /// Rounds that measure the azimuth too.
    public var azimuth: AppConfigID
    /// Rounds that measure the elevation too.
    public var elevation: AppConfigID

    /// Range, azimuth, elevation: 0xE3, 0xE4, 0xE5 (AOSP, Qorvo host tools).
    public static let rangeFirst = Interleaving(
      range: .nbOfRangeMeasurements, azimuth: .nbOfAzimuthMeasurements,
      elevation: .nbOfElevationMeasurements)
    /// Azimuth, elevation, range: 0xE3, 0xE4, 0xE5 (AOSP's NXP HAL).
    public static let azimuthFirst = Interleaving(
      range: .nbOfElevationMeasurements, azimuth: .nbOfRangeMeasurements,
      elevation: .nbOfAzimuthMeasurements)
  }

  /// A name for logs.
  public var name: String
  /// The generation and vendor of its messages.
  public var dialect: UCIDialect
  /// CORE_GET_DEVICE_INFO_RSP.
  public var deviceInfo: CoreGetDeviceInfoResponse
  /// The list of CORE_GET_CAPS_INFO_RSP.
  public var capabilities: [CapabilityTLV]
  /// Groups whose unknown opcodes are answered with UNKNOWN_OID; the others get UNKNOWN_GID.
  public var groups: [UInt8]
  /// Session types that SESSION_INIT takes.
  public var sessionTypes: [UCISessionType] = [.firaRanging, .firaRangingAndInBandData]
  /// Sessions at once.
  public var maximumSessions: Int
  /// Controlees of one session.
  public var maximumControlees: Int = 8
  /// Bytes of the largest control message that it takes or sends, header included.
  public var maximumMessageSize: Int = 259
  /// Bytes of payload of the largest data message, in one packet.
  public var maximumDataPayload: Int
  /// Data messages of one session that wait for the air; a host that sends more has no credit.
  public var dataCredits: Int = 1
  /// Rounds in which the receiver of a data message may stay silent before it is given up.
  public var dataAttempts: UInt8 = 3
  /// Whether data for a session in IDLE is answered with a credit, segment by segment, and dropped.
  public var creditsIdleData: Bool = false
  /// The handle of the first session after a reset.
  public var firstHandle: UInt32 = 1
  /// Parameters without which SET_APP_CONFIG is rejected.
  public var requiredToConfigure: [AppConfigID] = []
  /// Parameters without which a session stays in INIT and START answers
  /// ERROR_SESSION_NOT_CONFIGURED.
  public var requiredToStart: [AppConfigID]
  /// Parameters that an active session takes.
  public var changeableWhileActive: [AppConfigID] = [
    .sessionInfoNtfConfig, .nearProximityConfig, .farProximityConfig, .aoaBoundConfig,
    .blockStrideLength, .suspendRangingRounds,
  ]
  /// Values that the board supports where it supports fewer than the table has.
  public var supportedValues: [AppConfigID: [Int64]]
  /// The order of messages after booting.
  public var bootOrder: [Step] = [.deviceStatus]
  /// The order of messages upon CORE_DEVICE_RESET.
  public var resetOrder: [Step]
  /// The order of messages upon SESSION_START.
  public var startOrder: [Step]
  /// The order of messages upon SESSION_STOP.
  public var stopOrder: [Step] = [.response, .sessionStatus, .deviceStatus]
  /// The order of messages upon SESSION_DEINIT.
  public var deinitOrder: [Step] = [.response, .sessionStatus, .deviceStatus]
  /// The answer to SESSION_START of an active session.
  public var startWhenActive: UCIStatus = .errorSessionActive
  /// The answer to SESSION_STOP of a session that does not range.
  public var stopWhenIdle: UCIStatus = .errorSessionNotConfigured
  /// For how long after SESSION_STOP and SESSION_DEINIT the next command is not carried out, but
  /// answered by a request to send it again; nil when the board is never busy.
  public var busyTime: Duration?
  /// Whether each command is answered by a request to send it again before it is carried out.
  public var defersFirstSend = false
  /// For how long the chip is gone when it restarts upon CORE_DEVICE_RESET; nil when it stays.
  public var restartTime: Duration?
  /// A distance below this, in cm, is reported as a negative one; nil when none ever is.
  public var negativeBelowCentimetres: UInt16?
  /// Whether a peer that was not heard has a record in SESSION_INFO.
  public var reportsMissing: Bool = true
  /// Bytes of its own behind the measurements of SESSION_INFO.
  public var measurementTrailer: Int = 0
  /// Commands of its own that it answers with OK and does nothing about.
  public var acknowledged: [VendorCommand] = []
  /// The parameters that say how many rounds of a cycle measure range, azimuth and elevation when
  /// AOA_RESULT_REQ is INTERLEAVED.
  public var interleaving: Interleaving = .rangeFirst
  /// Whether the board measures angles.
  public var measuresAngles: Bool = true
  /// How it treats its calibration otherwise than it says; nil for not at all.
  public var calibrationFault: UWBSCalibration.Fault?
  /// The slot in which a response that does not come is missed; the responders follow each other.
  public var firstMissedSlot: UInt8 = 2

  /// The generation that its device information tells of, which may be a later one than its layouts'.
  var reportedVersion: UCIVersion { UCIDialect(deviceInfo: deviceInfo).version }

  /// The name.
  public var description: String { name }

  static func list(_ values: KeyValuePairs<UInt8, [UInt8]>) -> [CapabilityTLV] {
    values.map { CapabilityTLV(id: $0.key, value: $0.value) }
  }
}
