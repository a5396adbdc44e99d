import FileGrammar
import Links
import Notation

/// The rules between the boards of one file, and those of a virtual rig.
struct BenchRules {
  let boards: [BoardReading]
  let time: RigFile.Time

  func check(room: Field?, faults: Field?) {
    checkNames()
    checkTerminals()
    for reading in boards { checkPower(reading) }
    if time == .virtual {
      for reading in boards { checkInsideLaboratory(reading) }
    }
    let isVirtual = boards.contains { $0.board.link.isStaged }
    if !boards.isEmpty, !isVirtual {
      for field in [room, faults].compactMap({ $0 }) {
        field.fault(
          found: "\(field.key) on a rig without virtual boards",
          allowed: "\(field.key) only beside boards with link: virtual")
      }
    }
  }

  private func checkNames() {
    var lines: [String: Int] = [:]
    for reading in boards where !reading.board.name.isEmpty {
      guard let field = reading.values[\.name] else { continue }
      if let first = lines[reading.board.name] {
        field.fault(
          found: "\(field.described) again (first in line \(first))",
          allowed: "a name that no other board has")
      } else {
        lines[reading.board.name] = field.line
      }
    }
  }

  private func checkTerminals() {
    var taken: [String: Field] = [:]
    for reading in boards {
      for (name, link) in [("link", reading.board.link), ("log", reading.board.log)] {
        guard let key = link?.terminalKey, let field = reading.values[name] else { continue }
        if let first = taken[key] {
          field.fault(
            found: "\(field.described), which is \(first.key) too (line \(first.line))",
            allowed: "one board on a serial port, address or resource")
        } else {
          taken[key] = field
        }
      }
    }
  }

  private func checkPower(_ reading: BoardReading) {
    guard let field = reading.values[\.power], reading.board.power == .virtual,
      reading.board.link != .virtual, field.text == "virtual"
    else { return }
    field.fault(allowed: "power: virtual only for boards with link: virtual")
  }

  /// A simulated run may depend on nothing outside of it.
  private func checkInsideLaboratory(_ reading: BoardReading) {
    let rule = "on a rig with time: virtual"
    if let link = reading.values[\.link], link.text != nil, !reading.board.link.isStaged {
      link.fault(allowed: "link: virtual or replay:… \(rule)")
    }
    if let power = reading.values[\.power], reading.board.power != .virtual,
      reading.board.power != .none
    {
      power.fault(allowed: "virtual or none \(rule)")
    }
    if let reset = reading.values[\.reset], case .command = reading.board.reset {
      reset.fault(allowed: "dtr or rts \(rule)")
    }
    if let probe = reading.values[\.probe], reading.board.link != .virtual {
      probe.fault(allowed: "no probe \(rule)")
    }
    if let flash = reading.values[\.flash], reading.part.flash.file != nil {
      flash.fault(allowed: "no file for the flash \(rule)")
    }
    if let log = reading.values[\.log] {
      log.fault(allowed: "no log \(rule)")
    }
  }
}
