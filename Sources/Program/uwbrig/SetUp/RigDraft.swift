import Boards
import BootProtocols
import Doctor
import JSONDocuments
import Links
import Notation
import Rig

/// A rig file made from what is plugged in, with comments on what could not be decided.
struct RigDraft: Sendable {
  /// One terminal of one board.
  struct Entry: Sendable {
    var name: String
    /// The ports of the board's devices.
    var paths: [String]
    var profile: String?
    var firmware: String
    var link: String
    /// The lines of the file, the first with a dash.
    var lines: [String]
    /// What stands above it.
    var remarks: [String]
    /// Why it is in the file as a comment only; nil for one that counts.
    var obstacle: String?
    /// What else can speak on its link, as far as is known.
    var alternatives: [String]
    /// Whether nothing about it is a guess.
    var isDecided: Bool
  }

  let name: String
  private(set) var entries: [Entry] = []
  /// Remarks on what is plugged in and is no entry.
  private(set) var leftOut: [String] = []
  private(set) var questions: [OpenQuestion] = []

  init(
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
          "\(terminal.path): no profile knows \(device.words). If it is a board, write an entry for "
            + "it by hand.")
      }
    }
    for question in boards.flatMap(\.questions) where !questions.contains(question) {
      questions.append(question)
    }
  }

  /// Whether there is a board that a run can open.
  var hasBoards: Bool { entries.contains { $0.obstacle == nil } }

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
    let name = unusedName(profile.name)
    let drafts = choices.map { variant, port in
      Entry(
        board, profile, variant, port, role: variant.speaks != .uci ? nil : !hasController,
        isFound: evidence.firmware(of: port.device, interface: port.interface) != nil,
        among: boards, name: name)
    }
    // What this build can open comes before what is likelier.
    guard let entry = drafts.first(where: { $0.obstacle == nil }) ?? drafts.first else {
      let place = board.devices.map(\.words).joined(separator: " and ")
      let why =
        ports.isEmpty ? "it has no terminal" : "no firmware is known that speaks on its terminals"
      leftOut.append("\(profile.title), \(place): \(why).")
      leftOut += profile.quirks.filter { ports.isEmpty && $0.name == "no-terminal" }.map(\.text)
      return
    }
    if entry.firmware == Firmware.uci.rawValue, entry.obstacle == nil { hasController = true }
    entries.append(entry)
  }

  private func unusedName(_ profile: String) -> String {
    let stem = String(profile.prefix(28))
    let number = entries.count { $0.profile == profile } + 1
    return "\(stem)-\(number)"
  }

  /// What keeps this build from opening a board as it stands here, by the reader of rig files itself.
  fileprivate static func obstacle(_ entry: Entry) -> String? {
    let text = (["version: 1", "boards:"] + entry.lines).joined(separator: "\n")
    do {
      let file = try RigFile.parse(text, file: "", directory: "")
      return file.notAvailable.first.map { "\($0.what) not available in this build" }
    } catch let errors as RigFileErrors {
      let error = errors.errors.first
      return error.map { "its \($0.key) is \($0.found), allowed is \($0.allowed)" }
    } catch { return "\(error)" }
  }
}

