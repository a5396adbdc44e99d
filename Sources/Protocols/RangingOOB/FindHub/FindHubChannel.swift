public import WireFormat

/// The phone's side of the Find Hub transport on one connection: every message is an operation with a
/// challenge of its own (Ranging OOB §8).
public struct FindHubChannel: Sendable {
  /// The account key, 16 bytes.
  public let key: [UInt8]
  private var challenge = FindHubFrame.Challenge()
  /// That of the first configuration, by which motion is proven.
  private var configuration: FindHubFrame.Challenge?

  /// A channel without an operation.
  public init(key: [UInt8]) { self.key = key }

  /// The forms of proof that accessories take for a message: of a stop there are two.
  public static func forms(of message: [UInt8]) -> [Bool] {
    operation(of: message) == .stop ? [true, false] : [true]
  }

  /// The value that carries a message, once the characteristic was read.
  ///
  /// A message of no operation goes as a request for capabilities: the accessory has to refuse it.
  /// - Throws: ``WireError`` when what was read is no challenge.
  public mutating func wrap(
    _ message: [UInt8], read value: [UInt8], coversData: Bool = true
  ) throws(WireError) -> [UInt8] {
    challenge = try FindHubFrame.Challenge.decode(value)
    let operation = Self.operation(of: message) ?? .capabilities
    switch Self.kind(of: message) {
    case .configurationRequest?: configuration = configuration ?? challenge
    case .stopRequest?: configuration = nil
    // An answer of the accessory's kind that the phone sends has the operation of a configuration too.
    default: break
    }
    return FindHubFrame(
      operation: operation, data: message, key: key, challenge: challenge, isAnswer: false,
      coversData: coversData
    ).encode()
  }

  /// The message in a notification; nil where nothing proves that the accessory has the key.
  public func unwrap(_ value: [UInt8]) -> [UInt8]? {
    guard let frame = try? FindHubFrame.decode(value) else { return nil }
    guard !frame.operation.isKnown else {
      return frame.isAuthentic(key: key, challenge: challenge, isAnswer: true) ? frame.data : nil
    }
    // In front of motion stands its number; which data id it has is not known.
    guard let configuration,
      frame.isAuthentic(key: key, challenge: configuration, isAnswer: true),
      frame.data.dropFirst(2).first == OOBMessage.Kind.motion.rawValue
    else { return nil }
    return Array(frame.data.dropFirst())
  }

  private static func operation(of message: [UInt8]) -> FindHubFrame.Operation? {
    kind(of: message).flatMap { .init(carrying: $0) }
  }

  private static func kind(of message: [UInt8]) -> OOBMessage.Kind? {
    message.dropFirst().first.map { OOBMessage.Kind(rawValue: $0) }
  }
}
