import FileGrammar

/// The rig files that are built into the program, so that an installed one needs no checkout.
public enum ShippedRigs {
  /// The files in `Rigs/` that name boards; lists of accepted faults stand beside them.
  private static let files = Embedded.rigs.filter { $0.text.contains("\nboards:") }

  /// Names of the files in `Rigs/`.
  public static var names: [String] { files.map(\.name) }

  /// The text of a shipped file; also by the path `Rigs/NAME` that it has in a checkout.
  public static func text(named name: String) -> String? {
    let name = name.hasPrefix("Rigs/") ? String(name.dropFirst(5)) : name
    return files.first { $0.name == name }?.text
  }

  /// A shipped rig.
  public static func rig(named name: String) throws -> RigFile? {
    try text(named: name).map { try RigFile.parse($0, file: name, directory: "") }
  }

  /// The JSON schema of rig files.
  public static var schema: String { RigKeys.kind.schema(RigKeys.mapping.schema) }
}
