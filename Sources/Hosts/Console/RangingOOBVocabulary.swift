import Errors
import Links
import Notation
import RangingOOB
import WireFormat

/// Messages of an Android phone by name, with the fields of their tables.
struct RangingOOBVocabulary: ConsoleVocabulary {
  private static let messages: [(name: String, kind: OOBMessage.Kind, takes: String)] = [
    ("capabilities", .capabilitiesRequest, "[version=N] [TECHNOLOGY]..."),
    ("configure", .configurationRequest, "[version=N] [motion=0|1] [FIELD=VALUE]..."),
    ("stop", .stopRequest, "[version=N] [TECHNOLOGY]..."),
  ]
  private static let fields = ConfigurationBlock.UWB.fields

  var help: [String] {
    ["Messages in hexadecimal, such as 01000100, or:"]
      + Self.messages.map { message in
        "  " + Figures.left("\(message.name) \(message.takes)", 52)
          + "message \(Hexadecimal.name(message.kind.rawValue))"
      }
      + [
        "  fields: " + Self.fields.map(\.word).joined(separator: ", "),
        "  technologies: " + OOBTechnology.all.map(\.description).joined(separator: ", "),
      ]
  }

  var words: [[String]] {
    Self.messages.map { message in
      let own =
        message.kind == .configurationRequest
        ? Self.fields.map { $0.word + "=" } + ["motion="] : OOBTechnology.all.map(\.description)
      return [message.name] + own + ["version="]
    }
  }

  func bytes(_ name: String, _ arguments: [String]) throws(RigError) -> [UInt8] {
    let wanted = name.lowercased()
    guard let message = Self.messages.first(where: { $0.name == wanted }) else {
      throw Self.unknown(name, Self.messages.map(\.name))
    }
    var version: UInt8 = 1
    var motion: OOBMotionSupport?
    var technologies: OOBTechnologySet = []
    var block = ConfigurationBlock.UWB()
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first ?? "", parts.count) {
      case ("version", 2): version = try Self.number(parts[1], of: "version")
      case ("motion", 2):
        motion = OOBMotionSupport(rawValue: try Self.number(parts[1], of: "motion"))
      case (let word, 2) where message.kind == .configurationRequest:
        try Self.set(word, parts[1], &block)
      case (let word, _):
        guard message.kind != .configurationRequest,
          let technology = OOBTechnology.all.first(where: { $0.description == word })
        else {
          throw RigError(
            .usage, reason: "\(message.name) takes \(message.takes), got \(argument)")
        }
        technologies.formUnion(OOBTechnologySet([technology]))
      }
    }
    let set = technologies.isEmpty ? .uwb : technologies
    let body: OOBMessage.Body =
      switch message.kind {
      case .capabilitiesRequest: .capabilitiesRequest(set)
      case .stopRequest: .stopRequest(set)
      default:
        .configurationRequest(
          .init(
            blocks: [.uwb(block)], motion: motion ?? (version > 2 ? .unsupported : nil)))
      }
    return OOBMessage(version: version, body).encode()
  }

  private static func number(_ text: String, of name: String) throws(RigError) -> UInt8 {
    guard let number = UInt8(text) else {
      throw RigError(.usage, reason: "\(name): expected a number from 0 to 255, got \(text)")
    }
    return number
  }

  private static func set(
    _ word: String, _ text: String, _ block: inout ConfigurationBlock.UWB
  ) throws(RigError) {
    guard let field = fields.first(where: { $0.word == word }) else {
      throw unknown(word, fields.map(\.word))
    }
    guard let bytes = field.bytes(of: text) else {
      throw RigError(.usage, reason: "\(word): expected \(field.form), got \(text)")
    }
    block.set(field, bytes)
  }
}

extension OOBField {
  /// The name as one word.
  fileprivate var word: String { "\(name)".replacing(" ", with: "-") }

  fileprivate var form: String {
    isNumber
      ? "a number of \(size ?? 0) bytes" : "bytes in hexadecimal" + (size.map { ", \($0)" } ?? "")
  }

  /// The bytes of a value: a number, its name, or hexadecimal digits; nil for none of these.
  fileprivate func bytes(of text: String) -> [UInt8]? {
    guard isNumber, let size else {
      guard let bytes = try? Hexadecimal.decode(text), size.map({ $0 == bytes.count }) ?? true
      else { return nil }
      return bytes
    }
    let named = (0...255 as ClosedRange<UInt64>).first { words($0.bytes(size) ?? []) == text }
    return (UInt64(typed: text) ?? named)?.bytes(size)
  }
}
