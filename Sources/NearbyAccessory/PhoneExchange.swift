public import WireFormat

/// The phone's side of the exchange with one accessory as a pure value: orders, messages and
/// deadlines in, messages and events out (accessory protocol §1.3).
///
/// It checks that the accessory keeps to the protocol and leaves the contents of the blobs to its
/// caller: the configuration data is handed out as it came, the shareable data is handed in.
/// Instants are durations since an origin that the caller chooses and keeps.
public struct PhoneExchange: Hashable, Sendable {
  /// Where the exchange stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Nothing was asked for, or it was given up.
    case idle
    /// Initialize was sent.
    case awaitingConfiguration
    /// The accessory's data is known; the caller may hand in shareable data.
    case configured
    /// Configure-and-start was sent.
    case awaitingStart
    /// The accessory said did-start.
    case started
    /// Stop was sent.
    case awaitingStop
  }

  /// What happened.
  public enum Input: Hashable, Sendable {
    /// Begin with initialize, from any state. While the accessory may run, a stop goes before it
    /// and its answer is not waited for, as Apple's sample does.
    case start
    /// Hand in shareable configuration data: the second step of an exchange, or a retry with the
    /// configuration that is known from an earlier one.
    case configure([UInt8])
    /// Send stop.
    case stop
    /// One message from the accessory.
    case received([UInt8])
    /// The time of ``PhoneExchange/nextDeadline`` has come.
    case deadline
    /// The data channel is gone.
    case linkDown
  }

  /// What follows.
  public enum Output: Hashable, Sendable {
    /// Send a message to the accessory.
    case send(AccessoryMessage)
    /// The accessory configuration data, as it came.
    case deliverAccessoryConfiguration([UInt8])
    /// The accessory said did-start.
    case accessoryStarted
    /// The accessory said did-stop.
    case accessoryStopped
    /// A vendor message that the accessory declares.
    case vendorMessage(AccessoryMessage)
    /// No answer in time.
    case timedOut(State)
    /// The accessory broke the protocol; the exchange goes on.
    case violation(Violation)
    /// The caller asked for what the state does not allow; nothing was sent.
    case refused(reason: String)
  }

  /// How an accessory broke the protocol.
  public enum Violation: Hashable, Sendable, CustomStringConvertible {
    /// A message that cannot be read.
    case malformed(WireError)
    /// An identifier that means nothing, or nothing from an accessory, or was not declared.
    /// Apple's sample application aborts on it.
    case foreignIdentifier(AccessoryMessage.Identifier)
    /// Configuration data without a byte.
    case emptyConfiguration
    /// Bytes behind an identifier that has no body.
    case unexpectedBody(AccessoryMessage.Identifier, bytes: Int)
    /// A message that nothing asked for.
    case unexpected(AccessoryMessage.Identifier, State)

    /// One line for a person.
    public var description: String {
      switch self {
      case .malformed(let error): "\(error)"
      case .foreignIdentifier(let identifier):
        "\(identifier) is not in the set of identifiers that the accessory may send"
      case .emptyConfiguration: "accessory-configuration-data without data"
      case .unexpectedBody(let identifier, let bytes):
        "\(identifier) with \(bytes) bytes behind it, allowed none"
      case .unexpected(let identifier, let state):
        "\(identifier) that nothing asked for, in the state \(state.rawValue)"
      }
    }
  }

  /// How long the phone waits; rig limits, not figures of Apple.
  public struct Limits: Hashable, Sendable {
    /// From initialize to configuration data.
    public var answer: Duration
    /// From configure-and-start to did-start.
    public var start: Duration
    /// From stop to did-stop.
    public var stop: Duration

    /// Limits; 1 s, 2 s and 1 s by default.
    public init(
      answer: Duration = .seconds(1), start: Duration = .seconds(2), stop: Duration = .seconds(1)
    ) {
      self.answer = answer
      self.start = start
      self.stop = stop
    }
  }

  /// How long it waits.
  public let limits: Limits
  /// Vendor identifiers that the accessory declares.
  public let vendorIdentifiers: [AccessoryMessage.Identifier]
  /// Where the exchange stands.
  public internal(set) var state = State.idle
  /// When ``Input/deadline`` is due; nil when nothing is waited for.
  public internal(set) var nextDeadline: Duration?
  /// The configuration data of the last exchange, kept for a retry until the channel is gone.
  public internal(set) var accessoryConfiguration: [UInt8]?

  /// Stops that may still be answered.
  var openStops = 0
  /// Whether a did-start or a running accessory is possible, so that did-stop may come by itself.
  var mayRun = false
  var outputs: [Output] = []

  /// An exchange that has not begun.
  public init(limits: Limits = Limits(), vendorIdentifiers: [AccessoryMessage.Identifier] = []) {
    self.limits = limits
    self.vendorIdentifiers = vendorIdentifiers
  }
}
