public import LabRuntime
public import UCI

/// What one ranging round measured, in metres, radians and dBm.
public struct RangingRound: Hashable, Sendable {
  /// The number of the round, counted by the board.
  public var sequence: UInt32
  /// The session, by the number in its messages.
  public var token: UInt32
  /// When the notification was read.
  public var at: LabInstant
  /// The interval to the next round, as the board says it.
  public var interval: Duration
  /// One for each peer.
  public var measurements: [Measurement]

  /// A round.
  public init(
    sequence: UInt32, token: UInt32, at: LabInstant, interval: Duration,
    measurements: [Measurement]
  ) {
    self.sequence = sequence
    self.token = token
    self.at = at
    self.interval = interval
    self.measurements = measurements
  }

  /// The two-way ranging results of a notification; other measurement types give none.
  public init(_ notification: SessionInfoNotification, at: LabInstant) {
    self.init(
      sequence: notification.sequenceNumber, token: notification.sessionToken, at: at,
      interval: .milliseconds(Int64(notification.currentRangingInterval)),
      measurements: notification.measurements.compactMap { record in
        switch record {
        case .twrShort(let record): Measurement(record)
        case .twrExtended(let record): Measurement(record)
        default: nil
        }
      })
  }
}

/// What one ranging round measured to one peer.
public struct Measurement: Hashable, Sendable {
  /// The peer's address in wire order, two or eight bytes.
  public var mac: [UInt8]
  /// How the round went.
  public var status: UCIStatus
  /// Whether the line of sight was free.
  public var lineOfSight: UCILineOfSight
  /// The distance; nil when the round failed.
  public var distanceMetres: Double?
  /// Where the peer stands, as this board sees it.
  public var azimuth: Angle?
  /// How high the peer stands, as this board sees it.
  public var elevation: Angle?
  /// Where this board stands, as the peer sees it.
  public var peerAzimuth: Angle?
  /// How high this board stands, as the peer sees it.
  public var peerElevation: Angle?
  /// The strength of the received signal in dBm.
  public var rssi: Double?
  /// The slot in which a failed round failed.
  public var slot: UInt8

  /// An angle of arrival.
  public struct Angle: Hashable, Sendable {
    /// The angle in radians.
    public var radians: Double
    /// The figure of merit in percent.
    public var merit: UInt8

    /// An angle.
    public init(radians: Double, merit: UInt8) {
      self.radians = radians
      self.merit = merit
    }

    /// Nil when the board has measured none: it sends zeros then.
    init?(degrees: Double, merit: UInt8, measured: Bool) {
      guard measured, degrees != 0 || merit != 0 else { return nil }
      self.init(radians: degrees * .pi / 180, merit: merit)
    }
  }

  /// Whether the round gave a distance.
  public var isSuccess: Bool { status == .ok || status == .okNegativeDistanceReport }

  /// The peer's short address as a number; nil for an extended one.
  public var shortAddress: UInt16? {
    mac.count == 2 ? UInt16(mac[0]) | UInt16(mac[1]) << 8 : nil
  }

  init(_ record: TWRShortMeasurement) {
    self.init(
      mac: record.mac, status: record.status, nlos: record.nlos, distance: record.distance,
      slot: record.slotIndex, rssi: record.rssiDBm)
    setAngles(
      azimuth: (record.aoaAzimuthDegrees, record.aoaAzimuthFoM),
      elevation: (record.aoaElevationDegrees, record.aoaElevationFoM),
      peerAzimuth: (record.aoaDestAzimuthDegrees, record.aoaDestAzimuthFoM),
      peerElevation: (record.aoaDestElevationDegrees, record.aoaDestElevationFoM))
  }

  init(_ record: TWRExtendedMeasurement) {
    self.init(
      mac: record.mac, status: record.status, nlos: record.nlos, distance: record.distance,
      slot: record.slotIndex, rssi: record.rssiDBm)
    setAngles(
      azimuth: (record.aoaAzimuthDegrees, record.aoaAzimuthFoM),
      elevation: (record.aoaElevationDegrees, record.aoaElevationFoM),
      peerAzimuth: (record.aoaDestAzimuthDegrees, record.aoaDestAzimuthFoM),
      peerElevation: (record.aoaDestElevationDegrees, record.aoaDestElevationFoM))
  }

  private init(
    mac: [UInt8], status: UCIStatus, nlos: UCILineOfSight, distance: UInt16, slot: UInt8,
    rssi: Double?
  ) {
    self.mac = mac
    self.status = status
    lineOfSight = nlos
    self.slot = slot
    self.rssi = rssi
    if isSuccess, distance != 0xFFFF {
      // A distance below zero is reported by its amount and this status (inferred).
      let metres = Double(distance) / 100
      distanceMetres = status == .okNegativeDistanceReport ? -metres : metres
    }
  }

  private mutating func setAngles(
    azimuth: (Double, UInt8), elevation: (Double, UInt8), peerAzimuth: (Double, UInt8),
    peerElevation: (Double, UInt8)
  ) {
    self.azimuth = Angle(degrees: azimuth.0, merit: azimuth.1, measured: isSuccess)
    self.elevation = Angle(degrees: elevation.0, merit: elevation.1, measured: isSuccess)
    self.peerAzimuth = Angle(degrees: peerAzimuth.0, merit: peerAzimuth.1, measured: isSuccess)
    self.peerElevation = Angle(
      degrees: peerElevation.0, merit: peerElevation.1, measured: isSuccess)
  }
}
