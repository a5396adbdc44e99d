/// A UWB subsystem as a host sees it: commands in, responses and notifications out.
///
/// A pure value, written from what boards were observed to do. It has no radio: it says when a
/// session ranges, and is told what each round gave.
public struct UWBSubsystem: Sendable {
  /// Actions for the owner of the subsystem, in this order.
  public enum Action: Equatable, Sendable {
    case send(UCIPacket)
    case startRanging(token: UInt32, AppConfiguration)
    case updateRanging(token: UInt32, AppConfiguration)
    case stopRanging(token: UInt32)
    /// Carry data to a peer that the round has just heard.
    case transmit(token: UInt32, to: [UInt8], sequenceNumber: UInt16, appData: [UInt8])
  }

  /// The make of the subsystem.
  public let personality: UWBSPersonality
  /// Its sessions, oldest first.
  public internal(set) var sessions: [UWBSession] = []
  /// Values of device parameters that the host has set.
  var deviceConfiguration: [DeviceConfigTLV] = []
  /// Values that the host has calibrated the radio with; a reset leaves them.
  public internal(set) var calibration: UWBSCalibration
  private var nextHandle: UInt32
  /// The subsystem's own time of the packet that it works on.
  var microseconds: UInt64 = 0
  /// Until when the next command is to be sent again.
  var busyUntil: UInt64?

  /// A subsystem that was just powered.
  ///
  /// - Parameter calibration: what it has kept; nil for what it left the factory with.
  public init(
    personality: UWBSPersonality = .fira2Qorvo, calibration: UWBSCalibration? = nil
  ) {
    self.personality = personality
    self.calibration =
      calibration
      ?? UWBSCalibration(
        fault: personality.calibrationFault,
        fractions: personality.dialect.vendor == .nxp ? 4 : 1)
    nextHandle = personality.firstHandle
  }

  /// ACTIVE while a session ranges, else READY.
  public var deviceState: UCIDeviceState {
    sessions.contains { $0.state == .active } ? .active : .ready
  }

  /// The messages that it sends by itself after booting.
  public func booted() -> [Action] {
    inOrder(personality.bootOrder, response: nil, sessions: [], tellsState: true)
  }

  /// Takes one complete packet of the host.
  ///
  /// Anything but a command and data is ignored, as boards do.
  /// - Parameters:
  ///   - packet: the packet.
  ///   - microseconds: the subsystem's own time; that of CORE_QUERY_UWBS_TIMESTAMP, and what
  ///     UWB_INITIATION_TIME is compared with.
  public mutating func receive(_ packet: UCIPacket, microseconds: UInt64 = 0) -> [Action] {
    self.microseconds = microseconds
    if packet.messageType == .data { return receiveData(packet) }
    guard packet.messageType == .command else { return [] }
    if isBusy() { return [send(CoreGenericErrorNotification(status: .commandRetry))] }
    if packet.payload.count + UCIHeader.size > personality.maximumMessageSize {
      return [respond(to: packet, .invalidMessageSize)]
    }
    switch UCIMessage.decode(packet: packet, dialect: personality.dialect) {
    case .coreDeviceResetCommand: return reset()
    case .coreGetDeviceInfoCommand: return [send(personality.deviceInfo)]
    case .coreGetCapsInfoCommand:
      return [send(CoreGetCapsInfoResponse(status: .ok, tlvs: personality.capabilities))]
    case .coreSetConfigCommand(let command):
      return [
        send(
          personality.dialect.vendor == .nxp
            ? setDeviceConfiguration(raw: Array(packet.payload.dropFirst()))
            : setDeviceConfiguration(command.tlvs))
      ]
    case .coreSetConfigCommandNXP(let command):
      return [send(setDeviceConfiguration(raw: command.rawTLVs))]
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
    case .sessionQueryDataSizeInRangingCommand(let command): return [send(dataSize(command))]
    case .sessionStartCommand(let command): return start(command.sessionToken)
    case .sessionStopCommand(let command): return stop(command.sessionToken)
    case .sessionGetRangingCountCommand(let command):
      guard let index = index(of: command.sessionToken) else {
        return [send(SessionGetRangingCountResponse(status: .errorSessionNotExist))]
      }
      let count = sessions[index].sequenceNumber
      return [send(SessionGetRangingCountResponse(status: .ok, count: count))]
    case .qorvoCalibrationSetCommand(let command): return calibrate(command)
    case .qorvoCalibrationGetCommand(let command): return [send(calibration(command))]
    case .nxpSetDeviceCalibrationCommand(let command): return calibrate(command)
    case .nxpGetDeviceCalibrationCommand(let command): return [send(calibration(command))]
    case .malformed:
      return [respond(to: packet, isAcknowledged(packet) ? .ok : .syntaxError)]
    default: return [answerOther(packet)]
    }
  }

