import Bench
import BootProtocols
import Errors
import LabRuntime
import Links
import RigFile
import WireFormat

/// The line of a board with Qorvo's shell: commands, their replies, and the rounds between them.
final class ShellLine: Sendable {
  private let board: BenchBoard
  private let reader = LabBox<QorvoShellReader>()
  private let rounds = LabBox<[PairRound]>()

  init(_ board: BenchBoard) { self.board = board }

  private static let patience = Duration.seconds(3)
  /// Rounds that are kept until they are taken.
  private static let most = 4096

  /// Sends a command, and waits for the end of its reply.
  ///
  /// - Returns: the lines of the reply, without the echo.
  /// - Throws: ``CalibrationFault`` when it is refused, ``RigError`` when there is no reply.
  @discardableResult
  func ask(_ command: String) async throws -> [String] {
    let frames = try await board.session.opened()
    while frames.tryReceive() != nil {}
    reader.value = QorvoShellReader()
    try await frames.send(Array((command + "\r\n").utf8))
    let deadline = board.lab.now.advanced(by: Self.patience)
    var lines: [String] = []
    while true {
      let bytes = try await frames.receive(until: deadline).bytes
      for item in take(bytes) {
        switch item {
        case .ended(true): return lines.filter { $0 != command }
        case .ended(false):
          throw CalibrationFault(.notTaken, board.name, "\(command) is refused")
        case .line(let line): if lines.count < 1024 { lines.append(line) }
        case .round: break
        }
      }
    }
  }

  /// The next round of a session; nil where none comes in time.
  func nextRound(until deadline: LabInstant) async throws -> PairRound? {
    while true {
      if let round = takeRound() { return round }
      let frames = try board.session.current()
      do throws(RigError) {
        _ = take(try await frames.receive(until: deadline).bytes)
      } catch {
        guard error.code == .timedOut else { throw error }
        return nil
      }
    }
  }

  /// A round that has come by now.
  func takeRound() -> PairRound? {
    if let frames = try? board.session.current() {
      while let frame = frames.tryReceive() { _ = take(frame.bytes) }
    }
    guard var held = rounds.value, !held.isEmpty else { return nil }
    let first = held.removeFirst()
    rounds.value = held
    return first
  }

  func forgetRounds() { rounds.value = [] }

  private func take(_ bytes: [UInt8]) -> [QorvoShellReader.Item] {
    var parser = reader.value ?? QorvoShellReader()
    let items = parser.append(bytes)
    reader.value = parser
    for case .round(let round) in items where (rounds.value ?? []).count < Self.most {
      let fix = round.measurements.first { $0.centimetres != nil }
      rounds.value =
        (rounds.value ?? []) + [
          PairRound(
            at: board.lab.now, metres: fix?.centimetres.map { Double($0) / 100 }, power: fix?.power)
        ]
    }
    return items
  }

  /// Ends what runs, and waits until the board says that nothing does.
  func idle() async throws {
    do { try await ask("STOP") } catch let fault as CalibrationFault where fault.code == .notTaken {
      // An earlier program was broken off within a line, and STOP was the end of that line.
      try await ask("STOP")
    } catch let error as RigError where error.code == .timedOut {
      try await ask("STOP")
    }
    forgetRounds()
    let deadline = board.lab.now.advanced(by: Self.patience)
    while !(try await ask("STAT")).joined().replacing(" ", with: "").contains(
      "\"CurrentApp\":\"NONE\"")
    {
      guard board.lab.now < deadline else {
        throw CalibrationFault(.failed, board.name, "STOP does not end what runs")
      }
      try await board.lab.sleep(for: .milliseconds(100), label: "the shell of \(board.name)")
    }
  }

  /// The version of the firmware.
  func version() async throws -> String {
    let text = try await ask("DECAID").joined().replacing(" ", with: "")
    let parts = text.split(separator: "\"Version\":\"", maxSplits: 1)
    return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }.prefix(32)) : "unknown"
  }
}

/// A board with Qorvo's shell that ranges by INITF and RESPF.
final class ShellRangingSide: RangingSide {
  private let line: ShellLine

  init(_ board: BenchBoard) { line = ShellLine(board) }

  func prepare() async throws { try await line.idle() }

  func start(_ pair: PairSession) async throws {
    let (own, peer) =
      pair.isController
      ? (PairSession.controller, PairSession.controlee)
      : (PairSession.controlee, PairSession.controller)
    let secret = (pair.secret + [7, 8]).map { Hexadecimal.encode([$0]).uppercased() }
    line.forgetRounds()
    try await line.ask(
      "\(pair.isController ? "INITF" : "RESPF") -CHAN=\(pair.settings.channel) "
        + "-BLOCK=\(pair.settings.interval.microseconds / 1000) -ID=\(PairSession.id) "
        + "-ADDR=\(own) -PADDR=\(peer) -VUPPER=\(secret.joined(separator: ":"))")
  }

  func nextRound(until deadline: LabInstant) async throws -> PairRound? {
    try await line.nextRound(until: deadline)
  }

  func takeRound() -> PairRound? { line.takeRound() }

  func stop() async throws { try await line.idle() }
}
