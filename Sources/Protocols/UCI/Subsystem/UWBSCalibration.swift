/// The calibration values of a subsystem, as a host writes and reads them, and what the radio
/// makes of them.
///
/// Names and numbers are those of Qorvo's firmware; NXP's tags are kept under such names too.
public struct UWBSCalibration: Hashable, Sendable {
  /// One way in which a board treats its calibration otherwise than it says.
  public enum Fault: Hashable, Sendable {
    /// Written and read back, and of no effect.
    case isIgnored
    /// Acknowledged and not kept: the old value is read back.
    case isNotTaken
    /// Of effect after the next power-up alone.
    case needsPowerCycle
    /// The factor by which a difference counts.
    case countsTimes(Int)
    /// Raising a delay makes ranges longer.
    case isReversed
    /// The old values are back after a power cut.
    case isLostByPowerCut
    /// Another value is stored than the one that is read back.
    case readsBackAnother
    /// The acknowledgement does not come, and the value is zero.
    case isZeroedLate
    /// The value of the other channel is written.
    case isOfOtherChannel
    /// A new value is refused; what stood there first is taken.
    case isRefused
    /// A write is carried out and never acknowledged.
    case isSilent
    /// The board comes without a delay.
    case beginsAtZero
    /// The most units from the first value; a value further off is cut down to that.
    case isClamped(Int)
    /// A value is rounded down to a multiple.
    case isRounded(Int)
    /// The old values are back after a reset.
    case isLostByReset
    /// A write of a delay sets the crystal's trim to zero.
    case resetsTrim
    /// A write is acknowledged, and done with the next reset.
    case isDoneByReset
  }

  /// A value by its name.
  public struct Entry: Hashable, Sendable {
    /// As Qorvo's firmware writes it, such as `ant0.ch9.ant_delay`.
    public var name: String
    /// Little-endian.
    public var bytes: [UInt8]
  }

  /// The values as they are read back.
  public private(set) var entries: [Entry]
  /// The values that the radio works with.
  private var effective: [Entry]
  private let factory: [Entry]
  /// What is written and not yet done.
  private var waiting: [Entry] = []
  private let fault: Fault?
  private let fractions: Int
  /// The delays that a DWM3001CDK leaves the factory with, in ticks.
  private static let delays = [(channel: 5, ticks: 16365), (channel: 9, ticks: 16375)]
  /// What is less of it where it is counted in Q14.2, whose largest number is 16383.75 (chosen).
  private static let room = 1600

  /// The values of a board as it leaves the factory.
  ///
  /// - Parameter fractions: how many parts a unit of delay is counted in: 4 for Q14.2.
  public init(fault: Fault? = nil, fractions: Int = 1) {
    self.fault = fault
    self.fractions = fractions
    let delays = Self.delays.map { channel, ticks in
      let usual = fractions == 1 ? ticks : (ticks - Self.room) * fractions
      let value = fault == .beginsAtZero ? 0 : usual
      return Entry(
        name: Self.delay(antenna: 0, channel: channel), bytes: Self.bytes(value, count: 4))
    }
    let offsets = [5, 9].map {
      Entry(name: Self.offset(pair: 0, channel: $0), bytes: [0, 0])
    }
    entries = delays + offsets + [Entry(name: "xtal_trim", bytes: [0x19])]
    effective = entries
    factory = entries
  }

  /// The channels that have a delay of their own.
  public static let channels = delays.map(\.channel)

  /// The name of an antenna's delay.
  public static func delay(antenna: Int, channel: Int) -> String {
    "ant\(antenna).ch\(channel).ant_delay"
  }

  /// The name of the offset of the angles that a pair of antennas measures.
  public static func offset(pair: Int, channel: Int) -> String {
    "ant_pair\(pair).ch\(channel).pdoa.offset"
  }

  /// The value that is read back; nil for a name that there is none of.
  public func value(of name: String) -> [UInt8]? { entries.first { $0.name == name }?.bytes }

