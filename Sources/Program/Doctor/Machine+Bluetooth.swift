import Bluetooth
import Boards
import Errors
import Glibc
import LabRuntime
import Notation

extension Machine {
  /// What a computer has of Bluetooth LE.
  struct Bluetooth: Sendable {
    /// A switch that keeps an adapter's radio off.
    struct Block: Sendable {
      /// Such as `hci0`.
      var name: String
      /// Set by a program.
      var isSoft: Bool
      /// Set by a key or a switch of the computer.
      var isHard: Bool
    }

    /// Whether the kernel has Bluetooth, built in or loaded.
    var hasKernel = false
    /// Whether a program of this network namespace may use it.
    var hasSockets = true
    /// The adapters that the kernel has, such as `hci0`.
    var adapters: [String] = []
    var blocks: [Block] = []
    /// What bluetoothd says; nil where it was not asked, or did not answer.
    var survey: BluetoothSurvey?
    /// Why it did not answer.
    var failure: RigError?
    /// The version of bluetoothd; nil where its program is not on this computer.
    var version: String?
  }
}

extension Machine.Bluetooth {
  /// This computer's, now.
  ///
  /// - Parameters:
  ///   - root: where sysfs is.
  ///   - ask: asks bluetoothd; only where there is an adapter.
  static func here(
    root: String = "/sys", daemons: [String] = usualDaemons,
    ask: () throws -> BluetoothSurvey = { try system() }
  ) -> Machine.Bluetooth {
    var found = Machine.Bluetooth()
    found.hasKernel = Machine.exists(root + "/module/bluetooth")
    found.adapters = Machine.names(root + "/class/bluetooth").filter { name in
      // Connections are beside the adapters: hci0:64.
      name.hasPrefix("hci") && name.dropFirst(3).allSatisfy(\.isNumber)
    }
    found.blocks = Machine.names(root + "/class/rfkill").compactMap { entry in
      let folder = "\(root)/class/rfkill/\(entry)"
      func word(_ file: String) -> String? {
        SystemText.lines("\(folder)/\(file)").first.map(String.init)
      }
      guard word("type") == "bluetooth" else { return nil }
      return Block(
        name: PrintableText.lines(word("name") ?? entry), isSoft: word("soft") == "1",
        isHard: word("hard") == "1")
    }
    guard !found.adapters.isEmpty else { return found }
    found.hasSockets = hasSockets()
    found.version = daemons.lazy.filter(Machine.exists).compactMap(version).first
    do { found.survey = try ask() } catch {
      found.failure =
        error as? RigError ?? RigError(.failed, "bluetoothd", reason: "\(error)")
    }
    return found
  }

  static let usualDaemons = [
    "/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd", "/usr/sbin/bluetoothd",
  ]

  private static func system() throws -> BluetoothSurvey {
    let lab = Lab.live(seed: 0)
    return try lab.run {
      try await lab.withDeadline(
        lab.now.advanced(by: .seconds(5)), label: "bluetoothd"
      ) { try await BluetoothSurvey.read(lab) }
    }
  }

  private static func hasSockets() -> Bool {
    // AF_BLUETOOTH, the protocol of L2CAP: no rights are needed.
    let descriptor = socket(31, Int32(SOCK_SEQPACKET.rawValue), 0)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// The version that bluetoothd itself tells, such as `5.66`.
  private static func version(_ path: String) -> String? {
    let (status, said) = ShellProgram.run(
      "exec '\(path)' --version 2>/dev/null", limit: .seconds(5))
    guard status == 0 else { return nil }
    let line = String(decoding: said.prefix(64), as: UTF8.self).prefix { !$0.isNewline }
    return line.isEmpty ? nil : PrintableText.lines(String(line))
  }
}
