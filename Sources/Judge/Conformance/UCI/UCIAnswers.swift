import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost

extension UCIPacket {
  /// Whether this is the response to a command, with whatever status.
  func answers(_ command: UCIPacket) -> Bool {
    messageType == .response && gid == command.gid && oid == command.oid
  }

  /// Whether this says that a command was not carried out: its response with an error, or the
  /// notification of one.
  func refuses(_ command: UCIPacket) -> Bool {
    guard let status = payload.first, status != UCIStatus.ok.rawValue else { return false }
    return answers(command) || isGenericError
  }

  var isGenericError: Bool { CoreGenericErrorNotification.isNamed(by: self) }

  var status: UCIStatus? { payload.first.map(UCIStatus.init(rawValue:)) }

  /// A segment of this packet: a header of its own before some bytes of the payload.
  func segment(_ bytes: some Collection<UInt8>, more: Bool) -> [UInt8] {
    UCIHeader(messageType, gid: gid, oid: oid, payloadLength: bytes.count, moreSegments: more).bytes
      + Array(bytes)
  }

  /// This packet in two segments, the first as long as `count`.
  func segments(splitAt count: Int) -> [[UInt8]] {
    [segment(payload.prefix(count), more: true), segment(payload.dropFirst(count), more: false)]
  }
}

extension CaseContext {
  /// Sends pieces of a stream, one write each, and waits for the response to the command in them; a
  /// board that asks for it again gets all of them again.
  ///
  /// - Parameter isAnswer: what counts as one; a response to the command by default.
  func answer(
    to command: UCIPacket, inWrites writes: [[UInt8]], from host: UCIHost, _ what: String,
    where isAnswer: ((UCIPacket) -> Bool)? = nil
  ) async throws -> UCIPacket {
    let expected = command.opcodeName(vendor: host.dialect.vendor) + " answered"
    for _ in 1...UCIHost.patientSends {
      for write in writes { try await host.sendRaw(write) }
      let answer = try await next(
        from: host, within: limits.uciResponse, what, expected: expected
      ) { $0.isRetryRequest || isAnswer?($0) ?? $0.answers(command) }.packet
      if !answer.isRetryRequest { return answer }
    }
    throw violation(
      what, expected: expected, got: "\(UCIHost.patientSends) requests to send it again")
  }

  /// Waits until commands that were sent without waiting are answered, by responses or by
  /// notifications of an error; for as long as one comes within a response's time.
  func awaitAnswers(
    _ count: Int, from host: UCIHost, into answers: inout [ReceivedPacket]
  ) async throws {
    for _ in 0..<count {
      let deadline = lab.now.advanced(by: limits.uciResponse)
      let answer = try await host.nextIfAny("an answer", until: deadline) {
        $0.messageType == .response || $0.isGenericError
      }
      guard let answer else { return }
      answers.append(answer)
    }
  }

  /// Sends the writes of a command, and asserts that it is answered with OK, once.
  ///
  /// - Parameter subject: the command, as it is reported.
  func expectTaken(
    _ command: UCIPacket, inWrites writes: [[UInt8]], by host: UCIHost, _ subject: String
  ) async throws {
    let answer = try await answer(
      to: command, inWrites: writes, from: host, "\(subject) is answered")
    try require(.ok, is: answer.status, host, "\(subject) is taken")
    try await fence(host, "\(subject) is answered once") { $0.isState }
  }

  /// Sends a packet that must not be carried out, and proves that the board goes on.
  func expectRefusal(
    ofPacket command: UCIPacket, from host: UCIHost, _ what: String, _ goesOn: String
  ) async throws {
    // What was said before is older than the command.
    _ = host.takePackets()
    let writes = host.packetizer.segments(of: command)
    let answer = try await self.answer(to: command, inWrites: writes, from: host, what) {
      $0.answers(command) || $0.refuses(command)
    }
    try requireRefusal(answer.status, host, what)
    try await expectSurvival(host, goesOn)
  }
}
