import BootProtocols

/// A programmer and a bootloader on one line of a chosen rate, in a time of their own: nothing is
/// opened and nobody waits, so that a whole flash takes milliseconds and says to the microsecond how
/// long it would take on the line.
struct BootRehearsal<Programmer: BootProgrammer, Board: Bootloader> {
  /// How a rehearsal ends.
  enum Outcome: Equatable, Sendable {
    /// The programmer has what it wanted.
    case finished
    /// The programmer has given up.
    case failed(BootFailure)
    /// The board's power went: see `cutPower` and `FlashMemory.losePower`.
    case powerLost
    /// Nothing can happen any more, or too much has happened.
    case stuck
  }

  /// Which way bytes go.
  enum Direction: Hashable, Sendable {
    /// Requests.
    case toBoard
    /// Answers.
    case toProgrammer
  }

  /// The programmer, as it has become.
  var programmer: Programmer
  /// The board, as it has become.
  var board: Board
  /// Bits per second, ten for a byte.
  var rate: Int
  /// The longest piece in which bytes are delivered.
  var piece = 64
  /// The board's power goes when it has received so many bytes of the line.
  var cutPower: Int?
  /// What happens to bytes on the way.
  var tamper: ((Direction, [UInt8]) -> [UInt8])?
  /// Microseconds since the start.
  private(set) var now = 0.0
  /// Everything that the programmer asked for but `send` and `expect`, in order.
  private(set) var words: [ProgrammerAction] = []
  /// Bytes that have gone over the line.
  private(set) var sent: [Direction: Int] = [:]
  /// Restarts of the board.
  private(set) var restarts = 0

  private var lines: [Direction: Line] = [.toBoard: Line(), .toProgrammer: Line()]
  private var programmerTime = 0.0
  private var boardTime = 0.0
  private var deadline: Double?
  private var ending: Outcome?
  private var isInApplication = false

  /// A programmer and a board that have not begun.
  init(_ programmer: Programmer, _ board: Board, rate: Int = 1_000_000) {
    self.programmer = programmer
    self.board = board
    self.rate = max(1, rate)
  }

  /// Runs to the end, with at most `limit` deliveries and expiries. A board that is not `started` is
  /// started first.
  mutating func run(limit: Int = 10_000_000, started: Bool = false) -> Outcome {
    if !started { carryOut(board.start()) }
    carryOut(programmer.begin())
    for _ in 0..<max(0, limit) {
      if let ending { return ending }
      if board.flash.isPowerLost { return .powerLost }
      guard step() else { return .stuck }
    }
    return ending ?? .stuck
  }

  /// The next thing that happens; false when there is none.
  private mutating func step() -> Bool {
    let toBoard = lines[.toBoard]?.nextArrival.map { max($0, boardTime) }
    let toProgrammer = lines[.toProgrammer]?.nextArrival.map { max($0, programmerTime) }
    let next = min(toBoard ?? .infinity, toProgrammer ?? .infinity, deadline ?? .infinity)
    guard next < .infinity else { return false }
    now = max(now, next)
    if let toBoard, toBoard == next {
      boardTime = now
      deliverToBoard()
    } else if let toProgrammer, toProgrammer == next {
      programmerTime = now
      carryOut(programmer.receive(tampered(.toProgrammer)))
    } else {
      deadline = nil
      programmerTime = now
      carryOut(programmer.expired())
    }
    return true
  }

  private mutating func deliverToBoard() {
    var bytes = tampered(.toBoard)
    if let left = cutPower {
      guard left > bytes.count else {
        bytes = Array(bytes.prefix(max(0, left)))
        if !bytes.isEmpty, !isInApplication { _ = board.receive(bytes) }
        return ending = .powerLost
      }
      cutPower = left - bytes.count
    }
    guard !isInApplication else { return }
    carryOut(board.receive(bytes))
  }

  private mutating func tampered(_ direction: Direction) -> [UInt8] {
    let bytes = lines[direction]?.pop() ?? []
    sent[direction, default: 0] += bytes.count
    return tamper?(direction, bytes) ?? bytes
  }

  private mutating func carryOut(_ actions: [BootloaderAction]) {
    boardTime = max(boardTime, now)
    for action in actions {
      switch action {
      case .send(let bytes):
        lines[.toProgrammer]?.put(bytes, at: boardTime, rate: rate, piece: piece)
      case .busy(let microseconds): boardTime += Double(max(0, microseconds))
      case .setRate(let new): rate = max(1, new)
      case .restart(let intoBootloader):
        restarts += 1
        isInApplication = !intoBootloader
        if intoBootloader { carryOut(board.start()) }
        return
      }
    }
  }

  private mutating func carryOut(_ actions: [ProgrammerAction]) {
    programmerTime = max(programmerTime, now)
    for action in actions where ending == nil {
      switch action {
      case .send(let bytes):
        lines[.toBoard]?.put(bytes, at: programmerTime, rate: rate, piece: piece)
      case .expect(let microseconds): deadline = programmerTime + Double(max(0, microseconds))
      case .pause(let microseconds):
        words.append(action)
        programmerTime += Double(max(0, microseconds))
      case .discardInput: lines[.toProgrammer] = Line()
      case .finished: ending = .finished
      case .failed(let failure): ending = .failed(failure)
      case .setRate(let new): rate = max(1, new)
      case .setLines, .progress, .note, .remark: words.append(action)
      }
    }
    if ending == nil { programmer.workAhead() }
  }

  /// Bytes on their way in one direction.
  private struct Line {
    private var pieces: [(arrival: Double, bytes: [UInt8])] = []
    private var head = 0
    private var free = 0.0

    var nextArrival: Double? { head < pieces.count ? pieces[head].arrival : nil }

    mutating func put(_ bytes: [UInt8], at time: Double, rate: Int, piece: Int) {
      var rest = bytes[...]
      free = max(free, time)
      while !rest.isEmpty {
        let part = rest.prefix(max(1, piece))
        rest = rest.dropFirst(part.count)
        free += Double(part.count) * 10_000_000 / Double(rate)
        pieces.append((free, Array(part)))
      }
    }

    mutating func pop() -> [UInt8] {
      guard head < pieces.count else { return [] }
      defer {
        head += 1
        if head == pieces.count {
          pieces.removeAll(keepingCapacity: true)
          head = 0
        }
      }
      return pieces[head].bytes
    }
  }
}
