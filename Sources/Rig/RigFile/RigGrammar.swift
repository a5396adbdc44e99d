/// The keys of a rig file, level by level; `Rigs/rig.schema.json` says the same in JSON schema.
enum RigGrammar {
  static let file = [
    "version", "name", "time", "boards", "room", "phone", "faults", "limits", "retries",
  ]
  static let board = [
    "name", "firmware", "link", "use", "profile", "framing", "claims", "settle", "log", "reset",
    "power", "probe", "recovery", "position", "facing", "image", "retries", "role", "dialect",
    "personality", "misbehaviour", "gatt", "rate", "buffer", "encoding", "flash",
  ]
  static let claims = ["acd", "background", "vendor-ids", "sessions"]
  static let facing = ["yaw", "pitch", "roll"]
  static let retries = ["device", "rig", "delay", "growth", "longest", "jitter"]
  static let image = ["file", "method", "sha256"]
  static let flash = ["file", "times", "power-loss", "loader", "enter"]
  static let enterCommand = ["command"]
  static let resetCommand = ["command"]
  static let powerCommand = ["command"]
  static let powerPrograms = ["cut", "restore", "timeout"]
  static let phone = ["misbehaviour"]
  static let room = ["obstacles", "noise", "los"]
  static let obstacle = ["name", "box", "wall", "height", "blocks", "attenuation", "delay"]
  static let limits = RigLimits.durations.map(\.name) + RigLimits.counts.map(\.name)

  /// The data channels that a virtual accessory can have behind a GATT server.
  static let gatt = ["nus", "qnis"]
  static let resets = ["dtr", "rts", "power", "probe"]
  static let powers = ["virtual", "none", "hub:<usb path>:<port>", "ykush:<serial>:<port>"]
}
