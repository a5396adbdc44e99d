import Journal
import LabRuntime
import Links
import NearbyAccessory
import NearbySession
import RigFile
import Runner
import Statistics
import WireFormat

extension CaseContext {
  func configuration(of board: AccessoryBoard) async throws -> AccessoryConfigurationData {
    try read(try await initialize(board))
  }

  func read(_ data: [UInt8]) throws -> AccessoryConfigurationData {
    do { return try AccessoryConfigurationData.decode(data) } catch {
      throw violation(
        "the configuration data can be read", expected: "every field of its version",
        got: "\(error)")
    }
  }

  /// The shareable data that the model of the phone makes for an accessory, with random values of
  /// this instance; `purpose` tells several of one instance apart.
  func shareable(
    for accessory: AccessoryConfigurationData, _ purpose: String = "shareable data",
    _ change: (inout ShareableConfigurationData) -> Void = { _ in }
  ) -> ShareableConfigurationData {
    var settings = ExchangeSettings()
    settings.blockInterval = limits.blockInterval.wholeMilliseconds
    settings.blockIntervalInfrequent = limits.blockIntervalInfrequent.wholeMilliseconds
    var random = random(purpose)
    var shareable = settings.shareable(for: accessory, random: &random)
    change(&shareable)
    return shareable
  }

  func configure(
    _ board: AccessoryBoard, with shareable: ShareableConfigurationData
  ) async throws {
    try await relaying { try await board.send(.configureAndStart(try shareable.encode())) }
  }

  /// Sends shareable data that is there now, and notes how long that took.
  func relaying(_ send: () async throws -> Void) async throws {
    let made = lab.now
    try await send()
    noteRelay(made.duration(to: lab.now))
  }

  @discardableResult
  func start(
    _ board: AccessoryBoard, with shareable: ShareableConfigurationData,
    _ what: String = "a valid configuration is answered with did-start"
  ) async throws -> AccessoryBoard.Received {
    try await configure(board, with: shareable)
    return try await expect(.didStart, from: board, within: limits.accessoryStart, what)
  }

  /// A whole exchange up to did-start: initialize, the phone's choice, configure-and-start.
  func start(_ board: AccessoryBoard) async throws {
    try await start(board, with: shareable(for: try await configuration(of: board)))
  }

  /// A whole exchange up to did-start that the requirement of the case takes for granted.
  func prepareRanging(_ board: AccessoryBoard) async throws {
    try await preparing { try await start(board) }
  }

  func nextAnswer(
    from board: AccessoryBoard, within limit: Duration
  ) async throws -> AccessoryBoard.Received? {
    try await nextAnswer(from: board, until: lab.now.advanced(by: limit))
  }

  /// The next frame that is no claimed message of the vendor; nil when none comes.
  func nextAnswer(
    from board: AccessoryBoard, until deadline: LabInstant
  ) async throws -> AccessoryBoard.Received? {
    while let received = try await board.next(until: deadline) {
      if !board.declares(received.bytes) { return received }
    }
    return nil
  }

  /// Stops an accessory: did-stop, or silence where the accessory reports no stop.
  ///
  /// - Returns: whether did-stop came.
  @discardableResult
  func stop(_ board: AccessoryBoard) async throws -> Bool {
    try await board.send(.stop())
    return try await comes(.didStop, from: board, within: limits.stopAnswer)
  }

  /// Stops an accessory, and asserts that it says so.
  @discardableResult
  func stop(_ board: AccessoryBoard, _ what: String) async throws -> AccessoryBoard.Received {
    try await board.send(.stop())
    return try await expect(.didStop, from: board, within: limits.stopAnswer, what)
  }

  /// Whether a message of a kind comes in time, whatever comes before it.
  func comes(
    _ identifier: AccessoryMessage.Identifier, from board: AccessoryBoard, within limit: Duration
  ) async throws -> Bool {
    let deadline = lab.now.advanced(by: limit)
    while let received = try await board.next(until: deadline) {
      if received.message?.identifier == identifier { return true }
    }
    return false
  }

  /// How often a case does what it measures the time of.
  static let repetitions = 5

