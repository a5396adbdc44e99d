package import Boards
import Errors
import Files
import FoundationEssentials
import Links
import Notation

/// The hands of `--fix` and `udev install`: all that they can do to a computer.
package struct Hands: Sendable {
  /// Writes a file that all users may read.
  var write: @Sendable (_ text: String, _ path: String) throws -> Void
  /// Runs a program and waits for it; throws with what it said when it fails.
  var run: @Sendable (_ arguments: [String]) throws -> Void

  /// This computer's.
  package static let system = Hands(
    write: { text, path in
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    },
    run: { arguments in
      // Each argument is one word of the shell.
      let words = arguments.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }
      let (status, said) = ShellProgram.run(
        words.joined(separator: " ") + " 2>&1", limit: .seconds(60))
      guard status == 0 else {
        let line = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).last
        throw RigError(
          .failed,
          reason: "\(arguments.joined(separator: " ")): "
            + (status.map { "status \($0)" } ?? "not done after 60 s")
            + (line.map { ": " + PrintableText.escaped(String($0)) } ?? ""))
      }
    })
}

/// What came of a repair.
package struct RepairResult: Sendable, Hashable {
  var what: String
  /// Why it failed; nil where it is done.
  var failure: String?

  /// What was to be done, and why it is not.
  package init(what: String, failure: String?) {
    self.what = what
    self.failure = failure
  }

  var line: String {
    (failure == nil ? "fixed    " : "NOT DONE ") + what + (failure.map { ": " + $0 } ?? "")
  }
}

extension Repair {
  package var what: String {
    switch self {
    case .installRules: "write \(UdevRules.installedPath) and have udev apply it"
    case .reloadRules: "have udev apply its rules to what is plugged in"
    case .keepAwake(let paths): "keep \(paths.joined(separator: ", ")) from being put to sleep"
    }
  }

  package func perform(_ rules: UdevRules, _ hands: Hands) -> RepairResult {
    do {
      switch self {
      case .installRules:
        try hands.write(rules.text, UdevRules.installedPath)
        try Self.reload(hands)
      case .reloadRules: try Self.reload(hands)
      case .keepAwake(let paths):
        for path in paths { try hands.run(["sh", "-c", Self.wake(path)]) }
      }
      return RepairResult(what: what, failure: nil)
    } catch {
      return RepairResult(what: what, failure: FileReason.reason(of: error))
    }
  }

  /// Has udev read its rules and look at every device again, and waits until it has.
  static func reload(_ hands: Hands) throws {
    try hands.run(["udevadm", "control", "--reload"])
    try hands.run([
      "udevadm", "trigger", "--action=change", "--subsystem-match=usb", "--subsystem-match=tty",
      "--subsystem-match=hidraw",
    ])
    try hands.run(["udevadm", "settle", "--timeout=10"])
  }

  /// Port paths come from the kernel, and are digits, dots and a dash.
  private static func wake(_ path: String) -> String {
    let safe = path.filter { $0.isNumber || $0 == "-" || $0 == "." }
    return "echo on > /sys/bus/usb/devices/\(safe)/power/control"
  }
}
