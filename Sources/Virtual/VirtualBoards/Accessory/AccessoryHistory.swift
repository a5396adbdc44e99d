import LabRuntime
import NearbyAccessory
import Room

/// The memory of an accessory; a fault is a function of a message and this.
struct AccessoryHistory: Sendable {
  var now = LabInstant.zero
  var state = AccessoryStateMachine.State.idle
  /// The last initialize on this connection came from an Android phone.
  var speaksAndroid = false
  let version: SpecificationVersion
  /// A source address that belongs to this board for good.
  let ownAddress: UInt16

  var connections = 0
  var initializes = 0
  /// Initializes on this connection that came right after a stop.
  var retries = 0
  var configurations = 0
  /// The identifier of the message before, on this connection.
  var previous: AccessoryMessage.Identifier?
  var shareable: [UInt8]?
  var lastStop: LabInstant?
  var lastConfigure: LabInstant?
  /// When configuration data was sent last, on this connection.
  var lastConfiguration: LabInstant?
  var lastDisconnect: LabInstant?

  /// The source address in the configuration data that was sent last on this connection, as bytes.
  var sentAddress: [UInt8]?
  /// The one in the data before that.
  var earlierAddress: [UInt8]?
  /// The radio session that the one that starts now replaces.
  var replaced: RadioSession?

  /// The last start of the radio, on this connection, failed.
  var startFailed = false

  /// How long ago it was; nil when it never was.
  func time(since instant: LabInstant?) -> Duration? { instant.map { $0.duration(to: now) } }

  mutating func noteConnection() {
    connections += 1
    startFailed = false
    initializes = 0
    retries = 0
    configurations = 0
    previous = nil
    shareable = nil
    lastStop = nil
    lastConfigure = nil
    lastConfiguration = nil
    sentAddress = nil
    earlierAddress = nil
  }

  mutating func noteReceived(_ message: [UInt8]) {
    guard let identifier = message.first.map(AccessoryMessage.Identifier.init) else { return }
    defer { previous = identifier }
    switch identifier {
    case .initialize:
      initializes += 1
      if previous == .stop { retries += 1 }
    case .configureAndStart:
      configurations += 1
      lastConfigure = now
      shareable = Array(message.dropFirst())
    case .stop: lastStop = now
    default: break
    }
  }

  mutating func noteConfiguration(_ body: [UInt8]) {
    lastConfiguration = now
    let isAndroid = body.count == UwbDeviceConfigurationData.length
    let offset = isAndroid ? 16 : AccessoryConfigurationData.headerLength + 17
    guard body.count >= offset + 2 else { return }
    earlierAddress = sentAddress
    sentAddress = Array(body[offset..<offset + 2])
  }
}
