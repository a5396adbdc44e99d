public import BootProtocols
public import Errors

extension ShellFirmware {
  /// The names of what can be wrong.
  public var misbehaviours: [String] {
    switch self {
    case .qorvoCLI: Self.qorvoFaults.map(\.0)
    case .dwm1001: ["sleeps"]
    }
  }

  /// Makes a shell as it leaves the factory.
  ///
  /// - Throws: ``RigError`` for a misbehaviour that it cannot have.
  public func shell(
    named name: String, misbehaviour: String? = nil
  ) throws(RigError) -> any DeviceShell {
    if let misbehaviour, !misbehaviours.contains(misbehaviour) {
      throw RigError.unknownMisbehaviour(of: rawValue, board: name, allowed: misbehaviours)
    }
    switch self {
    case .qorvoCLI:
      let fault = Self.qorvoFaults.first { $0.0 == misbehaviour }?.1
      return QorvoShell(fault: fault)
    case .dwm1001: return DWM1001Shell(sleeps: misbehaviour == "sleeps")
    }
  }

  private static let qorvoFaults: [(String, QorvoShell.Fault)] = [
    ("falls-silent", .isSilent),
    ("loses-bytes", .losesEvery(97)),
    ("miscounts", .miscounts(2)),
    ("zeroes-keys", .zeroesKeys),
    ("forgets", .forgets),
  ]
}
