/// The scenarios that are built into the program, so that an installed one needs no checkout.
public enum ShippedScenarios {
  /// Names of the files in `Rigs/scenarios/`.
  public static let names = [
    "session-set-up.yaml", "timeout-and-retry.yaml", "eight-accessories.yaml",
    "walk-through-two-zones.yaml", "suspend-and-resume.yaml", "lost-and-found.yaml",
    "two-phones.yaml", "power-cut.yaml", "bad-cable.yaml",
  ]

  /// The text of a shipped file; also by the path `Rigs/scenarios/NAME` that it has in a checkout.
  public static func text(named name: String) -> String? {
    let folder = "Rigs/scenarios/"
    let name = name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
    let bytes: [UInt8]
    switch name {
    case "session-set-up.yaml": bytes = PackageResources.session_set_up_yaml
    case "timeout-and-retry.yaml": bytes = PackageResources.timeout_and_retry_yaml
    case "eight-accessories.yaml": bytes = PackageResources.eight_accessories_yaml
    case "walk-through-two-zones.yaml": bytes = PackageResources.walk_through_two_zones_yaml
    case "suspend-and-resume.yaml": bytes = PackageResources.suspend_and_resume_yaml
    case "lost-and-found.yaml": bytes = PackageResources.lost_and_found_yaml
    case "two-phones.yaml": bytes = PackageResources.two_phones_yaml
    case "bad-cable.yaml": bytes = PackageResources.bad_cable_yaml
    case "power-cut.yaml": bytes = PackageResources.power_cut_yaml
    default: return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