  /// Measures how long answers took: the median and the longest, with one limit for both.
  func measureAnswers(
    _ name: String, _ answers: [(from: LabInstant, to: LabInstant)], limit: Duration
  ) throws {
    guard !answers.isEmpty else { return }
    let limits = Event.Limits(max: limit.inMilliseconds)
    try measure("\(name), median", .spans(answers) { $0.median ?? 0 }, limits: limits)
    try measure("\(name), maximum", .spans(answers) { $0.max() ?? 0 }, limits: limits)
  }

  /// Asserts that an accessory does not start with a blob, and that a good one starts it afterwards.
  ///
  /// - Parameter listens: whether a radio is given the time to come up; else what starts at once is
  ///   found alone.
  func requireRefusal(
    _ board: AccessoryBoard, of blob: [UInt8], _ what: String, listens: Bool = true
  ) async throws {
    try await board.send(.configureAndStart(blob))
    let data = try await listens ? fenceAfterSilence(board, what) : fence(board, what)
    try await start(
      board, with: shareable(for: read(data), "the next cycle"),
      "a valid configuration is answered with did-start afterwards")
  }

  /// A fence that first listens for as long as silence takes: a radio needs its time to come up, and
  /// the stop of the fence would call it off before the accessory has said what it has begun.
  @discardableResult
  func fenceAfterSilence(_ board: AccessoryBoard, _ what: String) async throws -> [UInt8] {
    let early = try await starts(from: board)
    let data = try await fence(board, what)
    try require(
      early.isEmpty, what, expected: "nothing", got: early.isEmpty ? "nothing" : early.names)
    return data
  }

  /// The frames for as long as silence takes, but for did-stop and claimed messages of the vendor.
  func starts(from board: AccessoryBoard) async throws -> [AccessoryBoard.Received] {
    let deadline = lab.now.advanced(by: limits.silence)
    var seen: [AccessoryBoard.Received] = []
    while seen.count < 100, let received = try await board.next(until: deadline) {
      if board.declares(received.bytes) || received.message?.identifier == .didStop { continue }
      seen.append(received)
    }
    return seen
  }

  /// Sends messages of which only the last, initialize, must be answered, and gives everything that
  /// comes up to that answer.
  func answers(
    to messages: [AccessoryMessage], from board: AccessoryBoard
  ) async throws -> [AccessoryBoard.Received] {
    for message in messages { try await board.send(message) }
    let deadline = lab.now.advanced(by: limits.accessoryAnswer)
    var answers: [AccessoryBoard.Received] = []
    while answers.count < 100, let received = try await nextAnswer(from: board, until: deadline) {
      answers.append(received)
      if received.message?.identifier == .accessoryConfigurationData { return answers }
    }
    throw try await unanswered(board, got: answers.isEmpty ? board.wordsOfNoFrame : answers.names)
  }
}

extension [AccessoryBoard.Received] {
  var names: String { map(\.description).joined(separator: ", ") }

  var identifiers: [AccessoryMessage.Identifier?] { map { $0.message?.identifier } }
}

extension AccessoryBoard {
  /// Skips a case in which the accessory has to notice that the phone goes.
  func requireNoticedDisconnection() throws {
    let isNoticed = [.virtual, .tcp, .ble].contains(description.playedLink.scheme)
    guard !isNoticed, description.reset == nil else { return }
    throw CaseEnding.skip(
      "an accessory on \(description.playedLink.scheme.rawValue) does not notice that the phone goes; "
        + "with a reset in the rig file it starts from scratch")
  }
}

extension ShareableConfigurationData {
  /// A block in milliseconds, and the short round of the captures, which fits into any.
  mutating func fitRound(into block: UInt16) {
    rangingDuration = block
    slotsPerRound = 6
    slotDuration = 3600
  }
}

extension Duration {
  /// Milliseconds, as the configuration blobs count them.
  var wholeMilliseconds: UInt16 { UInt16(clamping: nanoseconds / 1_000_000) }

  /// Blocks of the usual interval, 180 ms.
  static func blocks(_ count: Int) -> Duration { .milliseconds(180 * count) }
}

extension RigLimits {
  /// Milliseconds that an accessory may ask for.
  var intervalBounds: ClosedRange<UInt16> {
    intervalMinimum.wholeMilliseconds...intervalMaximum.wholeMilliseconds
  }
}

extension UInt16 {
  /// As an address is written: `0x1f2e`.
  var hexadecimal: String {
    "0x" + Hexadecimal.encode([UInt8(self >> 8), UInt8(self & 0xFF)])
  }
}
