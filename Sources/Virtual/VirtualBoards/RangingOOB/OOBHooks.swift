import LabRuntime
import RangingOOB
import Room
import UCI

/// Where a fault takes hold of an accessory for Android phones; every hook is the reference until it
/// is changed.
struct OOBHooks: Sendable {
  var behaviour: @Sendable (inout OOBResponderBehaviour) -> Void = { _ in }
  var incoming: @Sendable ([UInt8], OOBHistory) -> [AccessoryStep] = { message, _ in
    [.take(message)]
  }
  var outgoing: @Sendable ([UInt8], OOBHistory) -> [[UInt8]] = { message, _ in [message] }
  /// Changes what the radio is given; false leaves it off.
  var radio: @Sendable (inout OOBRadioOrder, ConfigurationBlock.UWB) -> Bool = { _, _ in true }
  var stopsRadio = true
  var reportsEarly = false
  /// How much later than others capabilities are told.
  var capabilityDelay = Duration.zero
  /// Of an accessory for both kinds of phone: sessions of both go on side by side.
  var keepsOtherSession = false
  /// What goes out before every value, past the framing.
  var strayBytes: [UInt8] = []
  /// Answers that the end of a connection cut off are sent in the next one.
  var keepsAnswers = false
  /// After how many connections nothing is answered any more.
  var lastConnection = Int.max
  /// A connection behind one that ended while it ranged is not answered.
  var wedgesAfterLoss = false
  /// A radio that fails is reported as running.
  var hidesFailure = false
  /// The faults of a Bluetooth LE device.
  var device = OOBDeviceFaults()

  mutating func onAir(
    _ change: @escaping @Sendable (inout AppConfiguration, ConfigurationBlock.UWB) -> Void
  ) {
    radio = { order, block in
      change(&order.configuration, block)
      return true
    }
  }

  mutating func onSend(
    _ kind: OOBMessage.Kind, _ change: @escaping @Sendable ([UInt8], OOBHistory) -> [[UInt8]]
  ) {
    let before = outgoing
    outgoing = { message, history in
      message.messageKind == kind ? change(message, history) : before(message, history)
    }
  }

  mutating func onReceive(
    _ kind: OOBMessage.Kind,
    _ reaction: @escaping @Sendable ([UInt8], OOBHistory) -> [AccessoryStep]
  ) {
    incoming = { message, history in
      message.messageKind == kind ? reaction(message, history) : [.take(message)]
    }
  }

  /// Does these steps with messages of a kind where something is so, and takes the others.
  mutating func onReceive(
    _ kind: OOBMessage.Kind, _ steps: [AccessoryStep],
    where isStruck: @escaping @Sendable ([UInt8], OOBHistory) -> Bool
  ) {
    onReceive(kind) { isStruck($0, $1) ? steps : [.take($0)] }
  }

  mutating func onCapabilities(
    when isMet: @escaping @Sendable (OOBHistory) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout OOBMessage.Capabilities) -> Void
  ) {
    onSend(.capabilitiesResponse) { bytes, history in
      guard isMet(history), var message = try? OOBMessage.decode(bytes),
        case .capabilitiesResponse(var content) = message.body
      else { return [bytes] }
      change(&content)
      message.body = .capabilitiesResponse(content)
      return [message.encode()]
    }
  }

  /// Sends another block in place of each one of the capabilities.
  mutating func onBlocks(
    when isMet: @escaping @Sendable (OOBHistory) -> Bool = { _ in true },
    _ change: @escaping @Sendable (CapabilityBlock) -> CapabilityBlock
  ) {
    onCapabilities(when: isMet) { $0.blocks = $0.blocks.map(change) }
  }

  /// Changes the block of ultra-wideband in the capabilities that are sent.
  mutating func onBlock(
    when isMet: @escaping @Sendable (OOBHistory) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout CapabilityBlock.UWB) -> Void
  ) {
    onBlocks(when: isMet) { block in
      guard var uwb = block.ultraWideband else { return block }
      change(&uwb)
      return .uwb(uwb)
    }
  }
}

extension [UInt8] {
  /// What a message of Ranging OOB is, by its second byte.
  var messageKind: OOBMessage.Kind? { dropFirst().first.map(OOBMessage.Kind.init) }
}

/// What the radio of such an accessory is given.
struct OOBRadioOrder: Equatable, Sendable {
  /// The session id on the air.
  var sessionID: UInt32
  var configuration: AppConfiguration

  /// The radio of a board of that name.
  func session(_ body: String) -> RadioSession {
    RadioSession(
      body: body, role: configuration.isInitiator ? .initiator : .responder,
      air: AirInterface(session: sessionID, configuration), address: configuration.address,
      peers: configuration.destinations)
  }
}

/// The memory of such an accessory, of one connection.
struct OOBHistory: Sendable {
  var requests = 0
  var configurations = 0
  /// The last request for capabilities or the last configuration.
  var lastRequest: [UInt8] = []
  var previous: OOBMessage.Kind?
  /// Something ranges.
  var isRanging = false

  mutating func note(_ message: [UInt8]) {
    previous = message.messageKind
    switch previous {
    case .capabilitiesRequest?: requests += 1
    case .configurationRequest?: configurations += 1
    default: return
    }
    lastRequest = message
  }
}
