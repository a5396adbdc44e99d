import Bench
import BootProtocols
import Journal
import Notation
import Ranging
import RigFile
import Room
import Runs
import UCI
import UCIHost

extension RangePlan {
  /// Throws ``Failure``, or ``RigFileErrors``.
  init(_ command: RangeCommand) throws {
    let names = command.words.filter { RigSource.isBoard($0) }
    let file = try RigSource.open(command.rig, boards: names)
    let parameters = command.words.filter { !RigSource.isBoard($0) }
    guard names.count >= 2 else {
      let usable = file.boards.filter { $0.firmware == .uci }.map(\.name)
      throw Failure(
        .usage,
        "range needs a controller and at least one controlee. The UCI boards of "
          + "\(PrintableText.escaped(file.name)) are: "
          + (usable.isEmpty ? "none" : usable.joined(separator: ", ")))
    }
    guard names.count <= 9 else {
      throw Failure(.usage, "expected 1 to 8 controlees, got \(names.count - 1)")
    }
    let boards = try RigSource.boards(
      names, in: file, orAttached: command.rig == nil, for: "range", speaking: [.uci],
      once: "; a board cannot range with itself")
    let common = try Self.common(command) + parameters.map { try Self.assignment($0, "") }
    let controller = try command.controllerParameters.map {
      try Self.assignment($0, "--controller: ")
    }
    let controlee = try command.controleeParameters.map { try Self.assignment($0, "--controlee: ") }
    self.init(
      file, boards, given: (common, controller, controlee), rounds: command.rounds,
      span: command.span,
      seed: command.seed)
  }

  private static func common(_ command: RangeCommand) throws -> [ParameterAssignment] {
    var assignments: [ParameterAssignment] = []
    if let interval = command.interval {
      let milliseconds = interval / .milliseconds(1)
      guard milliseconds >= 1, milliseconds == milliseconds.rounded() else {
        throw Failure(
          .usage, "--interval: expected whole milliseconds, got \(DurationText.format(interval))")
      }
      assignments.append(try assignment("RANGING_DURATION=\(Int(milliseconds))", "--interval: "))
    }
    if let channel = command.channel {
      assignments.append(try assignment("CHANNEL_NUMBER=\(channel)", "--channel: "))
    }
    return assignments
  }

  private static func assignment(_ text: String, _ option: String) throws -> ParameterAssignment {
    do throws(NotationError) { return try ParameterAssignment(text) } catch {
      throw Failure(.usage, "\(option)\(error)")
    }
  }
}
