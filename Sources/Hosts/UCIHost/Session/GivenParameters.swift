public import UCI
import WireFormat

/// One board's parameters for a session: half of a ``ParameterDifference``.
public struct GivenParameters: Equatable, Sendable {
  /// The name of the board in messages.
  public var board: String
  /// The session id, which is on the air; not the handle that a board of FiRa 2.x gives.
  public var sessionID: UInt32
  /// The application parameters; of several values of one the last counts.
  public var parameters: [AppConfigParameter]
  /// How the board is spoken to.
  public var dialect: UCIDialect

  /// What a board was given for a session of that id.
  public init(
    board: String, sessionID: UInt32, parameters: [AppConfigParameter],
    dialect: UCIDialect = .fira2
  ) {
    self.board = board
    self.sessionID = sessionID
    self.parameters = parameters
    self.dialect = dialect
  }
}

extension GivenParameters {
  /// The parameters of a board with these ranging parameters.
  public init(
    board: String, sessionID: UInt32, parameters: RangingParameters, dialect: UCIDialect = .fira2
  ) {
    self.init(
      board: board, sessionID: sessionID, parameters: parameters.tlvs(dialect: dialect),
      dialect: dialect)
  }
}

extension GivenParameters {
  /// What the other end of a session between two has to be given.
  public func counterpart(named board: String) -> GivenParameters {
    var other = AppConfiguration(parameters)
    (other[.deviceMACAddress], other[.dstMACAddress]) =
      (other[.dstMACAddress], other[.deviceMACAddress])
    for side in [AppConfigID.deviceType, .deviceRole] {
      guard let number = other.number(side), (0...1).contains(number) else { continue }
      other.set(side, 1 - number)
    }
    return GivenParameters(
      board: board, sessionID: sessionID, parameters: other.parameters, dialect: dialect)
  }
}

/// The value of a parameter as a board has it: given, the default, or none.
struct HeldValue {
  /// What is compared: numbers where the table can read them, so that a default and the same value
  /// in bytes are equal.
  enum Content: Hashable {
    case none
    case numbers([Int64])
    case bytes([UInt8])
  }

  let content: Content
  let isDefault: Bool
  let description: String

  init(_ id: AppConfigID, in configuration: AppConfiguration) {
    let definition = id.definition
    let given = configuration[id]
    isDefault = given == nil
    if let given {
      content = definition?.numbers(of: given).map(Content.numbers) ?? .bytes(given)
    } else {
      let numbers = definition?.defaultValue ?? []
      content = numbers.isEmpty ? .none : .numbers(numbers)
    }
    switch content {
    case .none: description = "not given"
    case .bytes(let bytes): description = Self.text(bytes)
    case .numbers(let numbers):
      description = Self.text(numbers, definition) + (isDefault ? " (default)" : "")
    }
  }

  /// Whether nothing is known: it was not given and has no default.
  var isMissing: Bool { content == .none }

  /// The first number; nil when the value has none.
  var number: Int64? {
    guard case .numbers(let numbers) = content else { return nil }
    return numbers.first
  }

  /// Whether the two hold the same bytes from the other end. One byte has no order.
  func isReversed(_ other: HeldValue) -> Bool {
    guard case .bytes(let mine) = content, case .bytes(let theirs) = other.content else {
      return false
    }
    return mine != theirs && mine == Array(theirs.reversed())
  }

  /// Bytes in wire order.
  static func text(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "no bytes" : "0x" + Hexadecimal.encode(bytes)
  }

  private static func text(_ numbers: [Int64], _ definition: ParameterDefinition?) -> String {
    let unit = definition?.unit.map { " " + $0 } ?? ""
    return numbers.map { number in
      if let name = definition?.valueName(number) { return "\(name) \(number)" }
      guard let bits = definition?.bits, !bits.isEmpty else { return "\(number)" + unit }
      let set = bits.filter { number >> Int64($0.shift) & 1 == 1 }.map(\.name)
      return set.isEmpty ? "\(number)" : "\(number) \(set.joined(separator: "+"))"
    }.joined(separator: ", ")
  }
}
