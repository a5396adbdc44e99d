import BootProtocols
import LabRuntime
import Runner
import WireFormat

/// Requests and answers of Secure DFU, one at a time.
///
/// Nothing of it is inlined: the optimiser of Swift 6.3.1 ends on cases that took these loops in.
struct SecureDFUExchange {
  let context: CaseContext
  let board: BootloaderBoard
  private var decoder = StreamFraming.slip.makeDecoder(limit: 4096)
  private var waiting: [SecureDFUResponse] = []

  init(_ context: CaseContext, _ board: BootloaderBoard) {
    self.context = context
    self.board = board
  }

  /// The next answer; nil when none comes in time.
  @inline(never)
  mutating func next() async throws -> SecureDFUResponse? {
    let deadline = context.lab.now.advanced(by: FlashLimits.answer)
    while waiting.isEmpty {
      guard let bytes = try await board.receive(until: deadline) else { return nil }
      for case .frame(let frame) in decoder.feed(bytes) {
        if let response = SecureDFUResponse(frame) { waiting.append(response) }
      }
    }
    return waiting.removeFirst()
  }

  @inline(never)
  mutating func ask(
    _ request: SecureDFURequest, _ what: String
  ) async throws -> SecureDFUResponse {
    try await ask(request.stream, opcode: request.encoded.first ?? 0, what)
  }

  /// Sends bytes and takes the answer to an opcode; answers to others, such as writes, are passed over.
  @inline(never)
  mutating func ask(
    _ bytes: [UInt8], opcode: UInt8, _ what: String
  ) async throws -> SecureDFUResponse {
    try await board.send(bytes)
    let deadline = context.lab.now.advanced(by: FlashLimits.answer)
    while context.lab.now < deadline, let answer = try await next() {
      if answer.opcode == opcode { return answer }
    }
    throw context.violation(what, expected: "an answer", got: "none in \(FlashLimits.answer)")
  }

  /// Sends a request and asserts how it is judged.
  @discardableResult
  @inline(never)
  mutating func expect(
    _ result: SecureDFUResult, for request: SecureDFURequest, _ what: String
  ) async throws -> SecureDFUResponse {
    let answer = try await ask(request, what)
    try context.requireEqual(answer.result, result, what)
    return answer
  }

  /// Sends a request and asserts that it is not carried out.
  @inline(never)
  mutating func expectRefusal(
    of request: SecureDFURequest, _ what: String
  ) async throws {
    let answer = try await ask(request, what)
    try context.require(
      answer.result != .success, what, expected: "a refusal", got: "\(answer.result)")
  }

  /// Creates the command object anew, which forgets whatever was under way.
  @inline(never)
  mutating func createCommand(_ size: Int) async throws {
    try await expect(
      .success, for: .create(type: SecureDFUObjectType.command.rawValue, size: UInt32(size)),
      "an object for an init packet of \(size) bytes is created")
  }

  @inline(never)
  func write(_ bytes: [UInt8], parts: Int = 64) async throws {
    for start in stride(from: 0, to: bytes.count, by: parts) {
      try await board.send(
        SecureDFURequest.write(Array(bytes[start..<min(start + parts, bytes.count)])).stream)
    }
  }

  /// Asserts how much has arrived, and that its CRC is that of `bytes`.
  @inline(never)
  mutating func expectStored(_ bytes: [UInt8], _ what: String) async throws {
    let answer = try await expect(.success, for: .checksum, "the CRC is told")
    let found = answer.number(0, 4).map { offset in
      "\(offset) bytes with CRC " + String(answer.number(4, 4) ?? 0, radix: 16)
    }
    let wanted = "\(bytes.count) bytes with CRC " + String(CRC32.ieee(bytes), radix: 16)
    try context.require(found == wanted, what, expected: wanted, got: found ?? "no position")
  }

  /// Writes an init packet and executes it; how that is judged.
  @inline(never)
  mutating func execute(initPacket: [UInt8], _ what: String) async throws -> SecureDFUResult {
    try await createCommand(initPacket.count)
    try await write(initPacket)
    try await expectStored(initPacket, "the init packet has arrived")
    return try await ask(.execute, what).result
  }
}
