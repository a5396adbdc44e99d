/// The rig files that are built into the program, so that an installed one needs no checkout.
public enum ShippedRigs {
  /// Names of the files in `Rigs/`.
  public static let names = [
    "loopback.yaml", "loopback-pty.yaml", "dwm3001cdk-pair.yaml", "dwm3001cdk-accessory.yaml",
    "gatt.yaml", "eight-accessories.yaml", "eight.yaml", "two-phones.yaml", "bootloaders.yaml",
  ]

  /// The text of a shipped file; also by the path `Rigs/NAME` that it has in a checkout.
  public static func text(named name: String) -> String? {
    let name = name.hasPrefix("Rigs/") ? String(name.dropFirst(5)) : name
    let bytes: [UInt8]
    switch name {
    case "loopback.yaml": bytes = PackageResources.loopback_yaml
    case "loopback-pty.yaml": bytes = PackageResources.loopback_pty_yaml
    case "dwm3001cdk-pair.yaml": bytes = PackageResources.dwm3001cdk_pair_yaml
    case "dwm3001cdk-accessory.yaml": bytes = PackageResources.dwm3001cdk_accessory_yaml
    case "eight-accessories.yaml": bytes = PackageResources.eight_accessories_yaml
    case "eight.yaml": bytes = PackageResources.eight_yaml
    case "two-phones.yaml": bytes = PackageResources.two_phones_yaml
    case "bootloaders.yaml": bytes = PackageResources.bootloaders_yaml
    case "gatt.yaml": bytes = PackageResources.gatt_yaml
    default: return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A shipped rig.
  public static func rig(named name: String) throws -> RigFile? {
    try text(named: name).map { try RigFile.parse($0, file: name, directory: "") }
  }

  /// The JSON schema of rig files.
  public static var schema: String {
    String(decoding: PackageResources.rig_schema_json, as: UTF8.self)
  }
}
