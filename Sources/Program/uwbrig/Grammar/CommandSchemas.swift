/// The JSON schemas of what verbs print.
enum CommandSchemas {
  private static let documents: [(name: String, bytes: [UInt8])] = [
    ("list", PackageResources.list_json),
    ("decode", PackageResources.decode_json),
    ("virtual", PackageResources.virtual_json),
    ("boards", PackageResources.boards_json),
    ("replay", PackageResources.replay_json),
    ("range", PackageResources.range_json),
    ("console", PackageResources.console_json),
    ("flash", PackageResources.flash_json),
    ("inspect", PackageResources.inspect_json),
    ("power", PackageResources.power_json),
    ("soak", PackageResources.soak_json),
    ("mutate", PackageResources.mutate_json),
    ("rig-check", PackageResources.rig_check_json),
    ("doctor", PackageResources.doctor_json),
    ("udev-check", PackageResources.udev_check_json),
    ("udev-rules", PackageResources.udev_rules_json),
    ("udev-install", PackageResources.udev_install_json),
    ("rig-init", PackageResources.rig_init_json),
    ("quarantine", PackageResources.quarantine_json),
    ("waivers", PackageResources.waivers_json),
  ]

  /// The names that `schema` knows, in the order in which they are offered.
  static var names: [String] { documents.map(\.name) }

  /// The schema of that name; nil where there is none.
  static func schema(named name: String) -> String? {
    documents.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
