import Bench
import UCI
import UCIHost
import WireFormat

/// NXP's SET_DEVICE_CALIBRATION: the receive delay in quarters of a tick, or the offset of angles in
/// degrees of phase (Q9.7).
struct NXPAccess: CalibrationAccess {
  let contact: UCIContact
  let key: String
  let nominalUnit: Double
  let range: ClosedRange<Int>
  /// The keys that are watched, and where they stand.
  private let keys: [String]
  private let places: [Place]

  /// A tag of a channel.
  private struct Place: Hashable {
    let tag: UInt8
    let channel: Int
  }

  /// The tags that hold one number for each antenna, or pair of antennas: a count, and for each its id
  /// and two bytes.
  private enum ListTag: UInt8, CaseIterable {
    case receiveDelay = 0x02
    case phaseOffset = 0x03

    /// As the configuration file of Android's HAL names it.
    func name(_ id: Int, _ channel: Int) -> String {
      switch self {
      case .receiveDelay: "cal.ant\(id).ch\(channel).ant_delay"
      case .phaseOffset: "cal.pair\(id).ch\(channel).pdoa_offset"
      }
    }
  }

  /// What else a chip keeps for a channel: trims, powers, zeros, the delay of sending.
  private static let others: [UInt8] = [0x01, 0x04, 0x05, 0x63, 0x64, 0x65, 0x66, 0x69]
  private static let channels = UWBSCalibration.channels

  /// Finds out which values the board has.
  ///
  /// - Parameter known: the keys to look at, where that is known already.
  init(_ contact: UCIContact, _ settings: CalibrationPlan.Settings, known: [String]?) async throws {
    self.contact = contact
    // Antennas and pairs are counted from 1.
    let tag: ListTag = settings.quantity == .delay ? .receiveDelay : .phaseOffset
    key = tag.name(settings.antenna + 1, settings.channel)
    range = settings.quantity.range
    switch settings.quantity {
    case .delay: nominalUnit = metresPerTick / 4
    // A degree of phase is 1/π of an angle straight ahead, with antennas half a wave apart.
    case .angle: nominalUnit = 1 / (128 * Double.pi)
    }
    if let known {
      keys = known
      places = Self.places(of: known)
      return
    }
    let own = key
    let ownPlace = Place(tag: tag.rawValue, channel: settings.channel)
    guard let list = try await Self.read(ownPlace, contact),
      Self.entries(list, ownPlace).contains(where: { $0.key == own })
    else {
      throw CalibrationFault(
        .noKey, contact.board.name, "\(key) cannot be read",
        advice: "Is this a chip of the SR1xx or SR2xx family?")
    }
    let channels = [settings.channel] + Self.channels.filter { $0 != settings.channel }
    let questions = channels.flatMap { channel in
      (ListTag.allCases.map(\.rawValue) + Self.others).map { Place(tag: $0, channel: channel) }
    }
    let found = try await contact.find(questions) { place in
      try await Self.read(place, contact).map { Self.entries($0, place) }
    }.flatMap(\.self)
    let first = CalibrationValues(
      found.filter { $0.key == own } + found.filter { $0.key != own })
    let all = first.entries.map(\.key)
    keys = first.steady(in: try await Self.read(all, Self.places(of: all), contact), but: own)
    places = Self.places(of: keys)
  }

  var values: CalibrationValues {
    get async throws { try await Self.read(keys, places, contact) }
  }

  func write(_ bytes: [UInt8], to key: String) async throws {
    guard let place = Self.places(of: [key]).first else { return }
    var value = bytes
    if let tag = ListTag(rawValue: place.tag), var list = try await Self.read(place, contact) {
      // The others of the list go with it, whether the chip takes each for itself or the whole.
      for start in stride(from: 1, to: list.count, by: 3)
      where tag.name(Int(list[start]), place.channel) == key {
        list.replaceSubrange(start + 1...start + 2, with: bytes.prefix(2))
      }
      value = list
    }
    _ = try await contact.host.call(
      NXPSetDeviceCalibrationCommand(
        channel: UInt8(clamping: place.channel), tag: place.tag, value: value))
  }

  private static func read(
    _ keys: [String], _ places: [Place], _ contact: UCIContact
  ) async throws -> CalibrationValues {
    var entries: [CalibrationValues.Entry] = []
    for place in places {
      if let value = try await read(place, contact) { entries += Self.entries(value, place) }
    }
    return CalibrationValues(keys.compactMap { key in entries.first { $0.key == key } })
  }

  /// The value of a tag without the tag and length that may stand before it; nil where the board says
  /// that it has none.
  private static func read(_ place: Place, _ contact: UCIContact) async throws -> [UInt8]? {
    let response = try await contact.ask(
      NXPGetDeviceCalibrationCommand(
        channel: UInt8(clamping: place.channel), tag: place.tag, pair: []))
    guard response.status == .ok, let value = response.value, !value.isEmpty else { return nil }
    var list = value[...]
    if list.count > 2, list[0] == place.tag, Int(list[1]) == list.count - 2 {
      list = list.dropFirst(2)
    }
    if ListTag(rawValue: place.tag) != nil {
      guard let count = list.first, list.count == 1 + 3 * Int(count) else { return nil }
    }
    return Array(list)
  }

  private static func entries(_ value: [UInt8], _ place: Place) -> [CalibrationValues.Entry] {
    guard let tag = ListTag(rawValue: place.tag) else { return [.init(name(place), value)] }
    return stride(from: 1, to: value.count, by: 3).map { start in
      .init(tag.name(Int(value[start]), place.channel), Array(value[start + 1...start + 2]))
    }
  }

  private static func name(_ place: Place) -> String {
    "cal.ch\(place.channel).tag\(Hexadecimal.encode([place.tag]))"
  }

  /// Where keys stand, each place once.
  private static func places(of keys: [String]) -> [Place] {
    let all = channels.flatMap { channel in
      (ListTag.allCases.map(\.rawValue) + others).map { Place(tag: $0, channel: channel) }
    }
    func holds(_ place: Place, _ key: String) -> Bool {
      guard let tag = ListTag(rawValue: place.tag) else { return name(place) == key }
      return (0...255).contains { tag.name($0, place.channel) == key }
    }
    var found: [Place] = []
    for key in keys {
      if let place = all.first(where: { holds($0, key) }), !found.contains(place) {
        found.append(place)
      }
    }
    return found
  }
}
