public import BootProtocols
import WireFormat

/// A question that does no harm and whose answer tells what speaks on a port.
public struct ProbeQuestion: Sendable, Hashable {
  /// The firmware that is looked for.
  public internal(set) var kind: Firmware
  /// The bytes to send, piece by piece.
  public internal(set) var pieces: [[UInt8]]
  /// The time between two pieces.
  public internal(set) var gap = Duration.zero
  /// How long an answer may take.
  public internal(set) var limit: Duration
  /// How often it is asked.
  public internal(set) var attempts = 1
  /// Bytes that bring the firmware back to where it was, once it has answered.
  public internal(set) var farewell: [UInt8] = []
  /// Why it does no harm, in a sentence.
  public internal(set) var reason: String
}

extension ProbeQuestion {
  /// The question for a kind; nil for what no harmless question can tell.
  public init?(_ kind: Firmware) {
    guard let draft = Self.draft(kind) else { return nil }
    self = draft
  }

  /// The byte that a ping of Secure DFU carries and gets back.
  static let pingMark: UInt8 = 0x5A
  static let smpSequence: UInt8 = 0x42

  private static func draft(_ kind: Firmware) -> ProbeQuestion? {
    switch kind {
    case .uci:
      // CORE_GET_DEVICE_INFO, FiRa UCI.
      ProbeQuestion(
        kind: kind, pieces: [[0x20, 0x02, 0x00, 0x00]], limit: .milliseconds(500), attempts: 2,
        reason: "CORE_GET_DEVICE_INFO changes nothing in any state.")
    case .bootloader(.mcubootSMP):
      ProbeQuestion(
        kind: kind, pieces: [smpRequest], limit: .milliseconds(500),
        reason:
          "Reading the parameters of SMP changes nothing; a console takes it for a line of text.")
    case .bootloader(.secureDFU):
      ProbeQuestion(
        kind: kind, pieces: [[0x09, pingMark, 0xC0]], limit: .milliseconds(500), attempts: 2,
        reason: "Ping touches neither the transfer nor the flash.")
    case .niAccessory:
      // Initialize, each behind its length; stop afterwards.
      ProbeQuestion(
        kind: kind, pieces: [[0x01, 0x00, 0x0A]], limit: .seconds(1), farewell: [0x01, 0x00, 0x0C],
        reason:
          "Initialize makes the accessory say its configuration; the radio stays off, and stop "
          + "brings it back.")
    case .shell(.qorvoCLI):
      // The first line end finishes whatever stands in its line buffer.
      ProbeQuestion(
        kind: kind, pieces: [Array("\r\n".utf8), Array("STAT\r\n".utf8)], gap: .milliseconds(50),
        limit: .seconds(1), reason: "STAT prints the state and changes nothing.")
    case .shell(.dwm1001):
      // Two carriage returns within a second open the shell; where the module sleeps the first one only
      // wakes it, so a second attempt is needed.
      ProbeQuestion(
        kind: kind, pieces: [[0x0D], [0x0D]], gap: .milliseconds(100), limit: .seconds(1),
        attempts: 2,
        farewell: Array("quit\r".utf8),
        reason: "The shell opens beside the running application, and quit closes it.")
    case .rangingOOB, .bootloader, .unknown: nil
    }
  }

  /// A read of the parameters (group 0, id 6) with an empty map, as a line of the serial transport.
  private static var smpRequest: [UInt8] {
    let body: [UInt8] = [0x00, 0x00, 0x00, 0x01, 0x00, 0x00, smpSequence, 0x06, 0xA0]
    return SMPSerialFraming(.base64).encode(body)
  }
}
