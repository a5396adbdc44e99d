import LabRuntime

/// Decides what becomes of the bytes of one board's link; a pure value.
///
/// It draws from the lab's random source alone, so that a seed is a history, and counts bytes over
/// all connections of the board: what strikes once strikes once in a world.
struct FaultMachine: Sendable {
  enum Direction: Hashable, Sendable {
    case out
    case `in`
  }

  /// Something that the link has to do, in order.
  enum Deed: Hashable, Sendable {
    /// Hand bytes over, so long after they came.
    case deliver([UInt8], after: Duration)
    /// Let nothing pass for so long, both ways.
    case stall(Duration)
    /// End the link, and refuse connections for a time.
    case close(Duration, renamed: Bool)
    /// Restart the board behind the link.
    case reset(away: Duration, banner: [UInt8])
    /// Take the board's power away, and with it the link.
    case brownOut(Duration)
  }

  private struct Strike {
    var fault: Fault
    var offset: Int
    var isPassing: Bool
    var hasStruck = false
  }

  private let lasting: FaultPlan
  /// What a case lets go wrong on top of it, until it has had enough.
  private var passing: FaultPlan?
  /// Both; of a kind that both have, the passing one counts.
  private(set) var plan: FaultPlan
  private let span: Int
  private let preservesMessages: Bool
  private let seed: UInt64
  private let board: String
  /// A stream of chance for each fault, so that one fault less leaves the others as they were.
  private var streams: [Fault.Kind: LabRandom] = [:]
  /// The same for what passes, anew each time.
  private var passingStreams: [Fault.Kind: LabRandom] = [:]
  /// How often something that passes was begun.
  private var beginnings = 0
  private var strikes: [Strike]
  private var traffic = 0
  private var isHalfOpen = false
  private var isGarbled = false
  /// Until when the board takes everything and does nothing.
  private var stuckUntil = LabInstant.zero
  /// A transfer that the next one overtakes.
  private var overtaken: [Direction: [UInt8]] = [:]

  static let banner = Array("\r\n*** Booting the board ***\r\nuwb: ready\r\n".utf8)

  /// How long transfers wait to be joined with the next; never where a link keeps their borders.
  var joiningWindow: Duration { preservesMessages ? .zero : plan[.coalescing]?.time ?? .zero }

  /// A machine for the links of one board.
  ///
  /// - Parameter span: bytes of traffic among which a strike without a place of its own is drawn.
  init(
    _ plan: FaultPlan, board: String, lab: Lab, preservesMessages: Bool, span: Int = 600
  ) {
    lasting = plan
    self.plan = plan
    self.preservesMessages = preservesMessages
    self.span = span
    seed = lab.seed
    self.board = board
    strikes = Self.strikes(of: plan, "faults/\(board)", seed: seed, span: span, from: nil)
  }

  /// What of a plan strikes once, each at its place.
  ///
  /// - Parameter traffic: bytes that went by before something that passes was begun; nil for what
  ///   lasts.
  private static func strikes(
    of plan: FaultPlan, _ stream: String, seed: UInt64, span: Int, from traffic: Int?
  ) -> [Strike] {
    let strikes = plan.faults.filter(\.kind.strikesOnce).map { fault in
      var random = LabRandom(seed: seed, stream: "\(stream)/\(fault.kind.rawValue)/place")
      let offset = fault.offset ?? random.index(below: span)
      return Strike(fault: fault, offset: (traffic ?? 0) + offset, isPassing: traffic != nil)
    }
    // Of several strikes a world has one, unless their places are given: one at a time can be told
    // apart.
    guard strikes.count > 1, strikes.allSatisfy({ $0.fault.offset == nil }) else { return strikes }
    var random = LabRandom(seed: seed, stream: "\(stream)/strike")
    return [strikes[random.index(below: strikes.count)]]
  }

  /// Lets something go wrong on top of what does anyway, in place of what was begun before; bytes
  /// are counted from here.
  mutating func begin(_ plan: FaultPlan) {
    end()
    beginnings += 1
    passing = plan
    passingStreams = [:]
    self.plan = FaultPlan(lasting.faults + plan.faults)
    strikes += Self.strikes(
      of: plan, "faults/\(board)/step \(beginnings)", seed: seed, span: span, from: traffic)
  }

  mutating func end() {
    guard let ended = passing else { return }
    passing = nil
    plan = lasting
    strikes.removeAll(where: \.isPassing)
    if ended[.halfOpen] != nil { isHalfOpen = false }
    if ended[.baudMismatch] != nil { isGarbled = false }
    if ended[.stuck] != nil { stuckUntil = .zero }
  }

  mutating func connected() {
    isHalfOpen = false
    isGarbled = false
    overtaken = [:]
  }