extension RigDraft.Entry {
  fileprivate init(
    _ board: BoardMatch, _ profile: BoardProfile, _ variant: BoardProfile.FirmwareVariant,
    _ port: MatchedPort, role isController: Bool?, isFound: Bool, among boards: [BoardMatch],
    name: String
  ) {
    self.name = name
    paths = board.devices.map(\.path)
    self.profile = profile.name
    firmware = variant.speaks.rawValue
    link = RigDraft.link(port, among: boards.flatMap(\.devices))
    let others = profile.firmware.filter {
      !isFound && $0.port == variant.port && $0.speaks != variant.speaks
    }.map(\.speaks.rawValue)
    alternatives = others
    isDecided = board.certainty == .certain && others.isEmpty
    let parts = [port.device] + board.devices.filter { $0.path != port.device.path }
    remarks = ["\(profile.title): " + parts.map(\.words).joined(separator: ", and ")]
    remarks += board.questions.flatMap { [$0.what, "  " + $0.how] }
    lines = ["  - name: \(name)", "    firmware: \(firmware)"]
    if !others.isEmpty {
      lines[1] += "  # a guess: it can be \(others.joined(separator: " or ")) as well"
    }
    if let isController {
      lines.append("    role: \(isController ? "controller" : "controlee")  # as you like")
    }
    lines.append("    link: \(RigDraft.quoted(link))")
    if board.certainty == .certain {
      lines.append("    profile: \(profile.name)")
    } else {
      lines.append("    profile: \(profile.name)  # the likeliest; see above")
    }
    // Known to be the board's own, by what was read through it.
    if let probe = parts.dropFirst().first(where: \.isProbe)?.serial {
      let number = SerialNumber.normalized(probe, vendor: SerialNumber.segger)
      lines.append("    probe: \(RigDraft.quoted(number))")
    }
    if let settle = port.port?.settle {
      lines.append("    settle: \(DurationText.format(settle))")
    }
    obstacle =
      if board.certainty == .mayBe {
        "it is not known that this is a board at all"
      } else if !isFound, port.port?.role == .console {
        // Most firmware leaves it silent, and a board that never answers spoils every run.
        "nobody has asked what speaks on the console; `uwbrig boards --probe` does, and rig init "
          + "knows it then"
      } else {
        RigDraft.obstacle(self)
      }
  }
}

extension RigDraft {
  /// The link to a port: by serial number, which stays with the board, or by path where it has none of
  /// its own; by its terminal as long as this build cannot do that.
  fileprivate static func link(_ port: MatchedPort, among devices: [USBDevice]) -> String {
    let device = port.device
    let isOnlyOne = devices.count { $0.serial == device.serial } == 1
    let selector: DeviceSelector =
      if let serial = device.serial, isOnlyOne { .serial(serial) } else { .path(device.path) }
    let parameters = SerialParameters(port.port)
    let address = LinkAddress.usb(selector, interface: port.interface, parameters)
    guard !address.isAvailable, let terminal = port.terminal else { return address.description }
    let stable = isOnlyOne && device.serial != nil ? terminal.links.first : nil
    return LinkAddress.serial(path: stable ?? terminal.path, parameters).description
  }

  /// The text as a YAML value.
  static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        || "/_.-:=,?&".utf8.contains($0)
    }
    if plain, !text.hasSuffix(":"), text.first?.isLetter == true { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// The file.
  var text: String {
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

  /// The document; `file` is what was written.
  func document(file: String?) -> RigInitDocument {
    RigInitDocument(
      file: file,
      boards: entries.filter { $0.obstacle == nil }.map {
        .init(
          name: $0.name, profile: $0.profile, firmware: $0.firmware, link: $0.link,
          decided: $0.isDecided)
      },
      questions: questions.map { .init(what: $0.what, how: $0.how) }, text: text)
  }
}

/// The document that `rig init --json` prints.
struct RigInitDocument: Document, Described {
  static let schema = "uwbrig.rig-init/1"
  static let about = "What `uwbrig rig init --json` prints."
  static let notes: [String: Note] = [
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

extension SerialParameters {
  /// What a profile says where it is not the default of a link.
  init(_ port: BoardProfile.Port?) {
    self.init()
    if let baud = port?.baud?.value, baud != 115_200 { self.baud = baud }
    if port?.flow == .rtscts { flow = .rtscts }
    if port?.dtr == false { dtr = false }
    if port?.rts == false { rts = false }
  }
}

extension USBDevice {
  /// `J-Link 000760123456 at 1-1.4 (1366:1051)`.
  var words: String {
    let name = [productName, serial].compactMap { $0 }.map { PrintableText.escaped($0, limit: 60) }
    let ids = Check.hexadecimal(self)
    return (name.isEmpty ? "USB device" : name.joined(separator: " ")) + " at \(path) (\(ids))"
  }
}
