import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// The outcome of one data message.
struct DataOutcome {
  var sequenceNumber: UInt16
  var status: UCIDataTransferStatus
  /// How often it was on the air.
  var transmissions: UInt8

  var isDone: Bool { status == .ok }

  var words: String { "\(status.name) for message \(sequenceNumber)" }
}

/// Data that came over the air.
struct ReceivedData {
  var status: UCIStatus
  var source: [UInt8]
  var sequenceNumber: UInt32
  var bytes: [UInt8]
}

extension UCISession {
  /// A data message to a short address.
  func data(_ bytes: [UInt8], number: UInt16, to address: UInt16 = 0x0A02) -> UCIPacket {
    DataMessageSnd(
      sessionToken: token, destMAC: address.addressBytes + [0, 0, 0, 0, 0, 0],
      sequenceNumber: number, appData: bytes
    ).packet
  }

  /// The outcome of a data message of this session in a notification; nil for any other packet.
  func outcome(_ packet: UCIPacket) -> DataOutcome? {
    switch UCIMessage.decode(packet: packet, dialect: host.dialect) {
    case .sessionDataTransferStatusNotification(let body) where body.sessionToken == token:
      DataOutcome(
        sequenceNumber: body.uciSequenceNumber, status: body.status,
        transmissions: body.txCount)
    case .sessionDataTransferStatusNotificationPica(let body) where body.sessionToken == token:
      DataOutcome(
        sequenceNumber: UInt16(body.uciSequenceNumber), status: body.status,
        transmissions: body.txCount)
    default: nil
    }
  }

  /// The credit that a notification tells for this session; nil for any other packet.
  func credit(_ packet: UCIPacket) -> UCICredit? {
    guard
      case .sessionDataCreditNotification(let body) = UCIMessage.decode(
        packet: packet, dialect: host.dialect), body.sessionToken == token
    else { return nil }
    return body.credit
  }

  /// The data that a packet brings to this session; nil for any other packet.
  ///
  /// NXP has a layout of its own, and a board need not say that it is one of theirs: the layout
  /// that takes every byte is the right one.
  func received(_ packet: UCIPacket) -> ReceivedData? {
    guard packet.messageType == .data, packet.dpf == DataMessageRcv.gid else { return nil }
    if let body = try? DataMessageRcv(packet: packet, dialect: host.dialect),
      body.trailing.isEmpty
    {
      return body.sessionToken == token
        ? ReceivedData(
          status: body.status, source: body.srcMAC, sequenceNumber: UInt32(body.sequenceNumber),
          bytes: body.appData)
        : nil
    }
    guard let body = try? DataMessageRcvNXP(packet: packet, dialect: host.dialect),
      body.sessionToken == token
    else { return nil }
    return ReceivedData(
      status: body.status, source: body.srcMAC, sequenceNumber: body.sequenceNumber,
      bytes: body.appData)
  }
}

/// Two boards that range, of which one sends data to the other.
struct DataWay {
  var sender: UCISession
  var receiver: UCISession
  /// The short addresses of the sender, as it is told, and of the receiver.
  var source: [UInt8]
  var destination: UInt16

  func send(_ bytes: [UInt8], number: UInt16) async throws {
    try await sender.host.send(sender.data(bytes, number: number, to: destination))
  }
}

extension CaseContext {
  /// Two boards that range; data go the way that the parameter of the case says, `to-controlee` or
  /// `to-controller`.
  func dataWay(_ controller: UCIHost, _ controlee: UCIHost) async throws -> DataWay {
    let pair = try await dataPair(controller, controlee)
    return parameter == "to-controlee"
      ? DataWay(
        sender: pair.controller, receiver: pair.controlee, source: [0x01, 0x0A],
        destination: 0x0A02)
      : DataWay(
        sender: pair.controlee, receiver: pair.controller, source: [0x02, 0x0A],
        destination: 0x0A01)
  }

  /// Makes a session that may carry data, in a state, where the board has such.
  func dataSession(
    on host: UCIHost, in state: UCISessionState, _ parameters: RangingParameters = .quick()
  ) async throws -> UCISession {
    let session = try await session(on: host, type: .firaRangingAndInBandData)
    guard state != .initial else { return session }
    try await configure(session, parameters, orSkip: "a session with data")
    if state == .active { try await start(session) }
    return session
  }

