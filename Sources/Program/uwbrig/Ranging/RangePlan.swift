import BootProtocols
import Journal
import Links
import Notation
import Rig
import Room
import UCI
import UCIHost

/// What is to range with what: read off the arguments and the rig, before any board is opened.
struct RangePlan: Sendable {
  /// One board that takes part.
  struct Side: Sendable {
    let board: RigBoard
    let isController: Bool
    /// Its short address.
    let address: UInt16
    let assignments: [ParameterAssignment]

    /// The id of its session on the air.
    var sessionID: UInt32 {
      var id: UInt32 = 42
      for assignment in assignments {
        if case .sessionID(let given) = assignment.value { id = given }
      }
      return id
    }
  }

  let file: RigFile
  /// The controller, then the controlees.
  let sides: [Side]
  let rounds: Int?
  let span: Duration?
  let seed: UInt64
  let options: CommonOptions

  /// Rounds in virtual time when nothing else is said: there it costs no time to make as many.
  private static let virtualRounds = 50

  /// Throws ``Failure``, or ``RigFileErrors``.
  init(_ verb: RangeVerb) throws {
    let names = verb.words.filter { RigSource.isBoard($0) }
    file = try RigSource.open(verb.rig, boards: names)
    let parameters = verb.words.filter { !RigSource.isBoard($0) }
    guard names.count >= 2 else {
      let usable = file.boards.filter { $0.firmware == .uci }.map(\.name)
      throw Failure(
        .usage,
        "range needs a controller and at least one controlee. The UCI boards of "
          + "\(PrintableText.escaped(file.name)) are: "
          + (usable.isEmpty ? "none" : usable.joined(separator: ", ")))
    }
    guard names.count <= 9 else {
      throw Failure(.usage, "found \(names.count - 1) controlees, allowed 1 to 8")
    }
    var boards: [RigBoard] = []
    for name in names {
      let board = try RigSource.board(name, in: file, orAttached: verb.rig == nil)
      guard board.firmware == .uci else {
        throw Failure(
          .usage,
          "\(board.name) speaks \(board.firmware.rawValue), and range needs boards that speak uci")
      }
      guard !boards.contains(where: { $0.name == board.name }) else {
        throw Failure(.usage, "\(board.name) is named twice; a board cannot range with itself")
      }
      boards.append(board)
    }
    let common = try Self.common(verb) + parameters.map { try Self.assignment($0, "") }
    let controller = try verb.controllerParameters.map {
      try Self.assignment($0, "--controller: ")
    }
    let controlee = try verb.controleeParameters.map { try Self.assignment($0, "--controlee: ") }
    sides = boards.enumerated().map { index, board in
      Side(
        board: board, isController: index == 0, address: UInt16(clamping: index),
        assignments: common + (index == 0 ? controller : controlee))
    }
    let isEndless = verb.rounds == nil && verb.span == nil
    rounds = verb.rounds ?? (isEndless && file.time == .virtual ? Self.virtualRounds : nil)
    span = verb.span
    seed = verb.seed
    options = verb.common
  }

  /// What a board is given, by the dialect that it speaks.
  func parameters(of side: Side, dialect: UCIDialect) -> RangingParameters {
    let peers = sides.filter { $0.isController != side.isController }.map(\.address)
    var parameters =
      side.isController
      ? RangingParameters.controller(address: side.address, peers: peers)
      : RangingParameters.controlee(address: side.address, peers: peers)
    parameters.multiNodeMode = sides.count > 2 ? 1 : 0
    parameters.reportsRSSI = true
    parameters.additional = side.assignments.compactMap { $0.parameter(dialect: dialect) }
    return parameters
  }

  /// The distance of two boards by the rig file, in metres; nil without positions.
  func distance(_ one: RigBoard, _ other: RigBoard) -> Double? {
    guard let here = one.position, let there = other.position else { return nil }
    let (x, y, z) = (there.x - here.x, there.y - here.y, there.z - here.z)
    return (x * x + y * y + z * z).squareRoot()
  }

  private static func common(_ verb: RangeVerb) throws -> [ParameterAssignment] {
    var assignments: [ParameterAssignment] = []
    if let interval = verb.interval {
      let milliseconds = interval / .milliseconds(1)
      guard milliseconds >= 1, milliseconds == milliseconds.rounded() else {
        throw Failure(
          .usage, "--interval: found \(DurationText.format(interval)), allowed whole milliseconds")
      }
      assignments.append(try assignment("RANGING_DURATION=\(Int(milliseconds))", "--interval: "))
    }
    if let channel = verb.channel {
      assignments.append(try assignment("CHANNEL_NUMBER=\(channel)", "--channel: "))
    }
    return assignments
  }

  private static func assignment(_ text: String, _ option: String) throws -> ParameterAssignment {
    do throws(ParameterAssignmentError) { return try ParameterAssignment(text) } catch {
      throw Failure(.usage, "\(option)\(error)")
    }
  }
}
