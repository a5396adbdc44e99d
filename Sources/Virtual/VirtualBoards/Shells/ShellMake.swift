public import BootProtocols

/// The makes of shells that virtual boards can have; the raw values are the firmware's words in a rig
/// file.
public enum ShellMake: String, Sendable, CaseIterable {
  /// Qorvo's command line on a DWM3001CDK.
  case qorvoCLI = "qorvo-cli"
  /// The firmware of a DWM1001, with its binary requests and its shell.
  case dwm1001 = "dwm1001-shell"

  /// The names of what can be wrong.
  public var misbehaviours: [String] {
    switch self {
    case .qorvoCLI: Self.qorvoFaults.map(\.0)
    case .dwm1001: ["sleeps"]
    }
  }

  /// Makes a shell as it leaves the factory.
  ///
  /// - Throws: ``VirtualBoardError`` for a misbehaviour that it cannot have.
  public func shell(
    named name: String, misbehaviour: String? = nil
  ) throws(VirtualBoardError) -> any DeviceShell {
    if let misbehaviour, !misbehaviours.contains(misbehaviour) {
      throw VirtualBoardError(
        .misbehaviourDoesNotApply, board: name,
        reason: "\(rawValue) cannot misbehave in that way; it knows "
          + misbehaviours.joined(separator: ", "))
    }
    switch self {
    case .qorvoCLI:
      let faults = Self.qorvoFaults.first { $0.0 == misbehaviour }?.1
      return QorvoShell(faults: faults ?? QorvoShell.Faults())
    case .dwm1001: return DWM1001Shell(sleeps: misbehaviour == "sleeps")
    }
  }

  private static let qorvoFaults: [(String, QorvoShell.Faults)] = [
    ("falls-silent", QorvoShell.Faults(isSilent: true)),
    ("loses-bytes", QorvoShell.Faults(losesEvery: 97)),
    ("miscounts", QorvoShell.Faults(miscounts: 2)),
  ]
}
