/// Everything that two radios must have in common to hear each other; they range only if it is equal.
public struct AirInterface: Hashable, Sendable {
  /// The session id on the air. Boards with different ids see nothing but timeouts (observed on the
  /// DWM3001CDK).
  public var sessionID: UInt32
  /// UWB channel number.
  public var channel: UInt8
  /// Preamble code index.
  public var preamble: UInt8
  /// Start-of-frame delimiter id.
  public var sfd: UInt8
  /// RFRAME configuration: 0 SP0, 1 SP1, 3 SP3.
  public var frame: UInt8
  /// Vendor id and STS initial vector, as bytes.
  public var sts: [UInt8]
  /// Slot duration in RSTU (1200 are one millisecond).
  public var slotDuration: UInt16
  /// Slots in a ranging round.
  public var slotsPerRound: UInt16
  /// Block duration in milliseconds.
  public var interval: UInt32
  /// Ranging round usage: 2 is two-way ranging, double-sided, deferred.
  public var roundUsage: UInt8
  /// True when rounds hop.
  public var hopping: Bool

  /// All that matters on the air.
  public init(
    sessionID: UInt32, channel: UInt8, preamble: UInt8, sfd: UInt8 = 2, frame: UInt8 = 3,
    sts: [UInt8], slotDuration: UInt16, slotsPerRound: UInt16, interval: UInt32,
    roundUsage: UInt8 = 2, hopping: Bool = false
  ) {
    self.sessionID = sessionID
    self.channel = channel
    self.preamble = preamble
    self.sfd = sfd
    self.frame = frame
    self.sts = sts
    self.slotDuration = slotDuration
    self.slotsPerRound = slotsPerRound
    self.interval = interval
    self.roundUsage = roundUsage
    self.hopping = hopping
  }
}

/// One session of one board, as long as its radio is on.
public struct RadioSession: Hashable, Sendable {
  /// Which side of a round the board plays.
  public enum Role: Hashable, Sendable {
    /// Sends the first frame of a round.
    case initiator
    /// Answers.
    case responder
  }

  /// The board, by its name in the room.
  public var body: String
  /// Its part in a round.
  public var role: Role
  /// What it needs in common with its peers.
  public var air: AirInterface
  /// Its own MAC address, in wire order.
  public var address: [UInt8]
  /// The MAC addresses that it ranges with, in wire order.
  public var peers: [[UInt8]]
  /// A faulty radio: it ranges with peers whose STS is another one.
  public var ignoresSTS: Bool

  /// A session of a board.
  public init(
    body: String, role: Role, air: AirInterface, address: [UInt8], peers: [[UInt8]],
    ignoresSTS: Bool = false
  ) {
    self.body = body
    self.role = role
    self.air = air
    self.address = address
    self.peers = peers
    self.ignoresSTS = ignoresSTS
  }

  /// Whether the frames of both fit together.
  func sharesAir(with other: RadioSession) -> Bool {
    guard ignoresSTS || other.ignoresSTS else { return air == other.air }
    var same = other.air
    same.sts = air.sts
    return air == same
  }
}

/// What one ranging round brought about one peer.
public struct RoundOutcome: Hashable, Sendable {
  /// A successful measurement.
  public struct Fix: Hashable, Sendable {
    /// Metres, with noise.
    public var distance: Double
    /// Where the peer is, from the board's own facing.
    public var bearing: Bearing
    /// Received power in dBm.
    public var rssi: Double
    /// False when something stands between.
    public var lineOfSight: Bool
  }

  /// The peer's MAC address, in wire order.
  public var address: [UInt8]
  /// The measurement; nil when nothing was heard.
  public var fix: Fix?
}
