import WireFormat

/// What `virtual` is asked to serve.
struct ServiceOrder: Equatable {
  var rig: String?
  var ptyDir: String?
  var uciTcp: UInt16?
  var accessoryTcp: UInt16?
  /// The adapter on whose air an accessory is put.
  var ble: String?
  var personality: String?
  var framing = StreamFraming.length16
  var listen = "127.0.0.1"
  var positions: String?
  var withParent = false
  var seed: UInt64 = 0
  /// Whether the first line is JSON and nothing else.
  var json = false
}

extension ServiceOrder {
  /// Whether nothing but this machine reaches the address to listen on.
  var isForThisMachine: Bool {
    ["localhost", "::1"].contains(listen.lowercased()) || listen.hasPrefix("127.")
  }

  /// Reads the arguments in their plainest form, each option once with its value behind it; nil for
  /// everything else, right or wrong, which is the argument parser's to judge.
  ///
  /// The parser takes several milliseconds to put the grammar together, more than all the rest
  /// until boards are served; programs start this one anew for each of their tests.
  init?(plain arguments: [String]) {
    guard arguments.first == "virtual" else { return nil }
    var words = arguments.dropFirst()
    var seen: [String] = []
    while let option = words.popFirst() {
      guard !seen.contains(option) else { return nil }
      seen.append(option)
      if option == "--with-parent" {
        withParent = true
        continue
      }
      guard let value = words.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return nil }
      switch option {
      case "--uci-tcp": uciTcp = UInt16(value)
      case "--accessory-tcp": accessoryTcp = UInt16(value)
      case "--personality": personality = value
      case "--listen": listen = value
      case "--positions": positions = value
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      default: return nil
      }
    }
    guard uciTcp != nil || !seen.contains("--uci-tcp"),
      accessoryTcp != nil || !seen.contains("--accessory-tcp"),
      uciTcp != nil || accessoryTcp != nil
    else { return nil }
  }
}
