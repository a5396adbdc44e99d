import LabRuntime
import Links
import WireFormat

/// Answers commands as a recording has them answered, in whatever order they come; a pure value.
///
/// A command is looked for from where the last one was found, first the same bytes, then the same
/// kind, where the commands before it were of the kinds that the host has sent; what the board sent until
/// the host's next command is the answer.
struct TolerantReplay: Replay {
  private let exchange: RecordedExchange
  /// The host's entries as frames.
  private let commands: [(index: Int, frame: [UInt8])]
  /// The number of bytes of a frame that tell its kind.
  private let keyLength: Int
  private var cutter: any FrameCutter
  private var next = 0
  /// The kinds of the host's last commands, the newest first.
  private var history: [ArraySlice<UInt8>] = []
  private var board: Int
  private var last: LabInstant

  init(
    _ exchange: RecordedExchange, cutter: any FrameCutter, keyLength: Int, at now: LabInstant
  ) {
    self.exchange = exchange
    self.keyLength = max(1, keyLength)
    self.cutter = cutter
    last = now
    board = exchange.entries.count
    var reader = cutter
    reader.reset()
    var commands: [(index: Int, frame: [UInt8])] = []
    for (index, entry) in exchange.entries.enumerated() {
      guard case .host(let bytes) = entry.happening else { continue }
      for case .frame(let frame) in reader.feed(bytes) { commands.append((index, frame)) }
    }
    self.commands = commands
    self.cutter.reset()
  }

  mutating func opened(at now: LabInstant) {
    cutter.reset()
    last = now
  }

  @discardableResult
  mutating func heard(_ bytes: [UInt8], at now: LabInstant) -> ReplayDifference? {
    for case .frame(let frame) in cutter.feed(bytes) {
      let found = place(of: frame)
      history.insert(frame.prefix(keyLength), at: 0)
      history = Array(history.prefix(6))
      guard let found else { continue }
      next = (found + 1) % max(1, commands.count)
      board = commands[found].index + 1
      last = now
    }
    return nil
  }

  var due: LabInstant? {
    guard board < exchange.entries.count, exchange.entries[board].isOfBoard else { return nil }
    return last.advanced(by: .microseconds(exchange.gap(before: board)))
  }

  mutating func take(at now: LabInstant) -> RecordedExchange.Happening? {
    guard due != nil else { return nil }
    defer {
      board += 1
      last = now
    }
    return exchange.entries[board].happening
  }

  private func place(of frame: [UInt8]) -> Int? {
    let order = (0..<commands.count).map { (next + $0) % commands.count }
    let equal = order.filter { commands[$0].frame == frame }
    let kind = frame.prefix(keyLength)
    let alike =
      equal.isEmpty ? order.filter { commands[$0].frame.prefix(keyLength) == kind } : equal
    // Of several the nearest, where not another one fits what went before better.
    return alike.enumerated().max {
      (agreement(before: $0.element), -$0.offset) < (agreement(before: $1.element), -$1.offset)
    }?.element
  }

  /// How many commands before one of the recording are of the kinds that the host has sent last.
  private func agreement(before index: Int) -> Int {
    zip(commands[..<index].reversed(), history)
      .prefix { $0.frame.prefix(keyLength) == $1 }.count
  }
}
