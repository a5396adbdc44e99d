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
  /// How frames are made and rounds are scheduled.
  public var format: Format

  /// The parameters of frames and schedules that boards seldom change, by their FiRa numbers.
  public struct Format: Hashable, Sendable {
    /// STS_CONFIG: 0 is static.
    public var stsConfiguration: UInt8 = 0
    /// STS_LENGTH: 1 is 64 symbols.
    public var stsLength: UInt8 = 1
    /// NUMBER_OF_STS_SEGMENTS.
    public var stsSegments: UInt8 = 1
    /// PRF_MODE: 0 is BPRF.
    public var prfMode: UInt8 = 0
    /// PSDU_DATA_RATE.
    public var dataRate: UInt8 = 0
    /// BPRF_PHR_DATA_RATE.
    public var headerRate: UInt8 = 0
    /// PREAMBLE_DURATION: 1 is 64 symbols.
    public var preambleDuration: UInt8 = 1
    /// MAC_FCS_TYPE: 0 is CRC16.
    public var checksum: UInt8 = 0
    /// Bytes of an address.
    public var addressSize: UInt8 = 2
    /// SCHEDULE_MODE: 1 is time scheduled.
    public var schedule: UInt8 = 1
    /// MULTI_NODE_MODE: a responder in a one-to-one round does not answer in one-to-many
    /// (observed: DWM3001CDK).
    public var multiNodeMode: UInt8 = 0

    /// One-to-one rounds with short addresses and static STS, as most boards range.
    public init() {}
  }

  /// All that matters on the air.
  public init(
    sessionID: UInt32, channel: UInt8, preamble: UInt8, sfd: UInt8 = 2, frame: UInt8 = 3,
    sts: [UInt8], slotDuration: UInt16, slotsPerRound: UInt16, interval: UInt32,
    roundUsage: UInt8 = 2, hopping: Bool = false, format: Format = Format()
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
    self.format = format
  }
}

/// One session of one board, as long as its radio is on.
public struct RadioSession: Hashable, Sendable {
  /// Which side of a round the board plays.
  public enum Role: Hashable, Sendable {
    /// Sends the first frame of a round.
    case initiator
    case responder
  }

  /// The board, by its name in the room.
  public var body: String
  /// Its part in a round.
  public var role: Role
  /// The parameters that it shares with its peers.
  public var air: AirInterface
  /// Its own MAC address, in wire order.
  public var address: [UInt8]
  /// The MAC addresses that it ranges with, in wire order.
  public var peers: [[UInt8]]
  /// Id and key of the sub-session with a peer, by its address, where the STS is made of them.
  public var subSessions: [[UInt8]: [UInt8]] = [:]
  /// A faulty radio: it ranges with peers whose STS is another one.
  public var ignoresSTS = false

  /// A session of a board.
  public init(
    body: String, role: Role, air: AirInterface, address: [UInt8], peers: [[UInt8]]
  ) {
    self.body = body
    self.role = role
    self.air = air
    self.address = address
    self.peers = peers
  }

  /// Whether this radio takes part in the rounds of a peer that calls it by its address.
  func answers(_ other: RadioSession) -> Bool {
    body != other.body && role != other.role && sharesAir(with: other)
      && peers.contains(other.address) && sharesSubSession(with: other)
  }

  /// Whether the frames between both are of the same sub-session, if of any.
  func sharesSubSession(with other: RadioSession) -> Bool {
    ignoresSTS || other.ignoresSTS || subSessions[other.address] == other.subSessions[address]
  }

  /// Whether the frames of both fit together.
  func sharesAir(with other: RadioSession) -> Bool {
    guard ignoresSTS || other.ignoresSTS else { return air == other.air }
    var same = other.air
    same.sts = air.sts
    return air == same
  }
}

/// The result of one ranging round for one peer.
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

/// Data that was carried in the rounds of a session.
public struct RadioMessage: Hashable, Sendable {
  /// The MAC address of the sender, in wire order.
  public var sender: [UInt8]
  /// The number that the sender's host gave it.
  public var sequenceNumber: UInt16
  /// The data.
  public var bytes: [UInt8]
}
