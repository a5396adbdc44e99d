import BootProtocols
import LabRuntime
import RigFile
import Runner

/// Requests and answers of SMP, one at a time.
struct SMPExchange {
  let context: CaseContext
  let board: BootloaderBoard
  private var framing: SMPSerialFraming
  private var waiting: [SMPMessage] = []
  private var sequence: UInt8 = 0x20

  init(_ context: CaseContext, _ board: BootloaderBoard) {
    self.context = context
    self.board = board
    framing = SMPSerialFraming(board.description.encoding)
  }

  func programmer(_ steps: [SMPProgrammer.Step]) -> SMPProgrammer {
    var options = SMPProgrammer.Options()
    options.encoding = framing.encoding
    return SMPProgrammer(steps: steps, options: options)
  }

  func stream(_ message: SMPMessage) -> [UInt8] { framing.encode(message.encoded) }

  static func echo(_ text: String, sequence: UInt8) -> SMPMessage {
    SMPMessage(
      .write, group: SMPCommand.osGroup, command: SMPCommand.echo, sequence: sequence, version: 1,
      payload: CBORValue.map(["d": .text(text)]).encoded)
  }

  /// The next answer; nil when none comes within `limit`.
  mutating func next(within limit: Duration = FlashLimits.answer) async throws -> SMPMessage? {
    let deadline = context.lab.now.advanced(by: limit)
    while waiting.isEmpty {
      guard let bytes = try await board.receive(until: deadline) else { return nil }
      waiting += framing.feed(bytes).compactMap(SMPMessage.init)
    }
    return waiting.removeFirst()
  }

  /// Sends a request and takes its answer, which has to be there.
  mutating func ask(
    _ operation: SMPOperation, _ group: UInt16, _ command: UInt8, _ payload: CBORValue,
    version: UInt8 = 1, _ what: String
  ) async throws -> (message: SMPMessage, map: CBORValue) {
    sequence &+= 1
    return try await ask(
      SMPMessage(
        operation, group: group, command: command, sequence: sequence, version: version,
        payload: payload.encoded), what)
  }

  /// Sends a request and takes the answer to its command, which has to be there.
  mutating func ask(
    _ request: SMPMessage, _ what: String
  ) async throws -> (message: SMPMessage, map: CBORValue) {
    try await board.send(stream(request))
    while let answer = try await next() {
      guard answer.group == request.group, answer.command == request.command else { continue }
      guard let map = try? CBORValue(decoding: answer.payload), case .map = map else {
        throw context.violation(what, expected: "a CBOR map", got: "something else")
      }
      return (answer, map)
    }
    throw context.violation(what, expected: "an answer", got: "none in \(FlashLimits.answer)")
  }

  /// Sends a part of an image and takes its answer.
  ///
  /// - Parameter length: that of the whole image, which the first part has.
  private mutating func upload(
    _ data: some Collection<UInt8>, at offset: Int, length: Int?, _ what: String
  ) async throws -> CBORValue {
    let bytes = CBORValue.bytes(Array(data))
    let part: CBORValue =
      if let length {
        .map(["off": CBORValue(offset), "len": CBORValue(length), "data": bytes])
      } else { .map(["off": CBORValue(offset), "data": bytes]) }
    return try await ask(.write, SMPCommand.imageGroup, SMPCommand.imageUpload, part, what).map
  }

  /// Sends the first part of an image and asserts that it is not taken.
  mutating func expectRefusal(
    of data: some Collection<UInt8>, length: Int? = nil, _ what: String
  ) async throws {
    let answer = try await upload(data, at: 0, length: length, what)
    try context.require(
      SMPError(answer) != nil, what, expected: "a refusal",
      got: SMPError(answer)?.description ?? "success")
  }

  /// Sends a part of an image and asserts which part the board wants next.
  mutating func expectNext(
    _ next: Int, after data: some Collection<UInt8>, at offset: Int, length: Int? = nil,
    _ what: String
  ) async throws {
    let answer = try await upload(data, at: offset, length: length, what)
    try context.require(
      answer["off"]?.integer == next, what, expected: "offset \(next)",
      got: answer["off"]?.integer.map { "offset \($0)" } ?? SMPError(answer)?.description ?? "")
  }

  mutating func images() async throws -> [CBORValue] {
    let answer = try await ask(
      .read, SMPCommand.imageGroup, SMPCommand.imageState, .map([]), "images are listed")
    return answer.map["images"]?.elements ?? []
  }

  mutating func running() async throws -> [UInt8] {
    try await images().first { $0["active"]?.boolean == true }?["hash"]?.bytes ?? []
  }
}
