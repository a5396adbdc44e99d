import BootProtocols
import Notation

/// Failures of a flash as the programs word them: one model for all of them.
enum ProbeFailure {
  private struct Sign {
    var words: [String]
    var code: FlashError.Code
    var message: String
    var advice: String
  }

  private static let recover =
    "Give --recover to erase the whole chip and open it: application, bootloader, calibration, "
    + "configuration and UICR are lost."

  /// The first that fits counts.
  private static let signs: [Sign] = [
    Sign(
      words: [
        "ap lock engaged", "approtect", "access port protection", "readback protection",
        "device is locked", "is locked", "ctrl-ap", "erase-all permission", "core is locked",
      ], code: .locked, message: "the chip is locked against debugging (APPROTECT)",
      advice: recover),
    Sign(
      words: [
        "verify failed", "verification failed", "contents differ", "checksum mismatch",
        "verify error", "content mismatch", "mismatch at", "compare failed",
      ], code: .verification, message: "what is in the flash is not what was sent",
      advice: "Flash again; if it happens again, look at the chip's supply."),
    Sign(
      words: ["libusb_error_busy", "already in use", "resource busy", "in use by another"],
      code: .line, message: "another program has the probe",
      advice: "End it (a debugger, an IDE, another flash) and flash again."),
    Sign(
      words: ["libusb_error_access", "permission denied", "access denied", "insufficient perm"],
      code: .line, message: "the probe may not be opened",
      advice: "Install the udev rules: uwbrig udev install"),
    Sign(
      words: [
        "no j-link device found", "no available debug probe", "no connected debug probe",
        "no debug probe", "connecting to j-link failed", "cannot connect to the probe",
        "no probe was found", "probe could not be found", "no device with serial",
        "no devices found", "unable to open j-link", "no emulators", "probe not found",
        "multiple devices found", "failed to open the debug probe",
      ], code: .line, message: "the probe was not found",
      advice: "Is it plugged in, and is the number right? uwbrig boards shows what is attached."),
    Sign(
      words: [
        "target voltage", "vtref", "error connecting dp", "cannot read idr", "cannot connect to",
        "could not connect to the target", "no target connected", "swd/jtag communication failure",
        "could not find mem-ap", "no acknowledge", "transfer fault", "failed to attach",
        "failed to read id", "timeout waiting", "target not examined",
      ], code: .noAnswer, message: "the chip does not answer the probe",
      advice: "Is the board powered, and does the probe lead to it?"),
    Sign(
      words: ["no core", "image does not fit", "not in flash", "no flash", "no flash bank found"],
      code: .image, message: "the image goes where the chip has no flash",
      advice: "Is it for this board?"),
  ]

  /// The error of a program that has ended badly, by what it said last.
  static func error(
    _ tool: ProbeTool, status: Int, lines: [String], isTouched: Bool, doing what: String
  ) -> FlashError {
    let text = lines.joined(separator: "\n").lowercased()
    for sign in signs where sign.words.contains(where: text.contains) {
      return FlashError(
        sign.code, "\(what): \(sign.message)", advice: sign.advice, imageTouched: isTouched,
        by: .probe)
    }
    let said = lines.last { line in
      let low = line.lowercased()
      return low.contains("error") || low.contains("fail")
    }
    let words = said ?? lines.last ?? "it ended with status \(status)"
    return FlashError(
      .refused, "\(what): \(tool.title) says: \(PrintableText.escaped(String(words.prefix(300))))",
      advice: "Fix what it reports, then flash again.",
      imageTouched: isTouched, by: .probe)
  }

  /// The last percentage in a line, as most programs print their progress.
  static func percentage(in line: String) -> Int? {
    guard let sign = line.lastIndex(of: "%") else { return nil }
    let before = line[..<sign].reversed().drop { $0 == " " }
    let number = String(before.prefix { $0.isNumber || $0 == "." }.reversed())
    guard let value = Double(number), (0...100).contains(value) else { return nil }
    return Int(value)
  }
}
