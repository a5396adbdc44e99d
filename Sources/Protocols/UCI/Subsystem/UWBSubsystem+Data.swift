/// Data transfer in the rounds of a session. The messages and statuses are those of AOSP and pica;
/// no board was observed, so which status answers what is chosen from their names.
extension UWBSubsystem {
  /// Bytes before the application's data in DATA_MESSAGE_SND.
  private static let headSize = 16

  /// Application data that fits one message.
  private var maximumDataSize: Int { max(personality.maximumDataPayload - Self.headSize, 0) }

  func dataSize(_ command: SessionQueryDataSizeInRangingCommand)
    -> SessionQueryDataSizeInRangingResponse
  {
    let session = index(of: command.sessionToken).map { sessions[$0] }
    let status: UCIStatus =
      switch session?.state {
      case nil: .errorSessionNotExist
      case .initial?: .errorSessionNotConfigured
      default: .ok
      }
    let carriesData = status == .ok && session.map { Self.carriesData($0.type) } ?? false
    return SessionQueryDataSizeInRangingResponse(
      sessionToken: command.sessionToken, status: status,
      maxDataSize: carriesData ? UInt16(clamping: maximumDataSize) : 0)
  }

  mutating func receiveData(_ packet: UCIPacket) -> [Action] {
    guard
      case .dataMessageSnd(let message) = UCIMessage.decode(
        packet: packet, dialect: personality.dialect)
    else { return refuseData(packet) }
    let token = message.sessionToken
    let number = message.sequenceNumber
    if personality.creditsIdleData, let index = index(of: token), sessions[index].state == .idle,
      Self.carriesData(sessions[index].type)
    {
      return [credit(of: sessions[index])]
    }
    if let status = refusal(of: message, size: packet.payload.count) {
      return [transferStatus(token, number, status)]
    }
    guard let index = index(of: token) else { return [] }
    sessions[index].outgoing.append(
      UWBSession.Outgoing(
        sequenceNumber: number,
        destination: Array(message.destMAC.prefix(sessions[index].configuration.addressSize)),
        appData: message.appData))
    return [credit(of: sessions[index])]
  }

  /// A message that cannot be read is refused by name where it names a session; another data format
  /// is not for a board.
  private func refuseData(_ packet: UCIPacket) -> [Action] {
    guard packet.dpf == DataMessageSnd.gid else { return [] }
    let head = packet.payload
    guard head.count >= 4 else { return [send(CoreGenericErrorNotification(status: .syntaxError))] }
    let token = head.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let number = head.count >= 14 ? UInt16(head[12]) | UInt16(head[13]) << 8 : 0
    return [transferStatus(token, number, .invalidFormat)]
  }

  private func refusal(of message: DataMessageSnd, size: Int) -> UCIDataTransferStatus? {
    guard let index = index(of: message.sessionToken) else { return .errorRejected }
    let session = sessions[index]
    guard Self.carriesData(session.type) else { return .sessionTypeNotSupported }
    guard message.trailing.isEmpty, size <= personality.maximumDataPayload else {
      return .invalidFormat
    }
    let addressSize = session.configuration.addressSize
    guard session.state == .active,
      session.configuration.destinations.contains(Array(message.destMAC.prefix(addressSize))),
      message.destMAC.dropFirst(addressSize).allSatisfy({ $0 == 0 })
    else { return .errorRejected }
    if session.outgoing.contains(where: { $0.sequenceNumber == message.sequenceNumber }) {
      return .errorDataTransferIsOngoing
    }
    return session.outgoing.count < personality.dataCredits ? nil : .errorNoCreditAvailable
  }