  /// Whether a command of the vendor is taken whatever it holds.
  private func isAcknowledged(_ packet: UCIPacket) -> Bool {
    personality.acknowledged.contains(.init(gid: packet.gid, oid: packet.oid))
  }

  /// A command that no layout is known of.
  private func answerOther(_ packet: UCIPacket) -> Action {
    if isAcknowledged(packet) { return respond(to: packet, .ok) }
    return respond(to: packet, personality.groups.contains(packet.gid) ? .unknownOID : .unknownGID)
  }

  /// Whether a command comes too early after one that keeps the board busy. One only: being asked
  /// takes the time that was missing, so a host that sends again at once gets through.
  private mutating func isBusy() -> Bool {
    guard let end = busyUntil else { return false }
    busyUntil = nil
    return microseconds < end
  }

  /// The board has something to do beyond the response that follows.
  mutating func becomeBusy() {
    guard let time = personality.busyTime else { return }
    busyUntil =
      microseconds &+ UInt64(clamping: time.components.attoseconds / 1_000_000_000_000)
      &+ UInt64(clamping: time.components.seconds) &* 1_000_000
  }

  /// CORE_DEVICE_RESET: all sessions end, everything is as after power-on.
  private mutating func reset() -> [Action] {
    let ended = sessions
    sessions = []
    calibration.reset()
    deviceConfiguration = []
    nextHandle = personality.firstHandle
    busyUntil = nil
    let stops: [Action] = ended.filter { $0.state == .active }.map { .stopRanging(token: $0.token) }
    return stops
      + inOrder(
        personality.resetOrder, response: send(CoreDeviceResetResponse(status: .ok)),
        sessions: ended.map { sessionStatus($0.token, .deinitialized) }, tellsState: true)
  }

  /// The messages that a command causes, in the order of the make.
  ///
  /// - Parameter tellsState: whether the device's state has changed or was asked to be told.
  func inOrder(
    _ order: [UWBSPersonality.Step], response: Action?, sessions: [Action], tellsState: Bool
  ) -> [Action] {
    order.flatMap { step -> [Action] in
      switch step {
      case .response: response.map { [$0] } ?? []
      case .sessionStatus: sessions
      case .deviceStatus: tellsState ? [deviceStatus()] : []
      case .ready: deviceState == .ready ? [deviceStatus()] : []
      case .booting:
        [send(CoreDeviceStatusNotification(deviceState: UCIDeviceState(rawValue: 0)))]
      }
    }
  }

  func index(of token: UInt32) -> Int? { sessions.firstIndex { $0.token == token } }

  /// The token of a new session; a handle differs from the id, so that they cannot be mixed up.
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

  /// A response of the same group, opcode and form that holds a status alone.
  func respond(to packet: UCIPacket, _ status: UCIStatus) -> Action {
    .send(
      UCIPacket(
        .response, gid: packet.gid, oid: packet.oid, payload: [status.rawValue],
        hasExtendedLength: packet.hasExtendedLength))
  }
}
