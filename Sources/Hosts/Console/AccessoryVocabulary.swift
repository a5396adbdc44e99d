import Errors
import Links
import NearbyAccessory
import Notation
import WireFormat

/// Messages of the accessory data channel by name.
struct AccessoryVocabulary: ConsoleVocabulary {
  private static let messages: [(name: String, identifier: UInt8, body: String)] = [
    ("initialize", 0x0A, "[HEX]"), ("configure", 0x0B, "[HEX]"), ("stop", 0x0C, ""),
    ("get-device", 0x20, "[HEX]"), ("set-device", 0x21, "HEX"), ("play-sound", 0x30, "[HEX]"),
    ("android-initialize", 0xA5, ""),
  ]

  var help: [String] {
    ["Messages in hexadecimal, such as 0a, or:"]
      + Self.messages.map { message in
        let words = [message.name, message.body].filter { !$0.isEmpty }.joined(separator: " ")
        return "  " + Figures.left(words, 24) + "message \(Hexadecimal.name(message.identifier))"
      }
  }

  var words: [[String]] { Self.messages.map { [$0.name] } }

  func bytes(_ name: String, _ arguments: [String]) throws(RigError) -> [UInt8] {
    let wanted = name.lowercased()
    guard let message = Self.messages.first(where: { $0.name == wanted }) else {
      throw Self.unknown(name, Self.messages.map(\.name))
    }
    guard let body = try? Hexadecimal.decode(arguments.joined()) else {
      throw RigError(.usage, reason: "\(message.name): its body is bytes in hexadecimal")
    }
    if body.isEmpty, message.body == "HEX" {
      throw RigError(.usage, reason: "\(message.name) takes its body in hexadecimal")
    }
    if body.isEmpty, message.name == "configure" { return [message.identifier] + Self.usual }
    return [message.identifier] + body
  }

  /// Shareable configuration data as a phone sends it, for a session of its own.
  private static var usual: [UInt8] {
    let data = ShareableConfigurationData(
      sessionIdentifier: 42, staticSTSIV: [1, 2, 3, 4, 5, 6], destinationAddress: 1)
    return (try? data.encode()) ?? []
  }
}
