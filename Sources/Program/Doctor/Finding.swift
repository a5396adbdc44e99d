package import Boards

/// Something that a check found.
package struct Finding: Sendable, Hashable {
  package enum Level: String, Codable, CaseIterable, Sendable {
    /// Boards will not work, or not reliably.
    case fault
    case warning
  }

  var level: Level
  var sentence: String
  var evidence: [String]
  var mend: [Mend]
  /// What mends it without a guess.
  var repair: Repair?

  /// A step that mends something.
  package struct Mend: Codable, Sendable, Hashable {
    /// A sentence; nil where the command says everything.
    var text: String?
    /// What to type; nil where typing does not help.
    var command: String?

    static func run(_ command: String) -> Mend { Mend(text: nil, command: command) }
    static func say(_ text: String, _ command: String? = nil) -> Mend {
      Mend(text: text, command: command)
    }
  }

  static func fault(
    _ sentence: String, seen evidence: [String], mend: [Mend], repair: Repair? = nil
  ) -> Finding {
    Finding(level: .fault, sentence: sentence, evidence: evidence, mend: mend, repair: repair)
  }

  static func warning(
    _ sentence: String, seen evidence: [String], mend: [Mend], repair: Repair? = nil
  ) -> Finding {
    Finding(level: .warning, sentence: sentence, evidence: evidence, mend: mend, repair: repair)
  }
}

/// What `--fix` does: nothing of it needs a guess, and all of it needs root.
package enum Repair: Sendable, Hashable {
  /// Writes our rules where they belong and has udev read them.
  case installRules
  /// Has udev read the rules and look at the devices again.
  case reloadRules
  /// Keeps devices from being put to sleep until they are plugged in again.
  case keepAwake([String])
}

/// One thing that can be wrong between a fresh computer and a green run.
package struct Check: Sendable {
  package enum Outcome: Sendable {
    /// Nothing is wrong; what was looked at.
    case fine(String)
    /// The question does not arise here; why.
    case notApplicable(String)
    /// What is wrong; at least one.
    case found([Finding])

    static func fault(
      _ sentence: String, seen evidence: [String], mend: [Finding.Mend], repair: Repair? = nil
    ) -> Outcome {
      .found([.fault(sentence, seen: evidence, mend: mend, repair: repair)])
    }

    static func warning(
      _ sentence: String, seen evidence: [String], mend: [Finding.Mend], repair: Repair? = nil
    ) -> Outcome {
      .found([.warning(sentence, seen: evidence, mend: mend, repair: repair)])
    }
  }

  var name: String
  var title: String
  var examine: @Sendable (Examination) -> Outcome
}

/// What checks are given.
package struct Examination: Sendable {
  package var machine: Machine
  /// The boards among the attached devices.
  var boards: [BoardMatch]
  /// Our rules: as they are and as they should be.
  package var rules: RulesState
  /// In a container without udev the rules are the host's.
  package var isGuest: Bool

  package init(_ machine: Machine, _ library: ProfileLibrary) {
    self.machine = machine
    boards = library.match(machine.devices)
    rules = RulesState(machine, library, boards: boards)
    isGuest = machine.container != nil && !machine.hasUdev
  }

  var devices: [USBDevice] { boards.flatMap(\.devices) }

  var terminals: [String] {
    devices.flatMap(\.interfaces).flatMap(\.terminals).map(\.path)
  }
}