  /// Whether a board has sessions that may carry data.
  func takesData(_ host: UCIHost) async throws -> Bool {
    let made = try await host.attempt(
      SessionInitCommand(sessionID: SessionID.second, sessionType: .firaRangingAndInBandData))
    guard made.status == .ok else { return false }
    let end = SessionDeinitCommand(sessionToken: made.sessionHandle ?? SessionID.second)
    try await expect(.ok, for: end, from: host, "a session with data is ended")
    return true
  }

  func dataPair(_ controller: UCIHost, _ controlee: UCIHost) async throws -> SessionPair {
    let answering = try await dataSession(on: controlee, in: .active, .quickPeer())
    let asking = try await dataSession(on: controller, in: .active)
    _ = try await successes(1, of: asking, "the peer is heard")
    return SessionPair(controller: asking, controlee: answering)
  }

  func nextOutcome(of session: UCISession, _ what: String) async throws -> DataOutcome {
    let received = try await next(
      from: session.host, within: limits.uciResponse + RangingParameters.blockInterval, what,
      expected: SessionDataTransferStatusNotification.name
    ) { session.outcome($0).map { $0.status != .repetitionOk } ?? false }
    return session.outcome(received.packet)
      ?? DataOutcome(sequenceNumber: 0, status: .invalidFormat, transmissions: 0)
  }

  /// Sends a message, and asserts that it is refused by its number.
  func expectRefusal(ofData bytes: [UInt8], number: UInt16, on session: UCISession, _ what: String)
    async throws
  {
    try await session.host.send(session.data(bytes, number: number))
    try await expectError(number, of: session, what)
  }

  @discardableResult
  func expectError(
    _ number: UInt16, of session: UCISession, _ what: String
  ) async throws -> UCIDataTransferStatus {
    let outcome = try await nextOutcome(of: session, what)
    try require(
      !outcome.isDone && outcome.sequenceNumber == number, what,
      expected: "an error for message \(number)", got: outcome.words)
    return outcome.status
  }

  func expectOutcome(
    _ status: UCIDataTransferStatus, _ number: UInt16, of session: UCISession, _ what: String
  ) async throws {
    let outcome = try await nextOutcome(of: session, what)
    try require(
      outcome.sequenceNumber == number && outcome.status == status, what,
      expected: "\(status.name) for message \(number)", got: outcome.words)
  }

  func expectData(
    _ bytes: [UInt8], number: UInt16, from source: [UInt8], on session: UCISession
  ) async throws {
    let received = try await next(
      from: session.host, within: limits.uciResponse + RangingParameters.blockInterval,
      "data reach the peer", expected: "\(DataMessageRcv.name) in session \(session.token)"
    ) { session.received($0) != nil }
    guard let data = session.received(received.packet) else { return }
    try require(.ok, is: data.status, session.host, "the status of data that have come")
    try requireBytes(data.bytes, bytes, "data arrive as they were sent")
    try require(
      data.source.starts(with: source), "the sender of data", expected: Hexadecimal.encode(source),
      got: Hexadecimal.encode(data.source))
    try requireEqual(data.sequenceNumber, UInt32(number), "the number of data")
  }

  /// Bytes that a round of a session carries.
  func dataSize(of session: UCISession) async throws -> Int {
    let host = session.host
    let command = SessionQueryDataSizeInRangingCommand(sessionToken: session.token)
    let answer = try await host.exchange(command.packet)
    func requireToken(_ token: UInt32) throws {
      try requireEqual(token, session.token, "the session whose size of data is told")
    }
    switch answer.message(host.dialect) {
    case .sessionQueryDataSizeInRangingResponse(let body) where body.status == .ok:
      try requireToken(body.sessionToken)
      return Int(body.maxDataSize)
    case .sessionQueryDataSizeInRangingResponsePica(let body):
      try requireToken(body.sessionToken)
      return Int(body.maxDataSize)
    case .sessionQueryDataSizeInRangingResponse(let body):
      throw violation(
        "the size of data is told", expected: UCIStatus.ok.name(host), got: body.status.name(host))
    default:
      if answer.packet.payload == [UCIStatus.unknownOID.rawValue] {
        throw CaseEnding.skip(
          "\(host.name) has no \(SessionQueryDataSizeInRangingCommand.name)")
      }
      throw violation(
        "the size of data is told", expected: SessionQueryDataSizeInRangingResponse.name,
        got: Hexadecimal.encode(answer.packet.payload))
    }
  }
}
