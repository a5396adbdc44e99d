/// A UWB subsystem as a host sees it: commands in, responses and notifications out.
///
/// A pure value, written from what boards were observed to do. It has no radio: it says when a
/// session ranges, and is told what each round gave.
public struct UWBSubsystem: Sendable {
  /// What the owner of the subsystem is to do, in this order.
  public enum Action: Hashable, Sendable {
    /// Send a packet to the host.
    case send(UCIPacket)
    /// Let the session range with this configuration.
    case startRanging(token: UInt32, AppConfiguration)
    /// The configuration of a session that ranges has changed.
    case updateRanging(token: UInt32, AppConfiguration)
    /// End the ranging of the session.
    case stopRanging(token: UInt32)
  }

  /// The make of the subsystem.
  public let personality: UWBSPersonality
  /// Its sessions, oldest first.
  public internal(set) var sessions: [UWBSession] = []
  /// Values of device parameters that the host has set.
  var deviceConfiguration: [DeviceConfigTLV] = []
  private var nextHandle: UInt32

  /// A subsystem that was just powered.
  public init(personality: UWBSPersonality = .fira2Qorvo) {
    self.personality = personality
    nextHandle = personality.firstHandle
  }

  /// ACTIVE while a session ranges, else READY.
  public var deviceState: UCIDeviceState {
    sessions.contains { $0.state == .active } ? .active : .ready
  }

  /// What it sends by itself when it has booted.
  public func booted() -> [Action] { [deviceStatus()] }

  /// Takes one complete packet of the host.
  ///
  /// Anything but a command is ignored, as boards do.
  /// - Parameters:
  ///   - packet: the packet.
  ///   - microseconds: the subsystem's own time, for CORE_QUERY_UWBS_TIMESTAMP.
  public mutating func receive(_ packet: UCIPacket, microseconds: UInt64 = 0) -> [Action] {
    guard packet.messageType == .command else { return [] }
    switch UCIMessage.decode(packet: packet, dialect: personality.dialect) {
    case .coreDeviceResetCommand: return reset()
    case .coreGetDeviceInfoCommand: return [send(personality.deviceInfo)]
    case .coreGetCapsInfoCommand:
      return [send(CoreGetCapsInfoResponse(status: .ok, tlvs: personality.capabilities))]
    case .coreSetConfigCommand(let command): return [send(setDeviceConfiguration(command.tlvs))]
    case .coreGetConfigCommand(let command): return [send(deviceConfiguration(command.ids))]
    case .coreQueryUWBSTimestampCommand:
      return [send(CoreQueryUWBSTimestampResponse(status: .ok, timestamp: microseconds))]
    case .sessionInitCommand(let command): return initialize(command)
    case .sessionDeinitCommand(let command): return deinitialize(command.sessionToken)
    case .sessionSetAppConfigCommand(let command): return configure(command)
    case .sessionGetAppConfigCommand(let command): return [send(configuration(command))]
    case .sessionGetCountCommand:
      return [send(SessionGetCountResponse(status: .ok, count: UInt8(clamping: sessions.count)))]
    case .sessionGetStateCommand(let command):
      guard let index = index(of: command.sessionToken) else {
        return [send(SessionGetStateResponse(status: .errorSessionNotExist))]
      }
      return [send(SessionGetStateResponse(status: .ok, sessionState: sessions[index].state))]
    case .sessionUpdateControllerMulticastListCommand(let command): return updateMulticast(command)
    case .sessionStartCommand(let command): return start(command.sessionToken)
    case .sessionStopCommand(let command): return stop(command.sessionToken)
    case .sessionGetRangingCountCommand(let command):
      guard let index = index(of: command.sessionToken) else {
        return [send(SessionGetRangingCountResponse(status: .errorSessionNotExist))]
      }
      let count = sessions[index].sequenceNumber
      return [send(SessionGetRangingCountResponse(status: .ok, count: count))]
    case .malformed: return [refuse(packet, .syntaxError)]
    default:
      let isKnownGroup = personality.groups.contains(packet.gid)
      return [refuse(packet, isKnownGroup ? .unknownOID : .unknownGID)]
    }
  }

  /// CORE_DEVICE_RESET: all sessions end, everything is as after power-on.
  private mutating func reset() -> [Action] {
    let ended = sessions
    sessions = []
    deviceConfiguration = []
    nextHandle = personality.firstHandle
    var actions: [Action] = ended.filter { $0.state == .active }.map {
      .stopRanging(token: $0.token)
    }
    for step in personality.resetOrder {
      switch step {
      case .response: actions.append(send(CoreDeviceResetResponse(status: .ok)))
      case .deviceStatus: actions.append(deviceStatus())
      case .sessionStatus:
        actions += ended.map { sessionStatus($0.token, .deinitialized) }
      }
    }
    return actions
  }

  func index(of token: UInt32) -> Int? { sessions.firstIndex { $0.token == token } }

  /// The token of a new session; a handle differs from the id, so that nobody can mix them up.
  mutating func makeToken(for id: UInt32) -> UInt32 {
    guard personality.dialect.version == .fira2 else { return id }
    while nextHandle == id || index(of: nextHandle) != nil { nextHandle &+= 1 }
    let token = nextHandle
    nextHandle &+= 1
    return token
  }

  func send(_ body: some UCIMessageBody) -> Action { .send(body.packet) }

  func deviceStatus() -> Action { send(CoreDeviceStatusNotification(deviceState: deviceState)) }

  func sessionStatus(
    _ token: UInt32, _ state: UCISessionState,
    reason: UCIReasonCode = .stateChangeWithSessionManagementCommands
  ) -> Action {
    send(
      SessionStatusNotification(sessionToken: token, sessionState: state, reasonCode: reason))
  }

  /// A response of the same group and opcode that holds a status alone.
  private func refuse(_ packet: UCIPacket, _ status: UCIStatus) -> Action {
    .send(
      UCIPacket(.response, gid: packet.gid, oid: packet.oid, payload: [status.rawValue]))
  }
}
