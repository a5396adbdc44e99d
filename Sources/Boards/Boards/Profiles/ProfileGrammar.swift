/// The keys of a board profile, level by level; `Rigs/board.schema.json` says the same in JSON schema.
enum ProfileGrammar {
  static let file = [
    "version", "name", "title", "confidence", "sources", "chip", "memory", "preserved",
    "mcuboot", "parts",
    "firmware", "flash", "quirks", "like", "serials",
  ]
  /// Of a profile that says no more than which boards are of a known kind.
  static let own = ["version", "name", "title", "like", "serials"]
  static let chip = ["mcu", "uwb", "target", "nearby-interaction", "confidence"]
  static let memory = ["name", "start", "size", "page", "confidence"]
  static let preserved = ["name", "start", "size", "why", "confidence"]
  static let layout = ["name", "areas"]
  static let area = ["name", "start", "size", "purpose"]
  static let part = ["name", "socket", "match", "ports"]
  static let match = [
    "vendor", "products", "decoder", "product-name", "interfaces", "serials", "hints", "generic",
    "confidence",
  ]
  static let hints = ["products", "serial-prefixes"]
  static let port = [
    "interface", "role", "baud", "flow", "dtr", "rts", "settle", "forbid", "note", "confidence",
  ]
  static let firmware = ["name", "speaks", "port", "probes", "images", "confidence"]
  static let flash = ["method", "part", "enter", "note", "confidence"]
  static let enterCommand = ["command"]
  static let quirk = ["name", "text", "confidence"]
  static let rated = ["value", "confidence"]
}
