import BootProtocols
import Links

/// The way of a virtual board from its application into its bootloader, seen from the board: written
/// from what boards do, and not from what a programmer sends.
public enum VirtualEntry: Hashable, Sendable {
  /// The connection ends at 1200 baud.
  case touch
  /// DTR pulls the boot pin low and RTS the reset pin, through the two transistors of an ESP board:
  /// both lines alike move neither.
  case modemLines
  /// SMP asks for a reset; with `boot_mode` 1 into the bootloader.
  case smpReset
  case command(String)

  private static let words: KeyValuePairs<String, VirtualEntry> = [
    "touch-1200": .touch, "modem-lines": .modemLines, "smp-reset": .smpReset,
  ]

  /// The words of a rig file; a command is a mapping.
  public static let names = words.map(\.key)

  /// The entry of a word.
  public init?(named name: String) {
    guard let entry = Self.words.first(where: { $0.key == name })?.value else { return nil }
    self = entry
  }
}

/// Watches what is done with the line of a running board.
struct EntryWatch: Sendable {
  enum Outcome: Equatable, Sendable {
    case stays
    case entersBootloader
    case startsApplication
  }

  let entry: VirtualEntry
  private var framing = SMPSerialFraming(.base64)
  private var heard: [UInt8] = []
  private var lines = ModemLines(dtr: true, rts: true)

  init(_ entry: VirtualEntry) { self.entry = entry }

  mutating func hear(_ bytes: [UInt8]) -> Outcome {
    switch entry {
    case .touch, .modemLines: return .stays
    case .smpReset:
      for frame in framing.feed(bytes) {
        guard let message = SMPMessage(frame), message.operation == .write,
          message.group == SMPCommand.osGroup, message.command == SMPCommand.reset,
          let payload = try? CBORValue(decoding: message.payload)
        else { continue }
        return payload["boot_mode"]?.integer == 1 ? .entersBootloader : .stays
      }
      return .stays
    case .command(let words):
      let wanted = Array(words.utf8)
      for byte in bytes {
        heard.append(byte)
        if heard.count > wanted.count { heard.removeFirst(heard.count - wanted.count) }
        if heard == wanted, !wanted.isEmpty {
          heard = []
          return .entersBootloader
        }
      }
      return .stays
    }
  }

  mutating func move(_ now: ModemLines) -> Outcome {
    defer { lines = now }
    guard entry == .modemLines else { return .stays }
    func isReset(_ lines: ModemLines) -> Bool { lines.rts && !lines.dtr }
    // The chip looks at its boot pin when its reset pin rises.
    guard isReset(lines), !isReset(now) else { return .stays }
    return now.dtr && !now.rts ? .entersBootloader : .startsApplication
  }

  func end(rate: Int?) -> Outcome { entry == .touch && rate == 1200 ? .entersBootloader : .stays }
}
