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
    return answers(command)
      || messageType == .notification && gid == CoreGenericErrorNotification.gid
        && oid == CoreGenericErrorNotification.oid
  }

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
  /// Sends pieces of a stream, one write each, and waits for the response to the command in them.
  func answer(to command: UCIPacket, inWrites writes: [[UInt8]], from host: UCIHost, _ what: String)
    async throws -> UCIPacket
  {
    for write in writes { try await host.sendRaw(write) }
    return try await next(
      from: host, within: limits.uciResponse, what,
      expected: command.opcodeName(vendor: host.dialect.vendor) + " answered"
    ) { $0.answers(command) }.packet
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
    try await host.send(command)
    let came = try await expectSurvival(host, goesOn)
    try require(
      came.contains { $0.packet.refuses(command) }, what, expected: "a status other than OK",
      got: came.isEmpty ? "nothing" : Self.names(came, host))
  }
}
