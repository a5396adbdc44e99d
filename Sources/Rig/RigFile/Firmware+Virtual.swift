public import BootProtocols
import VirtualBoards

extension Firmware {
  /// The personalities of virtual boards with this firmware; the first is the default.
  public var personalities: [String] {
    switch self {
    case .niAccessory:
      ["reference", "qorvo-qani", "nxp-stella", "nrfuwb", "canvas", "android-accessory"]
    case .rangingOOB: VirtualOOBAccessory.personalities
    case .uci: VirtualSubsystem.personalities
    case .shell, .bootloader, .unknown: [rawValue]
    }
  }

  /// The names of what can be wrong with a virtual board of it.
  var misbehaviours: [String] {
    switch self {
    case .niAccessory: AccessoryFault.names
    case .rangingOOB: OOBFault.names
    case .uci: UCIFault.names
    case .shell(let shell): shell.misbehaviours
    case .bootloader(let boot): boot.misbehaviours
    case .unknown: []
    }
  }

  /// Whether a virtual board of it is at the end of a line with a rate.
  var hasLine: Bool { bootProtocol != nil || shell != nil }

  /// Whether this build can play a board of that personality; of firmware that it cannot play at
  /// all, the firmware itself is reported.
  func isAvailable(_ personality: String) -> Bool {
    switch self {
    case .niAccessory: VirtualAccessory.personalities.contains(personality)
    case .rangingOOB, .uci, .shell, .bootloader, .unknown: true
    }
  }
}