  /// Sends the data of a session in a round: a message to each peer that was heard.
  mutating func transferData(of index: Int, _ measurements: [UWBSMeasurement]) -> [Action] {
    let session = sessions[index]
    guard !session.outgoing.isEmpty else { return [] }
    let heard = measurements.filter { $0.distanceCentimetres != nil }.map(\.address)
    var actions: [Action] = []
    var waiting: [UWBSession.Outgoing] = []
    var served: [[UInt8]] = []
    for message in session.outgoing {
      if served.contains(message.destination) {
        waiting.append(message)
        continue
      }
      served.append(message.destination)
      let isHeard = heard.contains(message.destination)
      let (left, done) = transfer(message, of: session, isHeard: isHeard)
      actions += done
      if let left { waiting.append(left) }
    }
    sessions[index].outgoing = waiting
    if session.outgoing.count >= personality.dataCredits, waiting.count < personality.dataCredits {
      actions.append(credit(of: sessions[index]))
    }
    return actions
  }

  /// One message in one round: what is left of it to do, and what is done now.
  private func transfer(
    _ message: UWBSession.Outgoing, of session: UWBSession, isHeard: Bool
  ) -> (left: UWBSession.Outgoing?, actions: [Action]) {
    var message = message
    func status(_ status: UCIDataTransferStatus) -> Action {
      transferStatus(session.token, message.sequenceNumber, status, message.transmissions)
    }
    guard isHeard else {
      message.silentRounds &+= 1
      return message.silentRounds < personality.dataAttempts
        ? (message, []) : (nil, [status(.errorDataTransfer)])
    }
    message.silentRounds = 0
    message.transmissions &+= 1
    var actions: [Action] = []
    // Repetitions are for the radio; the receiver's host gets the message once.
    if message.transmissions == 1 {
      actions.append(
        .transmit(
          token: session.token, to: message.destination,
          sequenceNumber: message.sequenceNumber, appData: message.appData))
    }
    let repetitions = session.configuration.number(.dataRepetitionCount) ?? 0
    guard Int64(message.transmissions) <= repetitions, message.transmissions < .max else {
      return (nil, actions + [status(.ok)])
    }
    let tellsEach = session.configuration.number(.sessionDataTransferStatusNtfConfig) == 1
    return (message, actions + (tellsEach ? [status(.repetitionOk)] : []))
  }

  /// The messages of a session that stops are lost.
  mutating func dropData(of index: Int) -> [Action] {
    let session = sessions[index]
    sessions[index].outgoing = []
    return session.outgoing.map {
      transferStatus(session.token, $0.sequenceNumber, .errorDataTransfer, $0.transmissions)
    }
  }

  /// Takes a data message that came over the air in a round of an active session.
  public func dataReceived(
    token: UInt32, from address: [UInt8], sequenceNumber: UInt16, appData: [UInt8]
  ) -> [Action] {
    guard let index = index(of: token), sessions[index].state == .active,
      Self.carriesData(sessions[index].type),
      // Data for the secure component never reaches the host.
      sessions[index].configuration.number(.applicationDataEndpoint) != 1
    else { return [] }
    let source = address + [UInt8](repeating: 0, count: max(0, 8 - address.count))
    guard personality.dialect.vendor == .nxp else {
      return [
        send(
          DataMessageRcv(
            sessionToken: token, status: .ok, srcMAC: source, sequenceNumber: sequenceNumber,
            appData: appData))
      ]
    }
    return [
      send(
        DataMessageRcvNXP(
          sessionToken: token, status: .ok, sequenceNumber: UInt32(sequenceNumber),
          srcMAC: source, srcEndpoint: 0, dstEndpoint: 0, appData: appData))
    ]
  }

  private static func carriesData(_ type: UCISessionType) -> Bool {
    type == .firaRangingAndInBandData
  }

  private func credit(of session: UWBSession) -> Action {
    send(
      SessionDataCreditNotification(
        sessionToken: session.token,
        credit: session.outgoing.count < personality.dataCredits ? .available : .notAvailable))
  }

  private func transferStatus(
    _ token: UInt32, _ number: UInt16, _ status: UCIDataTransferStatus, _ count: UInt8 = 0
  ) -> Action {
    send(
      SessionDataTransferStatusNotification(
        sessionToken: token, uciSequenceNumber: number, status: status, txCount: count))
  }
}
