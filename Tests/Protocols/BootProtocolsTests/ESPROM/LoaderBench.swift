public import BootProtocols
public import Testing
public import WireFormat

/// Numbers with a fixed seed (SplitMix64): the same run every time.
struct LoaderDice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}

/// A programmer and a bootloader on one line, with the times that both ask for and no clock.
struct LoaderBench<Programmer: BootProgrammer, Loader: Bootloader> {
  enum End: Equatable {
    case finished
    case failed(BootFailure)
    /// The line went dead at the byte asked for.
    case cut
    /// Neither side has anything to wait for.
    case stuck
  }

  enum Cut {
    /// The board loses power, and the programmer is stopped.
    case power
    /// The programmer is stopped, and the board stays as it is.
    case programmer
    /// The board is reset, and the programmer knows nothing of it.
    case board
  }

  var programmer: Programmer
  var loader: Loader
  /// How many bytes a piece has, in both directions.
  var piece = Int.max
  /// After how many bytes to the board what happens.
  var cutAt: (byte: Int, what: Cut)?

  private(set) var actions: [ProgrammerAction] = []
  private(set) var sent: [UInt8] = []
  private(set) var now = 0
  private(set) var notes: [String] = []
  private var hostRate = 115_200
  private var boardRate = 115_200
  private var boardFree = 0
  private var deadline: Int?
  private var inbox: [(time: Int, bytes: [UInt8])] = []
  private var end: End?

  init(_ programmer: Programmer, _ loader: Loader, piece: Int = .max) {
    self.programmer = programmer
    self.loader = loader
    self.piece = piece
  }

  mutating func run(started: Bool = false) -> End {
    if !started { board(loader.start()) }
    perform(programmer.begin())
    var turns = 0
    while end == nil {
      turns += 1
      guard turns < 200_000 else { return .stuck }
      if let first = inbox.first, first.time <= deadline ?? .max {
        inbox.removeFirst()
        now = max(now, first.time)
        for part in parts(first.bytes) where end == nil { perform(programmer.receive(part)) }
      } else if let due = deadline {
        now = max(now, due)
        deadline = nil
        perform(programmer.expired())
      } else {
        return .stuck
      }
    }
    return end ?? .stuck
  }

  /// Whether the flash holds this.
  func holds(_ segment: ImageSegment) -> Bool {
    loader.flash.read(segment.address, count: segment.bytes.count) == segment.bytes
  }

  private func parts(_ bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: min(piece, max(1, bytes.count))).map {
      Array(bytes[$0..<min(bytes.count, $0 + min(piece, bytes.count))])
    }
  }

  private mutating func perform(_ wanted: [ProgrammerAction]) {
    for action in wanted where end == nil {
      actions.append(action)
      switch action {
      case .send(let bytes): deliver(bytes)
      case .setRate(let rate): hostRate = rate
      case .setLines, .progress: break
      case .pause(let microseconds): now += microseconds
      case .discardInput: inbox.removeAll { $0.time <= now }
      case .expect(let microseconds): deadline = now + microseconds
      case .note(let text), .remark(let text): notes.append(text)
      case .finished: end = .finished
      case .failed(let failure): end = .failed(failure)
      }
    }
  }

  private mutating func deliver(_ bytes: [UInt8]) {
    // Bytes at another rate are noise that no loader here mistakes for anything.
    guard hostRate == boardRate else { return }
    var bytes = bytes
    var isCut = false
    if let cutAt, sent.count + bytes.count >= cutAt.byte {
      bytes = Array(bytes.prefix(max(0, cutAt.byte - sent.count)))
      isCut = true
    }
    sent += bytes
    for part in parts(bytes) { board(loader.receive(part)) }
    guard isCut, let what = cutAt?.what else { return }
    cutAt = nil
    switch what {
    case .board: board([.restart(intoBootloader: true)])
    case .power:
      _ = loader.start()
      end = .cut
    case .programmer: end = .cut
    }
  }

  private mutating func board(_ wanted: [BootloaderAction]) {
    boardFree = max(boardFree, now)
    for action in wanted {
      switch action {
      case .send(let bytes): if hostRate == boardRate { inbox.append((boardFree, bytes)) }
      case .busy(let microseconds): boardFree += microseconds
      case .setRate(let rate): boardRate = rate
      case .restart:
        boardRate = 115_200
        board(loader.start())
      }
    }
  }
}

/// The image of the captures.
let captureImage: [UInt8] = (0..<1500).map { UInt8(truncatingIfNeeded: $0 * 37 + $0 / 256 * 11) }

/// What a tool and a loader said to each other.
struct Capture {
  /// The turns in their order.
  private(set) var turns: [(fromTool: Bool, bytes: [UInt8])] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      var digits = line.dropFirst().utf8.makeIterator()
      var bytes: [UInt8] = []
      while let high = digits.next(), let low = digits.next() {
        bytes.append(Self.value(high) << 4 | Self.value(low))
      }
      if line.first == " " {
        turns[turns.count - 1].bytes += bytes
      } else {
        turns.append((line.first == ">", bytes))
      }
    }
  }

  /// All that went one way.
  func bytes(fromTool: Bool) -> [UInt8] {
    turns.filter { $0.fromTool == fromTool }.flatMap(\.bytes)
  }

  /// What a loader answers to the tool's bytes.
  func replay(into loader: inout some Bootloader) -> [UInt8] {
    var answered = Self.sent(by: loader.start(), of: &loader)
    for turn in turns where turn.fromTool {
      answered += Self.sent(by: loader.receive(turn.bytes), of: &loader)
    }
    return answered
  }

  private static func sent(
    by actions: [BootloaderAction], of loader: inout some Bootloader
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for action in actions {
      switch action {
      case .send(let sent): bytes += sent
      case .restart: bytes += Self.sent(by: loader.start(), of: &loader)
      case .busy, .setRate: break
      }
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8 {
    digit < 0x3A ? digit &- 0x30 : digit &- 0x57
  }
}

extension Array where Element == UInt8 {
  /// Whether these bytes hold those in a row.
  func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= count else { return part.isEmpty }
    return indices.dropLast(part.count - 1).contains { place in
      self[place] == first && self[place..<(place + part.count)].elementsEqual(part)
    }
  }
}

// Short, for the words of a test that fails.
extension ImageSegment: CustomTestStringConvertible {
  /// How many bytes, and where.
  public var testDescription: String { "\(bytes.count) bytes at \(address)" }
}

extension LoaderBench: CustomTestStringConvertible {
  var testDescription: String { "a bench after \(sent.count) bytes and \(now) µs" }
}
