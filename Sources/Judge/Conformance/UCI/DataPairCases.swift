import Journal
import Runner
import UCI
import UCIHost

/// Data that one board sends and the other receives.
enum DataPairCases {
  private static let directions = ["to-controlee", "to-controller"]

  static let received = Case.uciPair(
    "UD08", "data from board to board",
    requirement: "Data that one board sends reach the other as they are, with sender and number, "
      + "and the sender is told: a few bytes, as many as a round carries, and a few again.",
    source: "AOSP (DATA_MESSAGE_SND, DATA_MESSAGE_RCV); pica",
    declared: RangingParameters.quickInterval * 12, parameters: directions
  ) { context, controller, controlee in
    let way = try await context.dataWay(controller, controlee)
    let most = try await min(
      context.dataSize(of: way.sender), context.dataSize(of: way.receiver), 1000)
    for (number, bytes) in [
      (UInt16(21), [0x68, 0x65, 0x6C, 0x6C, 0x6F]), (22, (0..<most).map { UInt8($0 & 0xFF) }),
      (23, [0x62, 0x79, 0x65]),
    ] as [(UInt16, [UInt8])] {
      try await way.send(bytes, number: number)
      try await context.expectDone(number, by: way.sender)
      try await context.expectData(bytes, number: number, from: way.source, on: way.receiver)
    }
  }

  static let several = Case.uciPair(
    "UD09", "several data messages",
    requirement: "Data messages arrive once each, in the order in which they were sent, also when "
      + "two of them wait, and those for another address do not.",
    source: "AOSP; pica", declared: RangingParameters.quickInterval * 18, parameters: directions
  ) { context, controller, controlee in
    let way = try await context.dataWay(controller, controlee)
    for number in UInt16(1)...3 {
      try await way.send([UInt8(number), 0], number: number)
      try await context.expectDone(number, by: way.sender)
    }
    for number in UInt16(1)...3 {
      try await context.expectData(
        [UInt8(number), 0], number: number, from: way.source, on: way.receiver)
    }
    _ = try await context.reports(2, of: way.receiver)
    let more = way.receiver.host.takePackets { way.receiver.received($0) != nil }
    try context.require(
      more.isEmpty, "data messages arrive once each", expected: "3 messages",
      got: "\(3 + more.count) messages")
    let waiting: [UInt16] = [4, 5]
    for number in waiting {
      try await way.send([UInt8(number), 0], number: number)
    }
    // A board that holds one message refuses the other.
    var carried: Set<UInt16> = []
    for _ in waiting {
      let outcome = try await context.nextOutcome(
        of: way.sender, "the sender is told of each of two data")
      if outcome.isDone { carried.insert(outcome.sequenceNumber) }
    }
    for number in waiting where carried.contains(number) {
      try await context.expectData(
        [UInt8(number), 0], number: number, from: way.source, on: way.receiver)
    }
    try await way.sender.host.send(way.sender.data([6, 0], number: 6, to: 0x0A7F))
    way.receiver.discardRounds()
    _ = try await context.reports(4, of: way.receiver)
    let strays = way.receiver.host.takePackets { way.receiver.received($0)?.bytes == [6, 0] }
    try context.require(
      strays.isEmpty, "data for another address do not reach the peer", expected: "nothing",
      got: "message 6")
  }

  static let segments = Case.uciPair(
    "UD10", "data in segments",
    requirement: "Data that come in segments are put together, also with a command in between.",
    source: "AOSP (separate reassembly of data and control messages)",
    declared: RangingParameters.quickInterval * 4
  ) { context, controller, controlee in
    let pair = try await context.dataPair(controller, controlee)
    let bytes = (0..<50).map { UInt8($0) }
    let segments = UCIPacketizer(dataLimit: 20).segments(
      of: pair.controller.data(bytes, number: 33))
    for (index, segment) in segments.enumerated() {
      try await controller.sendRaw(segment)
      guard index == 0 else { continue }
      try await context.expect(
        .ok, for: SessionGetCountCommand(), from: controller,
        "a command between segments of data is answered")
    }
    try await context.expectDone(33, by: pair.controller)
    try await context.expectData(bytes, number: 33, from: [0x01, 0x0A], on: pair.controlee)
  }

  static let givenBack = Case.uciPair(
    "UD13", "credit that comes back", .inferred,
    requirement: "A data message that is carried is told of once: the credit when it is taken, how "
      + "often it was on the air, and the credit that there is again.",
    source: "AOSP (SESSION_DATA_CREDIT_NTF, SESSION_DATA_TRANSFER_STATUS_NTF); pica",
    declared: RangingParameters.quickInterval * 4
  ) { context, controller, controlee in
    let pair = try await context.dataPair(controller, controlee)
    let session = pair.controller
    _ = controller.takePackets()
    try await controller.send(session.data([1, 2, 3], number: 11))
    let outcome = try await context.nextOutcome(of: session, "the sender is told of its data")
    try context.require(
      outcome.isDone && outcome.sequenceNumber == 11 && (1...16).contains(outcome.transmissions),
      "the sender is told of its data", expected: "OK for message 11, on the air 1 to 16 times",
      got: "\(outcome.words), \(outcome.transmissions) times")
    let came = try await context.expectAlive(controller, "the board answers behind data")
    let credits = came.compactMap { session.credit($0.packet) }
    try context.require(
      (1...2).contains(credits.count) && credits.allSatisfy { UCICredit.known.contains($0) }
        && credits.last == .available, "the credit when data are carried",
      expected: "one when the message is taken, AVAILABLE afterwards",
      got: credits.isEmpty ? "none" : credits.map(\.name).joined(separator: ", "))
    if let first = came.firstIndex(where: { session.credit($0.packet) != nil }),
      credits.count == 2
    {
      // The first was said when the message was taken, before its outcome.
      let at = came[first].at
      try context.require(
        at < came[came.count - 1].at, "the credit is told when the message is taken",
        expected: "before the outcome", got: "with it")
    }
  }
}

extension CaseContext {
  fileprivate func expectDone(_ number: UInt16, by session: UCISession) async throws {
    try await expectOutcome(.ok, number, of: session, "the sender is told of its data")
  }
}
