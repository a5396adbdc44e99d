import BootProtocols
import Calibration
import Errors
import Journal
import LabRuntime
import Notation
import RigFile
import Runs

extension CalibrationPlan {
  /// Throws ``Failure``, or ``RigFileErrors``.
  init(_ command: CalibrateCommand) throws {
    let names = command.boards + command.reference
    let file = try RigSource.open(command.rig, boards: names)
    let all = try RigSource.boards(
      names, in: file, orAttached: command.rig == nil, for: "calibrate",
      speaking: [.uci, .shell(.qorvoCLI)])
    guard all.count <= 16 else {
      throw Failure(.usage, "expected at most 16 boards, got \(all.count)")
    }
    var settings = Settings()
    settings.quantity = command.angles ? .angle : .delay
    settings.channel = command.channel
    settings.antenna = command.antenna
    settings.ranges = command.ranges
    settings.interval = command.interval ?? .milliseconds(100)
    guard (.milliseconds(20) ... .seconds(10)).contains(settings.interval) else {
      throw Failure(
        .usage,
        "--interval: expected 20ms to 10s, got \(DurationText.format(settings.interval))")
    }
    settings.warmUp = command.warmUp ?? .zero
    settings.cutsPower = !command.keepPower
    let pairs = try command.pair.map { try Self.pair($0, all.map(\.name)) }
    try self.init(
      file, subjects: Array(all.prefix(command.boards.count)),
      references: Array(all.dropFirst(command.boards.count)),
      measured: pairs.isEmpty ? nil : pairs, settings: settings,
      check: try command.check.map { try RigSource.open($0) })
  }

  private static func pair(_ text: String, _ names: [String]) throws -> (String, String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts[0] != parts[1], parts.allSatisfy(names.contains) else {
      throw Failure(
        .usage,
        "--pair: expected two of \(names.joined(separator: ", ")) with + between them, got "
          + PrintableText.quoted(text, limit: 60))
    }
    return (parts[0], parts[1])
  }
}