  /// Puts a value in its place.
  ///
  /// - Returns: the status of the answer; nil for none.
  public mutating func set(_ name: String, to bytes: [UInt8]) -> UCIStatus? {
    guard let place = entries.firstIndex(where: { $0.name == name }) else { return .invalidParam }
    guard entries[place].bytes.count == bytes.count else { return .invalidRange }
    switch fault {
    case .isNotTaken: return .ok
    case .isRefused where factory[place].bytes != bytes: return .invalidRange
    case .isZeroedLate where factory[place].bytes != bytes:
      store(place, shown: bytes.map { _ in 0 }, used: bytes.map { _ in 0 })
      return nil
    case .isOfOtherChannel:
      guard let other = otherChannel(of: name) else { break }
      store(other, shown: bytes, used: bytes)
      return .ok
    case .readsBackAnother where factory[place].bytes != bytes:
      store(place, shown: bytes, used: Self.bytes(Self.number(bytes) + 64, count: bytes.count))
      return .ok
    case .isClamped(let most):
      let (wanted, first) = (Self.number(bytes), Self.number(factory[place].bytes))
      let value = Self.bytes(min(max(wanted, first - most), first + most), count: bytes.count)
      store(place, shown: value, used: value)
      return .ok
    case .isRounded(let step) where factory[place].bytes != bytes:
      let value = Self.bytes(Self.number(bytes) / step * step, count: bytes.count)
      store(place, shown: value, used: value)
      return .ok
    case .isSilent:
      store(place, shown: bytes, used: bytes)
      return nil
    case .resetsTrim where name.hasSuffix("ant_delay"):
      if let trim = entries.firstIndex(where: { $0.name == "xtal_trim" }) {
        store(trim, shown: [0], used: [0])
      }
    case .isDoneByReset:
      waiting.append(Entry(name: name, bytes: bytes))
      return .ok
    default: break
    }
    store(place, shown: bytes, used: bytes)
    return .ok
  }

  private mutating func store(_ place: Int, shown: [UInt8], used: [UInt8]) {
    entries[place].bytes = shown
    if fault != .isIgnored, fault != .needsPowerCycle { effective[place].bytes = used }
  }

  private func otherChannel(of name: String) -> Int? {
    let other =
      name.contains(".ch9.")
      ? name.split(separator: ".").map { $0 == "ch9" ? "ch5" : String($0) }
      : name.split(separator: ".").map { $0 == "ch5" ? "ch9" : String($0) }
    let joined = other.joined(separator: ".")
    return entries.firstIndex { $0.name == joined && $0.name != name }
  }

  /// Forgets with a reset what is not kept over it.
  mutating func reset() {
    for entry in waiting {
      guard let place = entries.firstIndex(where: { $0.name == entry.name }) else { continue }
      store(place, shown: entry.bytes, used: entry.bytes)
    }
    waiting = []
    guard fault == .isLostByReset else { return }
    (entries, effective) = (factory, factory)
  }

  /// The values after the power has been away.
  public func afterPowerCut() -> UWBSCalibration {
    var calibration = self
    if fault == .isLostByPowerCut || fault == .isLostByReset { calibration.entries = factory }
    if fault != .isIgnored, fault != .readsBackAnother {
      calibration.effective = calibration.entries
    }
    return calibration
  }

  /// By how many ticks the delay of a channel is above the usual one, as the radio takes it.
  public func raised(antenna: Int = 0, channel: Int) -> Double {
    let name = Self.delay(antenna: antenna, channel: channel)
    guard let now = effective.first(where: { $0.name == name })?.bytes,
      let usual = Self.delays.first(where: { $0.channel == channel })?.ticks
    else { return 0 }
    let ticks = fractions == 1 ? usual : usual - Self.room
    let difference = Double(Self.number(now)) / Double(fractions) - Double(ticks)
    switch fault {
    case .countsTimes(let times): return difference * Double(times)
    case .isReversed: return -difference
    default: return difference
    }
  }

  /// By how many radians the offset of phases of a channel is above that of the factory, as the radio
  /// takes it: S4.11 of a radian, or of NXP Q9.7 of a degree.
  public func phases(pair: Int = 0, channel: Int) -> Double {
    let name = Self.offset(pair: pair, channel: channel)
    guard let bytes = effective.first(where: { $0.name == name })?.bytes else { return 0 }
    let number = Self.number(bytes)
    let raw = Double(number >= 0x8000 ? number - 0x10000 : number)
    let radians = fractions == 1 ? raw / 2048 : raw / 128 * .pi / 180
    switch fault {
    case .countsTimes(let times): return radians * Double(times)
    case .isReversed: return -radians
    default: return radians
    }
  }

  /// Whether a value other than the one of this name is not what it was.
  public func differs(from before: UWBSCalibration?, but own: String) -> Bool {
    func others(_ entries: [Entry]?) -> [Entry] { (entries ?? []).filter { $0.name != own } }
    return others(entries) != others(before?.entries)
      || others(effective) != others(before?.effective)
  }

  /// An unsigned number of up to four bytes.
  static func number(_ bytes: [UInt8]) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func bytes(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
