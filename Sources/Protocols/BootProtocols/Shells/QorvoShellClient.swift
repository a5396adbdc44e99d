/// Asks a board with Qorvo's shell who it is and how it is set, and changes nothing.
public struct QorvoShellClient: EndingProgrammer {
  /// The report at the end.
  public struct Report: Equatable, Sendable {
    /// The fields of its Info block, in its order.
    public var information: [ShellValue.Field] = []
    /// The running application, from STAT.
    public var mode: String?
    /// LAST ERR CODE of STAT.
    public var lastError: String?
    /// MAX MSG LEN of STAT.
    public var longestMessage: String?
    /// Name and value of each calibration key, where they were asked for.
    public var calibration: [ShellValue.Field] = []

    /// A field of the Info block.
    public func text(_ name: String) -> String? {
      information.first { $0.name == name }?.value.string
    }
  }

  /// The report so far.
  public private(set) var report = Report()
  private let commands: [String]
  private var index = -1
  private var tries = 0
  private var reply = QorvoReply()
  private var over = false

  /// With `calibration` all keys are listed, which takes a second at 115200.
  public init(calibration: Bool = false) {
    // An empty line ends a line that was left half typed.
    commands = ["DECAID", "STAT"] + (calibration ? ["LISTCAL"] : [])
  }

  /// Opens the lines, ends a line that was left half typed, and asks.
  public mutating func begin() -> [ProgrammerAction] {
    [
      .setLines(dtr: true, rts: true), .pause(microseconds: 100_000), .send([0x0D, 0x0A]),
      .pause(microseconds: 200_000), .discardInput,
    ] + ask(0)
  }

  /// Takes what the line delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    guard !over, index >= 0 else { return [] }
    var actions: [ProgrammerAction] = []
    for byte in bytes {
      guard let end = reply.feed(byte) else { continue }
      actions += ended(end)
      if over { break }
    }
    return actions
  }

  /// Asks again, or gives up with what is known by then.
  public mutating func expired() -> [ProgrammerAction] {
    guard !over, commands.indices.contains(index) else { return [] }
    tries += 1
    guard tries < 3 else {
      return fail(
        reply.isEmpty ? "no-answer" : "protocol",
        reply.isEmpty
          ? "no shell answered \(commands[index])"
          : "the answer to \(commands[index]) does not end, so bytes of it were lost",
        "see that the board runs the CLI firmware and that its console is on this port")
    }
    return [.send([0x0D, 0x0A]), .pause(microseconds: 200_000), .discardInput] + ask(index)
  }

  mutating func end() { over = true }

  private mutating func ask(_ number: Int) -> [ProgrammerAction] {
    if number != index { tries = 0 }
    index = number
    guard commands.indices.contains(number) else { return finish() }
    reply = QorvoReply()
    return [.send(Array((commands[number] + "\r\n").utf8)), .expect(microseconds: 3_000_000)]
  }

  private mutating func ended(_ wentWell: Bool) -> [ProgrammerAction] {
    guard commands.indices.contains(index) else { return [] }
    if wentWell { learn(commands[index]) }
    return ask(index + 1)
  }

  private mutating func learn(_ command: String) {
    if let block = reply.block, case .fields(let fields)? = ShellValue(block)?["Info"] {
      report.information = fields
    }
    for line in reply.lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon])
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      switch (command, name) {
      case ("STAT", "MODE"): report.mode = value
      case ("STAT", "LAST ERR CODE"): report.lastError = value
      case ("STAT", "MAX MSG LEN"): report.longestMessage = value
      case ("LISTCAL", _):
        let hexadecimal = value.prefix { $0 != " " }
        report.calibration.append(ShellValue.Field(name, .word(String(hexadecimal))))
      default: break
      }
    }
  }
}

/// One reply: lines until `ok` or `KO`, and a counted block that may go over lines.
struct QorvoReply: Sendable {
  /// The last block, without its head.
  private(set) var block: [UInt8]?
  private(set) var lines: [String] = []
  private var held: [UInt8] = []
  private var missing = 0

  /// LISTCAL of a real board has 259 lines.
  private static let lineLimit = 1024

  var isEmpty: Bool { lines.isEmpty && block == nil && held.isEmpty && missing == 0 }

  /// Whether this byte ends the reply, and well.
  mutating func feed(_ byte: UInt8) -> Bool? {
    if missing > 0 {
      missing -= 1
      block?.append(byte)
      return nil
    }
    guard byte == 0x0D || byte == 0x0A else {
      if held.count < 512 { held.append(byte) }
      beginBlock()
      return nil
    }
    guard !held.isEmpty else { return nil }
    let line = BootText.printable(held)
    held.removeAll()
    switch line {
    case "ok": return true
    case "KO": return false
    case let line where line.hasPrefix("error"): return false
    default:
      if lines.count < Self.lineLimit { lines.append(line) }
      return nil
    }
  }

  /// Six characters that say how long the block is; 64 KiB at most.
  private mutating func beginBlock() {
    guard held.count == 6, held.starts(with: Array("JS".utf8)) else { return }
    let digits = held.dropFirst(2)
    guard digits.allSatisfy({ Self.isDigit($0) }),
      let count = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return }
    held.removeAll()
    block = []
    missing = count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }
}
