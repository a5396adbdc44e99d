/// Opens the shell of a DWM1001, asks it who it is, and leaves the board in its binary mode again.
public struct DWM1001ShellClient: EndingProgrammer {
  /// The report at the end.
  public struct Report: Equatable, Sendable {
    /// As the board writes them, such as "x01030001".
    public var firmware: String?
    /// Version of the configuration.
    public var configuration: String?
    /// The PAN.
    public var network: String?
    /// Of the radio.
    public var address: String?
    /// Tag or anchor, and what is on.
    public var mode: String?
    /// With colons.
    public var bluetoothAddress: String?
    /// Every line of `si`, without time and level.
    public var lines: [String] = []
  }

  private enum Step: Equatable {
    case idle, over, entering, asking
  }

  /// The report so far.
  public private(set) var report = Report()
  private var step = Step.idle
  private var tries = 0
  private var held: [UInt8] = []
  private var lines: [String] = []
  /// Whether anything came at all, if only a refusal.
  private var heard = false

  /// Nothing is known yet.
  public init() {}

  /// Opens the shell.
  public mutating func begin() -> [ProgrammerAction] {
    [.setRate(115_200), .discardInput] + enter()
  }

  /// Takes what the line delivered, in pieces of any size.
  public mutating func receive(_ bytes: [UInt8]) -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    for byte in bytes where step != .over && step != .idle {
      heard = true
      if byte == 0x0D || byte == 0x0A {
        if !held.isEmpty, lines.count < 256 { lines.append(BootText.printable(held)) }
        held.removeAll()
      } else if held.count < 512 {
        held.append(byte)
      }
      if held == Array("dwm> ".utf8) {
        held.removeAll()
        actions += prompted()
      }
    }
    return actions
  }

  /// Asks again, or gives up with what is known by then.
  public mutating func expired() -> [ProgrammerAction] {
    guard step != .over, step != .idle else { return [] }
    tries += 1
    guard tries < 4 else {
      return fail(
        heard ? "protocol" : "no-answer",
        heard ? "the board answers, but opens no shell" : "no board answered on this port",
        "see that the board runs the PANS firmware at 115200, and reset it")
    }
    // A single return that was left over has to be forgotten first.
    return [.pause(microseconds: 1_200_000), .discardInput] + enter()
  }

  mutating func end() { step = .over }

  /// Two carriage returns within a second; from the second try on three, of which the first wakes.
  private mutating func enter() -> [ProgrammerAction] {
    step = .entering
    held.removeAll()
    lines.removeAll()
    let enter: [ProgrammerAction] = [.send([0x0D]), .pause(microseconds: 100_000)]
    return (tries > 0 ? enter : []) + enter
      + [.send([0x0D]), .expect(microseconds: 1_000_000)]
  }

  private mutating func prompted() -> [ProgrammerAction] {
    switch step {
    case .idle, .over: return []
    case .entering:
      step = .asking
      lines.removeAll()
      return [
        .pause(microseconds: 100_000), .discardInput, .send(Array("si\r".utf8)),
        .expect(microseconds: 2_000_000),
      ]
    case .asking:
      // A prompt that was still on its way answers nothing.
      guard lines.contains(where: { $0.contains("sys:") || $0.contains("uwb0:") }) else {
        return []
      }
      learn()
      return [.send(Array("quit\r".utf8))] + finish()
    }
  }

  private mutating func learn() {
    for line in lines {
      // "[000001.230 INF] uwb0: panid=x0000 addr=x…"
      let text = line.hasPrefix("[") ? String(line.drop { $0 != "]" }.dropFirst(2)) : line
      guard let colon = text.firstIndex(of: ":") else { continue }
      report.lines.append(text)
      let subject = text[..<colon]
      let rest = text[text.index(after: colon)...].drop { $0 == " " }
      for word in rest.split(separator: " ") {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        switch (subject, parts[0]) {
        case ("sys", "fw_ver"): report.firmware = parts[1]
        case ("sys", "cfg_ver"): report.configuration = parts[1]
        case ("uwb0", "panid"): report.network = parts[1]
        case ("uwb0", "addr"): report.address = parts[1]
        case ("ble", "addr"): report.bluetoothAddress = parts[1]
        default: break
        }
      }
      if subject == "mode" { report.mode = String(rest) }
    }
  }
}