  /// The effect of the faults on bytes that go one way at a moment.
  mutating func transfer(
    _ bytes: [UInt8], _ direction: Direction, at now: LabInstant
  ) -> [Deed] {
    var deeds: [Deed] = []
    var rest = bytes[...]
    while let index = nextStrike(within: rest.count) {
      let before = max(0, strikes[index].offset - traffic)
      strikes[index].hasStruck = true
      deeds += pass(Array(rest.prefix(before)), direction, at: now)
      rest = rest.dropFirst(before)
      let fault = strikes[index].fault
      switch fault.kind {
      case .close, .reopenRenamed:
        return deeds + [.close(fault.time, renamed: fault.kind == .reopenRenamed)]
      case .brownOut: return deeds + [.brownOut(fault.time)]
      case .resetSilent: return deeds + [.reset(away: fault.time, banner: [])]
      case .resetBanner: return deeds + [.reset(away: fault.time, banner: Self.banner)]
      case .stall: deeds.append(.stall(fault.time))
      case .halfOpen: isHalfOpen = true
      case .baudMismatch: isGarbled = true
      case .stuck: stuckUntil = now.advanced(by: fault.time)
      default: break
      }
    }
    return deeds + pass(Array(rest), direction, at: now)
  }

  mutating func pressure() -> Duration { some(.backPressure) }

  private func nextStrike(within count: Int) -> Int? {
    strikes.indices.filter { index in
      !strikes[index].hasStruck && strikes[index].offset < traffic + count
    }.min { strikes[$0].offset < strikes[$1].offset }
  }

  private mutating func pass(
    _ bytes: [UInt8], _ direction: Direction, at now: LabInstant
  ) -> [Deed] {
    traffic += bytes.count
    guard !bytes.isEmpty, !isHalfOpen, direction == .in || now >= stuckUntil else { return [] }
    var transfers = [preservesMessages ? bytes : damaged(bytes)]
    if strikes(.duplication) { transfers.append(transfers[0]) }
    if let late = overtaken.removeValue(forKey: direction) {
      transfers.append(late)
    } else if strikes(.reordering) {
      overtaken[direction] = transfers.removeLast()
    }
    let delay = self.delay(direction)
    var deeds: [Deed] = []
    for transfer in transfers {
      for piece in pieces(transfer) where !piece.isEmpty {
        deeds.append(.deliver(piece, after: delay + some(.jitter)))
      }
    }
    return deeds
  }

  private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    if isGarbled { return draw(.baudMismatch) { $0.bytes(max(1, bytes.count / 2)) } }
    let (loss, corruption) = (plan[.loss], plan[.corruption])
    let insertion = plan[.insertion]
    guard loss != nil || corruption != nil || insertion != nil else { return bytes }
    var result: [UInt8] = []
    for byte in bytes {
      if insertion != nil, strikes(.insertion) { result += draw(.insertion) { $0.bytes(1) } }
      if loss != nil, strikes(.loss) { continue }
      if corruption != nil, strikes(.corruption) {
        result.append(byte ^ (1 << UInt8(draw(.corruption) { $0.index(below: 8) })))
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private mutating func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    guard !preservesMessages else { return [bytes] }
    if let split = plan[.split], bytes.count > Int(split.number) {
      return [Array(bytes.prefix(Int(split.number))), Array(bytes.dropFirst(Int(split.number)))]
    }
    guard let fragmentation = plan[.fragmentation] else { return [bytes] }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = 1 + draw(.fragmentation) { $0.index(below: Int(fragmentation.number)) }
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  private func delay(_ direction: Direction) -> Duration {
    (plan[.delay]?.time ?? .zero)
      + (direction == .in ? plan[.slowBoard]?.time ?? .zero : .zero)
  }

  /// Nothing up to the span of a kind.
  private mutating func some(_ kind: Fault.Kind) -> Duration {
    guard let time = plan[kind]?.time else { return .zero }
    return .nanoseconds(Int64(draw(kind) { $0.unit() } * Double(time.nanoseconds)))
  }

  private mutating func draw<Value>(_ kind: Fault.Kind, _ draw: (inout LabRandom) -> Value) -> Value
  {
    guard passing?[kind] != nil else {
      return draw(
        &streams[kind, default: LabRandom(seed: seed, stream: "faults/\(board)/\(kind.rawValue)")])
    }
    let stream = "faults/\(board)/step \(beginnings)/\(kind.rawValue)"
    return draw(&passingStreams[kind, default: LabRandom(seed: seed, stream: stream)])
  }

  private mutating func strikes(_ kind: Fault.Kind) -> Bool {
    plan[kind].map { fault in draw(kind) { $0.unit() } < fault.number } ?? false
  }
}
