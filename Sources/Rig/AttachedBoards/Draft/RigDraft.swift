import Bench
package import Boards
import BootProtocols
package import JSONDocuments
import Links
import Notation
package import RigFile

/// A rig file made from what is plugged in, with comments on what could not be decided.
package struct RigDraft: Sendable {
  package struct Entry: Sendable {
    var board: RigBoard
    /// The ports of the board's devices.
    package var paths: [String]
    /// The lines of the file, the first with a dash.
    package var lines: [String]
    package var remarks: [String]
    /// Why it is in the file as a comment only; nil for one that counts.
    package var obstacle: String?
    /// What else can speak on its link, as far as is known.
    package var alternatives: [String]
    package var isDecided: Bool
  }

  package let name: String
  var entries: [Entry] = []
  /// Remarks on what is plugged in and is no entry.
  private(set) var leftOut: [String] = []
  package private(set) var questions: [OpenQuestion] = []

  package init(
    _ devices: [USBDevice], _ library: ProfileLibrary, name: String = "bench",
    evidence: IdentityEvidence = IdentityEvidence()
  ) {
    self.name = name
    let boards = library.match(devices, evidence: evidence)
    var hasController = false
    for board in boards { add(board, among: boards, evidence, &hasController) }
    let known = boards.flatMap(\.devices).map(\.path)
    for device in devices where !known.contains(device.path) {
      for terminal in device.interfaces.flatMap(\.terminals) {
        leftOut.append(
          "\(terminal.path): no profile knows \(device.description). If it is a board, write an entry for "
            + "it by hand.")
      }
    }
    for question in boards.flatMap(\.questions) where !questions.contains(question) {
      questions.append(question)
    }
  }

  package var boards: [RigBoard] { entries.filter { $0.obstacle == nil }.map(\.board) }

  private mutating func add(
    _ board: BoardMatch, among boards: [BoardMatch], _ evidence: IdentityEvidence,
    _ hasController: inout Bool
  ) {
    guard let profile = board.likeliest else { return }
    let ports = board.ports.filter { $0.terminal != nil }
    let choices = profile.firmware.flatMap { variant in
      ports.filter { variant.port?.part == $0.part && variant.port?.interface == $0.interface }
        .map { (variant, $0) }
    }.filter { variant, port in
      // What was found to speak there is no guess any more.
      let found = evidence.firmware(of: port.device, interface: port.interface)
      return found == nil || found == variant.speaks
    }
    let number = entries.count { $0.board.profile == profile.name } + 1
    let name = "\(profile.name.prefix(28))-\(number)"
    let drafts = choices.map { variant, port in
      Entry(
        board, profile, variant, port, role: variant.speaks != .uci ? nil : !hasController,
        isFound: evidence.firmware(of: port.device, interface: port.interface) != nil,
        among: boards, name: name)
    }
    // What this build can open comes before what is likelier.
    guard let entry = drafts.first(where: { $0.obstacle == nil }) ?? drafts.first else {
      let place = board.devices.map(\.description).joined(separator: " and ")
      let why =
        ports.isEmpty
        ? "it has no serial port" : "no firmware is known that speaks on its serial ports"
      leftOut.append("\(profile.title), \(place): \(why).")
      leftOut += profile.quirks.filter { ports.isEmpty && $0.name == "no-terminal" }.map(\.text)
      return
    }
    if entry.board.firmware == .uci, entry.obstacle == nil { hasController = true }
    entries.append(entry)
  }
}

