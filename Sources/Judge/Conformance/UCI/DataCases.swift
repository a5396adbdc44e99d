import Journal
import RigFile
import Runner
import UCI
import UCIHost
import WireFormat

/// Data that travel in the rounds of a session, whoever else is there.
enum DataCases {
  static let all: [Case] = [
    size, nobody, inactive, unknown, credit, oversize, stopped, DataPairCases.received,
    DataPairCases.several, DataPairCases.segments, reused, noMessage, DataPairCases.givenBack,
  ]

  static let size = Case.uci(
    "UD01", "how much data a round carries",
    requirement: "A session with data says how much data a round carries: something, and no more "
      + "than a data packet holds. One that does not exist has no such size.",
    source: "AOSP (SESSION_QUERY_DATA_SIZE_IN_RANGING); pica, without status"
  ) { context, host in
    let session = try await context.dataSession(on: host, in: .idle)
    let size = try await context.dataSize(of: session)
    let list = try await context.capabilities(of: host)
    let value = list.value(.maxDataPacketPayloadSize)
    let limit = value.map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } ?? 0xFFFF
    try context.require(
      (1...max(limit, 1)).contains(size), "data that a round carries",
      expected: "1 to \(limit) bytes", got: "\(size) bytes")
    let absent = SessionQueryDataSizeInRangingCommand(sessionToken: SessionID.absent)
    let answer = try await host.exchange(absent.packet)
    // Some answer without a status.
    if case .sessionQueryDataSizeInRangingResponse(let body) = answer.message(host.dialect) {
      try context.require(
        body.status != .ok, "a session that does not exist is refused",
        expected: UCIStatus.errorSessionNotExist.name(host), got: body.status.name(host))
    }
  }

  static let nobody = Case.uci(
    "UD02", "data without a receiver", .inferred,
    requirement: "Data for a peer that is not there are given up, and the host is told by their "
      + "number. They cost no credit for good.",
    source: "AOSP (SESSION_DATA_TRANSFER_STATUS_NTF)",
    declared: RangingParameters.quickInterval * 30
  ) { context, host in
    let session = try await context.dataSession(on: host, in: .active)
    for number in UInt16(7)...9 {
      try await host.send(session.data([1, 2, 3], number: number))
      let status = try await context.expectError(
        number, of: session, "data without a receiver are given up")
      try context.require(
        number == 7 || status != .errorNoCreditAvailable, "there is credit again for data given up",
        expected: "another error", got: status.name)
      // The credit may be told behind the outcome.
      try await context.expectAlive(host, "the board answers behind data that were given up")
    }
  }

  static let inactive = Case.uci(
    "UD03", "data in a session that carries none", .inferred,
    requirement: "Data for a session that does not range, or has no data, are refused by their "
      + "number.",
    source: "AOSP (data transfer statuses 0x04 and 0x05)",
    parameters: ["INIT", "IDLE", "ranging-only"]
  ) { context, host in
    let session: UCISession
    switch context.parameter {
    case "INIT": session = try await context.dataSession(on: host, in: .initial)
    case "IDLE": session = try await context.dataSession(on: host, in: .idle)
    default:
      // Only a board that knows data can know that this session has none.
      try await context.dataSession(on: host, in: .initial).close()
      session = try await context.session(on: host, in: .active)
    }
    try await context.expectRefusal(
      ofData: [1, 2, 3], number: 3, on: session, "data are refused where none are carried")
  }

  static let unknown = Case.uci(
    "UD04", "data for a session that does not exist", .varies,
    requirement: "Data for a session that does not exist are refused.",
    source: "AOSP (SESSION_DATA_TRANSFER_STATUS_NTF); pica says nothing"
  ) { context, host in
    // Only a board that knows data can refuse some.
    try await context.dataSession(on: host, in: .initial).close()
    try await host.send(
      DataMessageSnd(
        sessionToken: SessionID.absent, destMAC: [2, 0x0A, 0, 0, 0, 0, 0, 0], sequenceNumber: 1,
        appData: [1, 2, 3]
      ).packet)
    let came = try await context.expectAlive(host, "the board answers behind data")
    let refusals = came.filter { received in
      switch received.message(host.dialect) {
      case .sessionDataTransferStatusNotification, .sessionDataTransferStatusNotificationPica,
        .coreGenericErrorNotification:
        true
      default: false
      }
    }
    try context.require(
      !refusals.isEmpty, "data for a session that does not exist are refused",
      expected: SessionDataTransferStatusNotification.name,
      got: came.isEmpty ? "nothing" : CaseContext.names(came, host))
  }

  static let credit = Case.uci(
    "UD05", "credit for data", .inferred,
    requirement: "Every message that is taken is answered with the credit that is left, and one "
      + "that is sent without credit is refused with ERROR_NO_CREDIT_AVAILABLE.",
    source: "AOSP (SESSION_DATA_CREDIT_NTF); pica",
    declared: .milliseconds(200)
  ) { context, host in
    // Blocks are long, so that nothing is given up, and no credit given back, before the end.
    let session = try await context.dataSession(on: host, in: .active, .quick { $0.interval = 200 })
    var number: UInt16 = 0
    var isCredited = true
    // A host that holds more than this has credit to spare.
    while isCredited, number < 64 {
      number += 1
      try await host.send(session.data([UInt8(number)], number: number))
      let told = try await context.next(
        from: host, within: context.limits.uciResponse, "credit is told",
        expected: SessionDataCreditNotification.name
      ) { session.credit($0) != nil }
      isCredited = session.credit(told.packet) == .available
    }
    try context.require(
      !isCredited, "there is an end to credit", expected: UCICredit.notAvailable.name,
      got: "\(UCICredit.available.name) after \(number) messages")
    try await host.send(session.data([0], number: 100))
    try await context.expectOutcome(
      .errorNoCreditAvailable, 100, of: session, "data without credit are refused")
  }

  static let oversize = Case.uci(
    "UD06", "more data than a round carries", .inferred,
    requirement: "More data than a session says it carries are refused by their number.",
    source: "AOSP (SESSION_QUERY_DATA_SIZE_IN_RANGING)", tags: ["survival"],
    declared: RangingParameters.quickInterval
  ) { context, host in
    let session = try await context.dataSession(on: host, in: .active)
    let size = try await context.dataSize(of: session)
    host.packetizer = UCIPacketizer(dataLimit: min(size, 128))
    defer { host.packetizer = UCIPacketizer() }
    try await context.expectRefusal(
      ofData: [UInt8](repeating: 0xDA, count: min(size + 1, 65_000)), number: 9, on: session,
      "more data than a round carries are refused")
    try await context.expectAlive(host, "the board answers behind too much data")
  }

  static let stopped = Case.uci(
    "UD07", "data in a session that stops", .inferred,
    requirement: "Data that wait when their session is stopped are given up, and the host is told "
      + "of each, once, also behind another start; more are not taken then.",
    source: "AOSP (SESSION_DATA_TRANSFER_STATUS_NTF)",
    declared: RangingParameters.quickInterval * 10
  ) { context, host in
    let session = try await context.dataSession(on: host, in: .active)
    let numbers: [UInt16] = [5, 6]
    for number in numbers {
      try await host.send(session.data([1, 2, 3], number: number))
    }
    try await context.stop(session)
    // A board that holds one message has refused the other.
    var told: Set<UInt16> = []
    for _ in numbers {
      let outcome = try await context.nextOutcome(
        of: session, "data of a session that stops are given up")
      try context.require(
        !outcome.isDone && numbers.contains(outcome.sequenceNumber),
        "data of a session that stops are given up", expected: "an error for message 5 or 6",
        got: outcome.words)
      told.insert(outcome.sequenceNumber)
    }
    try context.require(
      told == Set(numbers), "each of two data that wait is given up", expected: "messages 5 and 6",
      got: told.sorted().map(String.init).joined(separator: ", "))
    try await context.expectRefusal(
      ofData: [1, 2, 3], number: 8, on: session, "data are refused when their session has stopped")
    try await context.start(session)
    // As long as giving up takes.
    _ = try await context.reports(10, of: session)
    let late = host.takePackets { session.outcome($0) != nil }.compactMap {
      session.outcome($0.packet)
    }
    try context.require(
      late.isEmpty, "data that were given up are told of once", expected: "nothing of them",
      got: late.map(\.words).joined(separator: ", "))
    try await host.send(session.data([1, 2, 3], number: 10))
    try await context.stop(session)
    try await context.expectError(
      10, of: session, "data of a session that stops a second time are given up")
  }

  static let reused = Case.uci(
    "UD11", "the number of data that wait", .varies,
    requirement: "Data with the number of data that still wait are refused with "
      + "ERROR_DATA_TRANSFER_IS_ONGOING, and the others go on waiting.",
    source: "AOSP (data transfer status 0x06)", declared: .milliseconds(200)
  ) { context, host in
    let session = try await context.dataSession(on: host, in: .active, .quick { $0.interval = 200 })
    for _ in 1...2 { try await host.send(session.data([1, 2, 3], number: 5)) }
    try await context.expectOutcome(
      .errorDataTransferIsOngoing, 5, of: session, "data with a number that is taken are refused")
    try await context.stop(session)
    let status = try await context.expectError(
      5, of: session, "data whose number came again are given up at the stop")
    try context.require(
      status != .errorDataTransferIsOngoing,
      "data whose number came again are told of by themselves",
      expected: "another error", got: status.name)
  }

  static let noMessage = Case.uci(
    "UD12", "data that is not a message", .inferred,
    requirement: "Data too short to name a session are refused once, with CORE_GENERIC_ERROR_NTF "
      + "and SYNTAX_ERROR, or ignored where the board has no data.",
    source: "AOSP (CORE_GENERIC_ERROR_NTF; DATA_MESSAGE_SND)", tags: ["survival", "malformed"]
  ) { context, host in
    // Only a board that knows data can know that these are none.
    try await context.dataSession(on: host, in: .initial).close()
    _ = host.takePackets()
    try await host.send(UCIPacket(.data, gid: DataMessageSnd.gid, oid: 0, payload: [1, 2]))
    let expected = CoreGenericErrorNotification(status: .syntaxError).packet
    let came = try await context.expectAlive(host, "the board answers behind data that are none")
      .filter { !$0.isOwedError || $0.packet == expected }
    let found = came.map(\.packet).filter { $0.messageType != .response }
    try context.require(
      found.count == 1 && came.count == 1 && found.first == expected,
      "data that is not a message is refused once", expected: "SYNTAX_ERROR once",
      got: came.isEmpty
        ? "nothing"
        : came.map { CaseContext.names([$0], host) + " " + Hexadecimal.encode($0.packet.payload) }
          .joined(separator: ", "))
  }
}
