public import NearbyAccessory
import Room

/// One way in which an accessory is not what it should be, by name.
///
/// Each is one deviation from the reference, so that a test that is meant to catch it can be seen to
/// catch it and nothing else.
public struct AccessoryFault: Sendable {
  /// A name for the command line and for reports.
  public let name: String
  /// The violation, in one sentence.
  public let summary: String
  /// The oldest specification in which it shows.
  public let since: ConfigurationLayout
  let change: @Sendable (inout AccessoryHooks) -> Void

  init(
    _ name: String, _ summary: String, since: ConfigurationLayout = .v1_0,
    _ change: @escaping @Sendable (inout AccessoryHooks) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.since = since
    self.change = change
  }

  /// Every fault, group by group.
  public static let all: [AccessoryFault] =
    initialization + configurationData + configuring + radio + stopping + robustness + retrying
    + several + gatt + android + more + unprovoked

  /// The names of all, and of the variations behind them.
  public static let names = (all + variations).map(\.name)

  /// The fault or variation of that name.
  public static func named(_ name: String) -> AccessoryFault? {
    (all + variations).first { $0.name == name }
  }
}

/// Where a fault takes hold of an accessory; every hook is the reference until it is changed.
struct AccessoryHooks: Sendable {
  typealias Incoming = @Sendable ([UInt8], AccessoryHistory) -> [AccessoryStep]
  typealias Outgoing = @Sendable ([UInt8], AccessoryHistory) -> [Delivery]

  var behaviour: @Sendable (inout AccessoryBehaviour) -> Void = { _ in }
  var incoming: Incoming = { message, _ in [.take(message)] }
  /// The source address for an initialize, from the one that was drawn.
  var address: @Sendable (UInt16, AccessoryHistory) -> UInt16 = { drawn, _ in drawn }
  /// The configuration data, without the identifier, before it is sent.
  var configuration: @Sendable (inout [UInt8], AccessoryHistory) -> Void = { _, _ in }
  var outgoing: Outgoing = { message, _ in [.now(message)] }
  /// Changes the radio session; false leaves the radio off.
  var radio: @Sendable (inout RadioSession, AccessoryHistory) -> Bool = { _, _ in true }
  var stopsRadio: @Sendable (RadioEnd) -> Bool = { _ in true }
  /// After how long the accessory ends a session by itself.
  var ownStop: @Sendable (AccessorySession) -> Duration? = { _ in nil }
  /// How long the radio takes from the order to the first round; nil: no time at all.
  var radioStartUp: Duration?
  /// The radio does not start with a peer of its own address; the state machine learns that.
  var radioRefusesOwnAddress = false
  /// After how long the radio is off although the session goes on.
  var radioOffAfter: Duration?
  /// What is sent on every connection again and again, and how often.
  var notices: (interval: Duration, message: [UInt8])?
  /// Bytes without framing that come first on every connection.
  var banner: [UInt8]?
  var gatt = GATTFaults()
  /// A message longer than this throws the framing out of step.
  var losesFramingBeyond: Int?
  /// Whether a message that does not come in one read is lost.
  var needsWholeReads = false
  /// What goes out before every frame, past the framing.
  var strayBytes: [UInt8] = []

  mutating func onAir(
    _ change: @escaping @Sendable (inout RadioSession, AccessoryHistory) -> Void
  ) {
    radio = { session, history in
      change(&session, history)
      return true
    }
  }

  mutating func onReceive(
    _ identifier: AccessoryMessage.Identifier, _ reaction: @escaping Incoming
  ) {
    let before = incoming
    incoming = { message, history in
      message.first == identifier.rawValue
        ? reaction(message, history) : before(message, history)
    }
  }

  /// Does these steps with messages of a kind where something is so, and takes the others.
  mutating func onReceive(
    _ identifier: AccessoryMessage.Identifier, _ steps: [AccessoryStep],
    where isStruck: @escaping @Sendable ([UInt8], AccessoryHistory) -> Bool
  ) {
    onReceive(identifier) { isStruck($0, $1) ? steps : [.take($0)] }
  }

  mutating func onSend(
    _ identifier: AccessoryMessage.Identifier, _ replacement: @escaping Outgoing
  ) {
    let before = outgoing
    outgoing = { message, history in
      message.first == identifier.rawValue
        ? replacement(message, history) : before(message, history)
    }
  }
}

/// One thing that an accessory does with a message.
enum AccessoryStep: Hashable, Sendable {
  /// Hand these bytes to the state machine.
  case take([UInt8])
  case say([UInt8])
  /// Turn the radio off, whatever the state machine believes.
  case radioOff
  /// Do nothing at all any more until the next connection.
  case wedge
  /// Hang up and be gone for so long, then start again.
  case die(Duration)

  /// Hang up and be back after a second.
  static let die = AccessoryStep.die(.seconds(1))
}

/// Why a radio is to stop.
enum RadioEnd: Hashable, Sendable {
  case stop
  case disconnect
  /// A new session, or new configuration data.
  case restart
  case own
}
