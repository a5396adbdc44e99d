/// The result of one round for one peer, as the radio of a subsystem knows it.
public struct UWBSMeasurement: Hashable, Sendable {
  /// An angle with its figure of merit, 0 to 100.
  public struct Angle: Hashable, Sendable {
    /// The angle in degrees.
    public var degrees: Double
    /// The figure of merit.
    public var figureOfMerit: UInt8

    /// An angle and its figure of merit.
    public init(degrees: Double, figureOfMerit: UInt8 = 100) {
      self.degrees = degrees
      self.figureOfMerit = figureOfMerit
    }

    /// Q9.7.
    var raw: Int16 {
      let scaled = min(max(degrees * 128, -32_768), 32_767)
      // `rounded()` would need the C mathematics library at link time.
      return scaled.isNaN ? 0 : Int16(clamping: Int(scaled + (scaled < 0 ? -0.5 : 0.5)))
    }
  }

  /// The address of the peer, in wire order.
  public var address: [UInt8]
  /// How the round ended for this peer.
  public var status: UCIStatus
  /// Whether there was a line of sight.
  public var lineOfSight: UCILineOfSight
  /// The distance in cm; nil when there is none.
  public var distanceCentimetres: UInt16?
  /// The azimuth, where the board measures it.
  public var azimuth: Angle?
  /// The elevation, where the board measures it.
  public var elevation: Angle?
  /// The slot of the failure; 0 when there was none.
  public var slotIndex: UInt8
  /// The signal strength in dBm, reported when the session asks for it.
  public var signalStrengthDBm: Double?

  /// A successful measurement, or one of another status.
  public init(
    address: [UInt8], status: UCIStatus = .ok, lineOfSight: UCILineOfSight = .unknown,
    distanceCentimetres: UInt16?, azimuth: Angle? = nil, elevation: Angle? = nil,
    slotIndex: UInt8 = 0, signalStrengthDBm: Double? = nil
  ) {
    self.address = address
    self.status = status
    self.lineOfSight = lineOfSight
    self.distanceCentimetres = distanceCentimetres
    self.azimuth = azimuth
    self.elevation = elevation
    self.slotIndex = slotIndex
    self.signalStrengthDBm = signalStrengthDBm
  }

  /// A peer that did not answer (observed: DWM3001CDK).
  public static func missing(_ address: [UInt8], slotIndex: UInt8) -> UWBSMeasurement {
    UWBSMeasurement(
      address: address, status: .rangingRXTimeout, distanceCentimetres: nil, slotIndex: slotIndex)
  }

  struct Angles: OptionSet, Sendable {
    let rawValue: UInt8
    static let azimuth = Angles(rawValue: 1)
    static let elevation = Angles(rawValue: 2)
    static let all: Angles = [.azimuth, .elevation]
  }

  /// The record of SESSION_INFO, with the fields that the session asks for.
  ///
  /// - Parameter negativeBelow: a distance below this comes out negative: it is reported by its
  ///   amount and a status of its own (that the status means this is inferred).
  func record(
    in configuration: AppConfiguration, dialect: UCIDialect, angles: Angles,
    negativeBelow: UInt16? = nil
  ) -> UCIMeasurement {
    let azimuth = angles.contains(.azimuth) ? azimuth : nil
    let elevation = angles.contains(.elevation) ? elevation : nil
    let isNegative = distanceCentimetres.map { $0 < negativeBelow ?? 0 } ?? false
    let status = status == .ok && isNegative ? .okNegativeDistanceReport : status
    let reporting = AppConfigID.rssiReporting(in: dialect)
    let rssi = configuration.number(reporting) == 1 ? rawSignalStrength : 0
    let isShort = configuration.addressSize == 2
    if isShort {
      return .twrShort(
        TWRShortMeasurement(
          mac: address, status: status, nlos: lineOfSight,
          distance: distanceCentimetres ?? 0xFFFF,
          aoaAzimuth: azimuth?.raw ?? 0, aoaAzimuthFoM: azimuth?.figureOfMerit ?? 0,
          aoaElevation: elevation?.raw ?? 0, aoaElevationFoM: elevation?.figureOfMerit ?? 0,
          aoaDestAzimuth: 0, aoaDestAzimuthFoM: 0, aoaDestElevation: 0, aoaDestElevationFoM: 0,
          slotIndex: slotIndex, rssi: rssi))
    }
    return .twrExtended(
      TWRExtendedMeasurement(
        mac: address, status: status, nlos: lineOfSight,
        distance: distanceCentimetres ?? 0xFFFF,
        aoaAzimuth: azimuth?.raw ?? 0, aoaAzimuthFoM: azimuth?.figureOfMerit ?? 0,
        aoaElevation: elevation?.raw ?? 0, aoaElevationFoM: elevation?.figureOfMerit ?? 0,
        aoaDestAzimuth: 0, aoaDestAzimuthFoM: 0, aoaDestElevation: 0, aoaDestElevationFoM: 0,
        slotIndex: slotIndex, rssi: rssi))
  }

  /// A magnitude in Q7.1; 0 is none.
  private var rawSignalStrength: UInt8 {
    guard let signalStrengthDBm, signalStrengthDBm < 0 else { return 0 }
    return UInt8(min(-2 * signalStrengthDBm + 0.5, 255))
  }
}
