/// The scenarios that are built into the program, so that an installed one needs no checkout.
public enum ShippedScenarios {
  /// Names of the files in `Rigs/scenarios/`.
  public static var names: [String] { Embedded.scenarios.map(\.name) }

  /// The text of a shipped file; also by the path `Rigs/scenarios/NAME` that it has in a checkout.
  public static func text(named name: String) -> String? {
    let folder = "Rigs/scenarios/"
    let name = name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
    return Embedded.scenarios.first { $0.name == name }?.text
  }
}