extension RigDraft.Entry {
  fileprivate init(
    _ board: BoardMatch, _ profile: BoardProfile, _ variant: BoardProfile.FirmwareVariant,
    _ port: MatchedPort, role isController: Bool?, isFound: Bool, among boards: [BoardMatch],
    name: String
  ) {
    var draft = RigBoard(
      name: name, firmware: variant.speaks,
      link: RigDraft.link(port, among: boards.flatMap(\.devices)), profile: profile.name)
    paths = board.devices.map(\.path)
    let others = profile.firmware.filter {
      !isFound && $0.port == variant.port && $0.speaks != variant.speaks
    }.map(\.speaks.rawValue)
    alternatives = others
    isDecided = board.certainty == .certain && others.isEmpty
    let parts = [port.device] + board.devices.filter { $0.path != port.device.path }
    remarks = ["\(profile.title): " + parts.map(\.description).joined(separator: ", and ")]
    remarks += board.questions.flatMap { [$0.what, "  " + $0.how] }
    lines = ["  - name: \(name)", "    firmware: \(draft.firmware.rawValue)"]
    if !others.isEmpty {
      lines[1] += "  # a guess: it can be \(others.joined(separator: " or ")) as well"
    }
    if let isController {
      draft.kind = .uci(RigBoard.UCISettings(role: isController ? .controller : .controlee))
      lines.append("    role: \(isController ? "controller" : "controlee")  # as you like")
    }
    lines.append("    link: \(RigDraft.quoted(draft.link.description))")
    let doubt = board.certainty == .certain ? "" : "  # the likeliest; see above"
    lines.append("    profile: \(profile.name)\(doubt)")
    // Known to be the board's own, by what was read through it.
    if let probe = parts.dropFirst().first(where: \.isProbe)?.serial {
      let number = SerialNumber.normalized(probe, vendor: SerialNumber.segger)
      draft.probe = number
      lines.append("    probe: \(RigDraft.quoted(number))")
    }
    if let settle = port.port?.settle {
      draft.settle = settle
      lines.append("    settle: \(DurationText.format(settle))")
    }
    self.board = draft
    obstacle =
      if board.certainty == .mayBe {
        "it is not known that this is a board at all"
      } else if !isFound, port.port?.role == .console {
        // Most firmware leaves it silent, and a board that never answers spoils every run.
        "what speaks on the console was not asked; `uwbrig boards --probe` does, and rig init "
          + "knows it then"
      } else {
        draft.notAvailable.first.map { "\($0.what) not available in this build" }
          ?? (RigDraft.isReadable(draft.link) ? nil : "its link cannot be written in a rig file")
      }
  }
}

extension RigDraft {
  /// The link to a port: by serial number, which stays with the board, or by path where it has none of
  /// its own.
  fileprivate static func link(_ port: MatchedPort, among devices: [USBDevice]) -> LinkAddress {
    let device = port.device
    let isOnlyOne = devices.count { $0.serial == device.serial } == 1
    let selector: DeviceSelector =
      if let serial = device.serial, isOnlyOne { .serial(serial) } else { .path(device.path) }
    return .usb(selector, interface: port.interface, SerialParameters(differing: port.port))
  }

  /// Whether a link reads in a file as what it is: serial numbers are what devices say.
  fileprivate static func isReadable(_ link: LinkAddress) -> Bool {
    let text = link.description
    return PrintableText.escaped(text, limit: text.count) == text
      && (try? LinkAddress(parsing: text)) == link
  }

  static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        || "/_.-:=,?&".utf8.contains($0)
    }
    if plain, !text.hasSuffix(":"), text.first?.isLetter == true { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  package var text: String {
    var lines = [
      "# Written by `uwbrig rig init` from what was plugged in. `uwbrig rig check FILE` checks it,",
      "# `uwbrig run --rig FILE` runs it. Measured places (position: [x, y, z], in metres) let distances",
      "# be judged.", "version: 1", "name: \(name)", "time: real", "boards:",
    ]
    for entry in entries {
      lines += entry.remarks.flatMap(Self.comment)
      if let obstacle = entry.obstacle {
        lines += Self.comment("Left out: " + obstacle + ".")
        lines += entry.lines.map {
          "  # " + PrintableText.escaped(String($0.dropFirst(2)), limit: 400)
        }
      } else {
        lines += entry.lines
      }
    }
    lines += leftOut.flatMap(Self.comment)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A sentence as comment lines; those after the first stand as far in as it begins.
  private static func comment(_ sentence: String) -> [String] {
    let indent = String(sentence.prefix { $0 == " " })
    var lines: [String] = []
    var line = "  # " + indent
    for word in PrintableText.escaped(sentence, limit: 800).split(separator: " ") {
      let isFirst = line.hasSuffix(" ")
      if !isFirst, line.count + word.count >= 100 {
        lines.append(line)
        line = "  #   " + indent + word
      } else {
        line += (isFirst ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  package func document(file: String?) -> RigInitDocument {
    RigInitDocument(
      file: file,
      boards: entries.filter { $0.obstacle == nil }.map {
        .init(
          name: $0.board.name, profile: $0.board.profile,
          firmware: $0.board.firmware.rawValue, link: $0.board.link.description,
          decided: $0.isDecided)
      },
      questions: questions.map { .init(what: $0.what, how: $0.how) }, text: text)
  }
}

package struct RigInitDocument: Document, Described {
  package static let schema = "uwbrig.rig-init/1"
  package static let about = "What `uwbrig rig init --json` prints."
  package static let notes: [String: Note] = [
    "file": "the file that was written; null without --out",
    "questions": "what could not be decided",
  ]

  struct Board: Codable, Described {
    static let notes: [String: Note] = ["decided": "whether nothing about it is a guess"]

    var name: String
    var profile: String?
    var firmware: String
    var link: String
    var decided: Bool
  }

  struct Question: Codable {
    var what: String
    var how: String
  }

  var file: String?
  var boards: [Board]
  var questions: [Question]
  var text: String
}
