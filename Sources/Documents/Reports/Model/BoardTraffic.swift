import Journal

/// What the frames of a board tell over time: how soon it answered, and the rounds that it reported.
/// Both are thinned out as they grow, so that memory does not grow with the journal.
struct BoardTraffic: Sendable {
  struct Point<Value: Sendable>: Sendable {
    let microseconds: Int64
    let value: Value
  }

  /// Points of which every second one goes whenever there are too many.
  struct Thinned<Value: Sendable>: Sendable {
    private static var limit: Int { 800 }

    private(set) var points: [Point<Value>] = []
    private(set) var count = 0
    private var step = 1

    /// - Parameter value: is asked for only where the point is kept.
    mutating func add(_ value: @autoclosure () -> Value, at microseconds: Int64) {
      if count % step == 0 {
        points.append(Point(microseconds: microseconds, value: value()))
        if points.count >= Self.limit {
          points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
          step *= 2
        }
      }
      count += 1
    }
  }

  /// A frame that reports a round, and what it should have said.
  struct Round: Sendable {
    let bytes: [UInt8]
    /// The board at the other end; nil where it is not certain.
    let peer: String?
    let truth: RoomPlan.Truth?
  }

  /// The longest frame that is kept as a round.
  private static let maximumRound = 260

  let board: String
  /// From a frame to the board until the next one of it, in microseconds.
  private(set) var answers = Thinned<Int64>()
  private(set) var rounds = Thinned<Round>()
  /// Distances, in metres, at which the board was told to say that its peer is near or far, and those
  /// at which a case has it enter and leave a zone.
  private(set) var zones: [Zone] = []
  /// What a case allows for the distance; nil where none does, or several differ.
  private(set) var limits: Event.Limits?
  private var limitsDiffer = false
  /// What cases allow for the error of the median, by what is measured, each once.
  private(set) var errorLimits: [String: [Event.Limits]] = [:]
  private var asked: Int64?

  init(board: String) { self.board = board }

  /// A border that a distance is on this or that side of.
  struct Zone: Sendable, Hashable {
    let name: String
    let metres: Double
  }

  private static let maximumZones = 8

  mutating func add(_ zones: [Zone]) {
    for zone in zones where !self.zones.contains(zone) && self.zones.count < Self.maximumZones {
      self.zones.append(zone)
    }
  }

  mutating func allow(_ limits: Event.Limits) {
    if let known = self.limits, known != limits { limitsDiffer = true }
    self.limits = limitsDiffer ? nil : limits
  }

  private static let maximumLimits = 4

  mutating func allow(_ limits: Event.Limits, errorsOf figure: String) {
    let known = errorLimits[figure] ?? []
    guard !known.contains(limits), known.count < Self.maximumLimits else { return }
    errorLimits[figure] = known + [limits]
  }

  /// - Parameter round: what the frame reports; nil where it is no report of a round.
  mutating func add(_ transfer: Event.Transfer, at microseconds: Int64, round: Round?) {
    guard transfer.direction == .in else { return asked = microseconds }
    if let asked { answers.add(microseconds - asked, at: microseconds) }
    asked = nil
    if let round { rounds.add(round, at: microseconds) }
  }

  /// The borders in a SESSION_SET_APP_CONFIG_CMD that turns notifications by proximity on.
  static func zones(_ bytes: [UInt8]) -> [Zone] {
    guard bytes.count > 9, bytes[0] == 0x21, bytes[1] == 0x03 else { return [] }
    var values: [UInt8: ArraySlice<UInt8>] = [:]
    var rest = bytes[9...]
    while let id = rest.first, let length = rest.dropFirst().first {
      let value = rest.dropFirst(2).prefix(Int(length))
      guard value.count == Int(length) else { break }
      values[id] = value
      rest = rest.dropFirst(2 + Int(length))
    }
    // SESSION_INFO_NTF_CONFIG: only these kinds look at the distance.
    guard [2, 4, 5, 7].contains(values[0x0E]?.first) else { return [] }
    return [("near", 0x0F as UInt8), ("far", 0x10)].compactMap { name, id in
      guard let value = values[id], value.count == 2, let low = value.first, let high = value.last
      else { return nil }
      return Zone(name: name, metres: Double(Int(low) | Int(high) << 8) / 100)
    }
  }

  /// A whole SESSION_INFO_NTF.
  static func isRound(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && bytes.count <= maximumRound && bytes[0] == 0x62 && bytes[1] == 0x00
  }
}
