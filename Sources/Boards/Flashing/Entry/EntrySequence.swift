import Boards
import BootProtocols

/// What is done with a line so that the board behind it is in its bootloader, as a value: nothing
/// is opened, and a board that needs nothing has no steps.
struct EntrySequence: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// Another rate, once everything sent has left.
    case rate(Int)
    /// The modem lines; nil leaves one as it is.
    case lines(dtr: Bool?, rts: Bool?)
    case send([UInt8])
    /// A pause in milliseconds, which the board's own circuit or firmware asks for.
    case pause(milliseconds: Int)
    /// The line is given back: the board leaves it, and comes again as its bootloader.
    case close
  }

  let steps: [Step]

  /// Whether the board leaves its port, which then has to be found and opened again.
  var leavesPort: Bool { steps.contains(.close) }

  init(_ entry: BootloaderEntry) {
    switch entry {
    // A detach goes over USB and not over the line.
    case .byHand, .usbDetach: steps = []
    case .touch:
      // Bootloaders of the Arduino kind count the end of a connection at 1200 baud with DTR low.
      steps = [
        .lines(dtr: true, rts: nil), .rate(1200), .pause(milliseconds: 50),
        .lines(dtr: false, rts: nil), .pause(milliseconds: 100), .close,
      ]
    case .bridgeLines:
      // EN low, then IO0 low while EN rises; the circuit in between keeps both high when both lines
      // are the same, so each step moves both.
      steps = [
        .lines(dtr: false, rts: true), .pause(milliseconds: 100),
        .lines(dtr: true, rts: false), .pause(milliseconds: 50),
        .lines(dtr: false, rts: false),
      ]
    case .builtInLines:
      // The chip acts the lines out itself, and may not see both fall: DTR first, then RTS, which
      // resets it.
      steps = [
        .lines(dtr: false, rts: false), .pause(milliseconds: 100),
        .lines(dtr: true, rts: false), .pause(milliseconds: 100),
        .lines(dtr: true, rts: true), .lines(dtr: false, rts: true),
        .pause(milliseconds: 100), .lines(dtr: false, rts: false),
      ]
    case .smpReset:
      // boot_mode 1: the bootloader's own serial recovery (Zephyr from 4.2 on).
      let request = SMPMessage(
        .write, group: SMPCommand.osGroup, command: SMPCommand.reset,
        payload: CBORValue.map(["boot_mode": .unsigned(1)]).encoded)
      steps = [
        .send(SMPSerialFraming(.base64).encode(request.encoded)), .pause(milliseconds: 500),
      ]
    case .command(let text):
      steps = [.send(Array(text.utf8)), .pause(milliseconds: 500), .close]
    }
  }
}
