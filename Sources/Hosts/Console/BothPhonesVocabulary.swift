import Errors

/// The messages of both kinds of phone: those of Apple's by their names, those of Android's with a
/// prefix, since both have a configuration and a stop.
struct BothPhonesVocabulary: ConsoleVocabulary {
  private static let prefix = "oob-"
  private let apple = AccessoryVocabulary()
  private let android = RangingOOBVocabulary()

  var help: [String] {
    apple.help + ["Ranging OOB, of Android phones, each with \(Self.prefix) before its name:"]
      + android.help.dropFirst()
  }

  var words: [[String]] {
    apple.words + android.words.map { [Self.prefix + ($0.first ?? "")] + $0.dropFirst() }
  }

  func bytes(_ name: String, _ arguments: [String]) throws(RigError) -> [UInt8] {
    let wanted = name.lowercased()
    guard words.contains(where: { $0.first == wanted }) else {
      throw Self.unknown(name, words.compactMap(\.first))
    }
    return wanted.hasPrefix(Self.prefix)
      ? try android.bytes(String(wanted.dropFirst(Self.prefix.count)), arguments)
      : try apple.bytes(wanted, arguments)
  }
}
