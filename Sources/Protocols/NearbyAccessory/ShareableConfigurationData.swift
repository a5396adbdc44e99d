import WireFormat

/// The parameters that the phone hands to the accessory so that both range alike
/// (accessory protocol §3.1; sources AOSP, R4 interoperability note, iPhone captures).
///
/// 28, 30 or 35 bytes by version. Decoding is tolerant and keeps every byte; what an accessory
/// accepts is the business of ``SCDAcceptance``.
public struct ShareableConfigurationData: Hashable, Sendable {
  /// Bytes in front of those that the length byte counts.
  public static let headerLength = 5

  /// Version, bytes 0 to 3; it says which fields follow.
  public var version: SpecificationVersion
  /// Byte 4 as found: the bytes that follow it, 23, 25 or 30 in a good blob.
  public var declaredLength: UInt8
  /// Regulatory country, two ASCII letters, bytes 5 and 6.
  public var country: CountryCode
  /// Session, bytes 7 to 10; random, the upper half 0 in every capture.
  public var sessionIdentifier: UInt32
  /// Preamble code index, byte 11; 9 to 12.
  public var preambleCode: UInt8
  /// UWB channel, byte 12; 9, or 5.
  public var channel: UInt8
  /// Slots in a ranging round, bytes 13 and 14.
  public var slotsPerRound: UInt16
  /// Slot duration in RSTU (1200 RSTU are 1 ms), bytes 15 and 16.
  public var slotDuration: UInt16
  /// Ranging block in milliseconds, bytes 17 and 18.
  public var rangingDuration: UInt16
  /// Ranging round control, byte 19; 3 time-scheduled, 6 contention based.
  public var roundControl: UInt8
  /// Static STS initialisation vector, bytes 20 to 25: six bytes.
  public var staticSTSIV: [UInt8]
  /// The phone's short MAC address, bytes 26 and 27.
  public var destinationAddress: UInt16
  /// Greatest deviation of the phone's clock in parts per million, bytes 28 and 29, from 1.1.
  /// Written only when the version has it.
  public var clockDrift: UInt16
  /// Reserved, bytes 30 to 33, from 2.0. Written only when the version has it.
  public var reserved: UInt32
  /// Hopping: 0 off, 1 on; byte 34, from 2.0. Written only when the version has it.
  public var hoppingMode: UInt8
  /// Bytes behind the fields of the version; none in a good blob.
  public var trailing: [UInt8]

  /// Two letters of a country, as bytes so that any pair survives.
  public struct CountryCode: Hashable, Sendable, CustomStringConvertible {
    /// First letter.
    public var first: UInt8
    /// Second letter.
    public var second: UInt8

    /// Any two bytes.
    public init(_ first: UInt8, _ second: UInt8) {
      self.first = first
      self.second = second
    }

    /// `EU`, in every capture.
    public static let europe = CountryCode(UInt8(ascii: "E"), UInt8(ascii: "U"))

    /// The letters, or the hexadecimal of bytes that are none.
    public var description: String {
      let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
      return letters.contains(first) && letters.contains(second)
        ? String(decoding: [first, second], as: UTF8.self)
        : "0x" + Hexadecimal.encode([first, second])
    }
  }

  /// A blob with the values that iPhone captures show: EU, channel 9, preamble code 11, rounds of
  /// 6 slots of 3600 RSTU, blocks of 180 ms, time-scheduled, 200 ppm. What the version does not carry is 0.
  ///
  /// - Parameter staticSTSIV: six bytes, random for each run.
  public init(
    version: SpecificationVersion = .v1_1, country: CountryCode = .europe,
    sessionIdentifier: UInt32, preambleCode: UInt8 = 11, channel: UInt8 = 9,
    slotsPerRound: UInt16 = 6, slotDuration: UInt16 = 3600, rangingDuration: UInt16 = 180,
    roundControl: UInt8 = 3, staticSTSIV: [UInt8], destinationAddress: UInt16,
    clockDrift: UInt16 = 200, hoppingMode: UInt8 = 0
  ) {
    self.version = version
    declaredLength = UInt8(
      truncatingIfNeeded: version.layout.shareableLength - Self.headerLength)
    self.country = country
    self.sessionIdentifier = sessionIdentifier
    self.preambleCode = preambleCode
    self.channel = channel
    self.slotsPerRound = slotsPerRound
    self.slotDuration = slotDuration
    self.rangingDuration = rangingDuration
    self.roundControl = roundControl
    self.staticSTSIV = staticSTSIV
    self.destinationAddress = destinationAddress
    self.clockDrift = version.layout.hasClockDrift ? clockDrift : 0
    reserved = 0
    self.hoppingMode = version.layout.hasRoundRequest ? hoppingMode : 0
    trailing = []
  }

  /// Bytes that ``encode()`` gives.
  public var byteCount: Int { version.layout.shareableLength + trailing.count }
}
