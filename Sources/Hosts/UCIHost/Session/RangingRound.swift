public import LabRuntime
public import UCI

/// The results of one ranging round, in metres, radians and dBm.
public struct RangingRound: Hashable, Sendable {
  /// The number of the round, counted by the board.
  public var sequence: UInt32
  /// The session, by the number in its messages.
  public var token: UInt32
  /// When the notification was read.
  public var at: LabInstant
  /// One for each peer.
  public var measurements: [Measurement]
}

extension RangingRound {
  /// The two-way ranging results of a notification; other measurement types give none.
  public init(_ notification: SessionInfoNotification, at: LabInstant) {
    self.init(
      sequence: notification.sequenceNumber, token: notification.sessionToken, at: at,
      measurements: notification.measurements.compactMap { record in
        switch record {
        case .twrShort(let record): Measurement(record)
        case .twrExtended(let record): Measurement(record)
        default: nil
        }
      })
  }
}

/// The results of one ranging round for one peer.
public struct Measurement: Hashable, Sendable {
  /// The peer's address in wire order, two or eight bytes.
  public var mac: [UInt8]
  /// How the round went.
  public var status: UCIStatus
  /// Whether the line of sight was free.
  public var lineOfSight: UCILineOfSight
  /// The distance; nil when the round failed.
  public var distanceMetres: Double?
  /// Where the peer stands, as this board sees it, in radians; nil when it has measured no angle.
  public var azimuth: Double?
  /// How high the peer stands, as this board sees it, likewise.
  public var elevation: Double?
  /// The strength of the received signal in dBm.
  public var rssi: Double?

  /// Whether the round gave a distance.
  public var isSuccess: Bool { status == .ok || status == .okNegativeDistanceReport }

  /// The peer's short address as a number; nil for an extended one.
  public var shortAddress: UInt16? {
    mac.count == 2 ? UInt16(mac[0]) | UInt16(mac[1]) << 8 : nil
  }

  init(_ record: some TWRMeasurement) {
    mac = record.mac
    status = record.status
    lineOfSight = record.nlos
    rssi = record.rssiDBm
    if isSuccess, record.distance != 0xFFFF {
      // A distance below zero is reported by its amount and this status (inferred).
      let metres = Double(record.distance) / 100
      distanceMetres = status == .okNegativeDistanceReport ? -metres : metres
    }
    azimuth = radians(record.aoaAzimuthDegrees, merit: record.aoaAzimuthFoM)
    elevation = radians(record.aoaElevationDegrees, merit: record.aoaElevationFoM)
  }

  /// An angle; nil when the board has measured none: it sends zeros then.
  private func radians(_ degrees: Double, merit: UInt8) -> Double? {
    isSuccess && (degrees != 0 || merit != 0) ? degrees * .pi / 180 : nil
  }
}

/// The two kinds of two-way ranging results: they differ in the length of the peer's address.
protocol TWRMeasurement {
  var mac: [UInt8] { get }
  var status: UCIStatus { get }
  var nlos: UCILineOfSight { get }
  var distance: UInt16 { get }
  var rssiDBm: Double? { get }
  var aoaAzimuthDegrees: Double { get }
  var aoaAzimuthFoM: UInt8 { get }
  var aoaElevationDegrees: Double { get }
  var aoaElevationFoM: UInt8 { get }
}

extension TWRShortMeasurement: TWRMeasurement {}
extension TWRExtendedMeasurement: TWRMeasurement {}
