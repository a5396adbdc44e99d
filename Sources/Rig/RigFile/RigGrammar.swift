import BootProtocols
package import FileGrammar
import Journal
package import Links
import NearbySession
import Notation

/// The keys of a rig file: how each is read, and what its JSON schema says of it.
struct RigKeys {
  static let kind = FileKind(
    "a rig", words: "a rig file", name: "rig:1", title: "uwbrig rig file, version 1",
    about: "A bench: its boards, how bytes reach them, what they claim, how they are powered and "
      + "reset. Rules between boards (unique names, one board on a serial port, a virtual rig holds "
      + "virtual or replayed boards only) are checked by `uwbrig rig check`.")
  static let mapping = Mapping(RigKeys(), allowed: "a mapping of keys and values")

  let version = Key("version", .version, required: "1")
  let name = Key(
    "name", .line("a name of at most 64 characters", longest: 64),
    "name of the bench; default: the file's name")
  let time = Setting<RigFile.Time>(
    "time", .choice, default: .real, "virtual needs every board virtual or replayed")
  let boards = Key(
    "boards", .list(BoardKeys.mapping.form, allBoards, least: allBoards),
    required: "a list of boards")
  let room = Key("room", .room, "where virtual boards stand")
  let phone = Key("phone", PhoneKeys.mapping.form, "the model of the phone that the rig plays")
  let faults = Key("faults", .faults, "what goes wrong on virtual boards: \(FaultPlan.about)")
  let limits = Key("limits", .limits, "how long the rig waits and how much it demands")
  let retries = Key(
    "retries", .retryRules,
    "cases that are tried again otherwise than their boards say; the first that fits holds")

  let twister = Key(
    "twister", .hardwareMap,
    "the boards of twister's hardware map, with what a rig has no word for; `rig twister` writes it"
  )

  private static let allBoards = "a list of at least one board"
}

struct PhoneKeys {
  static let mapping = Mapping(PhoneKeys())

  let misbehaviour = Key(
    "misbehaviour",
    Form<String>(Form<String>.name(longest: 64).schema) {
      $0.misbehaviour(among: PhoneDeviation.allCases.map(\.rawValue))
    }, "a named deviation of the model, to rehearse a failure")
}

extension FaultPlan {
  package static let about =
    "a profile (clean, noisy, hostile, unplug), faults by name such as close=50ms@37, or several "
    + "joined by +"
}

extension Form<FaultPlan> {
  private static var fault: String { "[a-z-]+(=[0-9a-z.]+)?(@[0-9]+)?" }

  package static var faults: Form {
    Form([
      "type": "string", "pattern": .string("^\(fault)([+]\(fault))*$"),
    ]) { field in
      guard let text = field.line("a fault profile or faults, joined by +", longest: 1024) else {
        return nil
      }
      do throws(NotationError) { return try FaultPlan(parsing: text) } catch {
        return field.refuse(
          found: error.got, allowed: error.expected, suggestion: error.suggestion)
      }
    }
  }
}

extension Form<LinkAddress> {
  static func link(_ allowed: String = "a link") -> Form {
    let forms = LinkAddress.forms.map { $0.replacing("…", with: ".+") }
    return Form([
      "type": "string", "maxLength": 4096,
      "pattern": .string("^(\(forms.joined(separator: "|")))$"),
    ]) { field in
      guard let text = field.string(allowed) else { return nil }
      do throws(NotationError) { return try LinkAddress(parsing: text) } catch {
        field.fault(
          found: error.got, allowed: error.expected, suggestion: error.suggestion,
          offset: error.offset + (field.isPlain ? 0 : 1))
        return nil
      }
    }
  }
}
