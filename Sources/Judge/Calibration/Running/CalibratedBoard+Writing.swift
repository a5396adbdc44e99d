import Bench
import Errors
import LabRuntime
import UCIHost

extension CalibratedBoard {
  /// How long a value that was acknowledged may take to be read back: some keep it in flash first.
  private static let storing: [Duration] = [
    .milliseconds(100), .milliseconds(400), .milliseconds(1500),
  ]

  /// Gives it a new value, and reads all of them back.
  ///
  /// - Throws: ``CalibrationFault`` when something else stands there than what was asked for.
  mutating func set(_ target: Int) async throws {
    let before = try await access.values
    let (key, width) = (access.key, before[access.key]?.count ?? 4)
    let bytes = UCILittleEndian.bytes(target, count: width)
    isTouched = true
    let refusal = try await attempt(bytes, to: key)
    var after = try await access.values
    for pause in Self.storing where refusal == nil && after[key] != bytes {
      try await board.lab.sleep(for: pause, label: "\(name) to store a value")
      after = try await access.values
    }
    if refusal == nil, after[key] != bytes {
      // Some take what was written with their next reset.
      try await Self.identify(board)
      after = try await access.values
    }
    value = access.number(in: after) ?? value
    let changed = before.changed(in: after).filter { $0.key != key }
    if let other = changed.first {
      let isDiverted = after[key] == before[key] && after[other.key] == bytes
      if isDiverted { diversions.append((key, other.key)) }
      throw CalibrationFault(
        .notTaken, name,
        "\(key) was written, and \(other.key) \(Self.change(other, after))",
        advice: isDiverted
          ? "This firmware writes the value of another key: look for a newer one"
          : "This firmware changes other values when one is written: look for a newer one")
    }
    guard value == target else {
      // What was not refused and shows nothing may be done yet.
      isOwed = refusal == nil && after[key] == before[key]
      throw CalibrationFault(
        .notTaken, name,
        "\(key) was to become \(target), and \(value) is read back"
          + (refusal.map { " (\($0))" } ?? ""),
        advice: "Is the value allowed, and does this firmware store calibration?")
    }
  }

  /// Such as `changed from 25 to 0`.
  private static func change(
    _ entry: CalibrationValues.Entry, _ after: CalibrationValues
  ) -> String {
    after[entry.key].map {
      "changed from \(entry.text) to \(CalibrationValues.Entry.text($0))"
    } ?? "is gone"
  }

  /// The values beside the one that is written that are not what the board came with, in words; nil for
  /// none.
  func otherChange(in now: CalibrationValues) -> String? {
    old.changed(in: now).first { $0.key != access.key }.map { "\($0.key) \(Self.change($0, now))" }
  }

  /// Writes, and lives through a refusal and through silence: what was done is told by reading alone.
  private func attempt(_ target: [UInt8], to key: String) async throws -> String? {
    do {
      try await access.write(target, to: key)
      return nil
    } catch let error as UCIHostError {
      guard error.code != .closed else {
        throw CalibrationFault(
          .failed, name, "its link ended while \(key) was written: \(error.reason)")
      }
      guard error.code != .cancelled else { throw error }
      if error.code != .status { try await board.session.host().reset() }
      return error.reason
    } catch let error as RigError where error.code == .timedOut {
      // What was not answered may have been done.
      return "no answer"
    } catch let error as CalibrationFault where error.code == .notTaken {
      return error.reason
    }
  }

  // MARK: Putting back

  /// Puts the old values back; the keys that could not be.
  ///
  /// A board that writes beside the key is written to the key that leads there. Since there are boards
  /// that a value reaches after a power cut alone, the power is cut where the rig can and may; since some
  /// store late what they have acknowledged, it is looked at once more after a while.
  mutating func restore(cutsPower: Bool) async throws -> [LeftValue] {
    if isOwed, let bytes = old[access.key] {
      // The old value goes behind it.
      _ = try await attempt(bytes, to: access.key)
    }
    var left = try await putBack()
    if isTouched, cutsPower, board.canCutPower {
      try await cyclePower()
      left = try await putBack()
    }
    for _ in 0..<2 where isTouched && left.isEmpty {
      try await board.lab.sleep(for: Self.settling, label: "\(name) to settle")
      try await Self.identify(board)
      guard !old.changed(in: try await access.values).isEmpty else { break }
      left = try await putBack()
    }
    return left
  }

  private static let settling = Duration.seconds(4)
  /// Before each round of writing; the last one outlasts a flash that is slow to store.
  private static let pauses: [Duration] = [
    .zero, .zero, .milliseconds(250), .milliseconds(750), .milliseconds(1500), .seconds(4),
  ]

  /// Takes the power away for a second and greets the board again.
  func cyclePower() async throws {
    board.session.close(reason: "to be powered off")
    _ = try await board.cutPower(for: .seconds(1))
    try await Self.identify(board)
  }

  private mutating func putBack() async throws -> [LeftValue] {
    var now = try await access.values
    for pause in Self.pauses where !old.changed(in: now).isEmpty {
      if pause > .zero {
        try await board.lab.sleep(for: pause, label: "\(name) to store its old values")
        try await Self.identify(board)
        now = try await access.values
      }
      // The written key first: what a write of it spoils is put right after it.
      for entry in old.entries where now[entry.key] != entry.bytes {
        let way = diversions.last { $0.changed == entry.key }?.written ?? entry.key
        isTouched = true
        _ = try await attempt(entry.bytes, to: way)
        now = try await access.values
      }
    }
    value = access.number(in: now) ?? value
    let left = old.changed(in: now).map { LeftValue($0, now: now[$0.key]) }
    // The values may be right and those that outlive a power cut not: somebody was killed in between.
    if isTouched, left.isEmpty { try await access.keep() }
    return left
  }
}
