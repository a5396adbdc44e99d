import Journal
import LabRuntime
import RigFile
import Runner
import UCI
import UCIHost

/// Packets on the stream: how they are written, how long they may be, what their headers hold.
enum PacketCases {
  static let all: [Case] = [
    together, byteForByte, reservedBits, longResponse, aboveMaximum, atMaximum, lengths,
  ]

  static let together = Case.uci(
    "UF07", "several commands in one write", .inferred,
    requirement: "Commands that come in one write are all answered, in their order.",
    source: "observed: pica with 32 commands outstanding"
  ) { context, host in
    let commands = [
      SessionGetCountCommand().packet, CoreGetCapsInfoCommand().packet,
      CoreGetConfigCommand(ids: [.deviceState]).packet, SessionGetCountCommand().packet,
    ]
    try await host.sendRaw(commands.flatMap(\.bytes))
    for (number, command) in commands.enumerated() {
      let what = "command \(number + 1) of one write is answered in its turn"
      let name = command.opcodeName(vendor: host.dialect.vendor)
      let answer = try await context.next(
        from: host, within: context.limits.uciResponse, what, expected: "\(name) answered"
      ) { $0.messageType == .response || $0.isRetryRequest }.packet
      // The board has heard it, and says that it does not take as many at once.
      if answer.isRetryRequest { continue }
      try context.require(
        answer.answers(command), what, expected: "\(name) answered",
        got: answer.opcodeName(vendor: host.dialect.vendor))
    }
    try await context.fence(host, "commands of one write are answered once each")
  }

  static let byteForByte = Case.uci(
    "UF08", "a command byte for byte",
    requirement: "A command whose bytes come one by one is answered as if they came together.",
    source: "AOSP (packet layout); observed: DWM3001CDK over USB, where packets come in pieces"
  ) { context, host in
    let command = try await FramingCases.command(context, host)
    try await context.expectTaken(
      command, inWrites: command.bytes.map { [$0] }, by: host, "a command byte for byte")
  }

  static let reservedBits = Case.uci(
    "UF09", "reserved bits of a header", .inferred,
    requirement: "A command with reserved bits in its header is carried out or refused, and the "
      + "board goes on.",
    source: "AOSP (packet layout); reported of NXP boards: a 16-bit length in their own groups",
    tags: ["survival", "malformed"],
    parameters: ["bit-6", "bit-7", "third-byte", "extended-length"]
  ) { context, host in
    var command = SessionGetCountCommand().packet
    var bytes = command.bytes
    switch context.parameter {
    case "extended-length":
      guard host.dialect.vendor == .nxp else {
        throw CaseEnding.skip("only NXP boards have packets with extended length")
      }
      command = UCIPacket(
        .command, gid: 0x0F, oid: 0x3F, payload: [UInt8](repeating: 0, count: 300),
        hasExtendedLength: true)
      bytes = command.bytes
    case "bit-6": bytes[1] |= 0x40
    case "bit-7": bytes[1] |= 0x80
    default:
      // Who reads this as a length of 256 finds as many bytes; who does not, empty data packets of
      // a format that does not exist.
      bytes[2] = 1
      bytes += [UInt8](repeating: 0, count: 256)
    }
    try await host.sendRaw(bytes)
    let came = try await context.expectSurvival(host, "the board goes on behind reserved bits")
    let answers = came.filter { $0.packet.answers(command) || $0.packet.refuses(command) }
    try context.require(
      answers.count == 1, "a command with reserved bits is carried out or refused",
      expected: "one answer", got: "\(answers.count) answers")
  }

  static let longResponse = Case.uci(
    "UF10", "a long response",
    requirement: "A response that is longer than a segment comes in segments that make it whole, "
      + "also while a session ranges, whose reports wait.",
    source: "AOSP (segmentation)", declared: RangingParameters.blockInterval
  ) { context, host in
    let parameters = context.isolated(.lonely())
    let set = parameters.tlvs(dialect: host.dialect)
    let session = try await context.configuredSession(on: host, parameters)
    // What these are answered with is more than the 255 bytes of a segment.
    let ids = (0..<120).map { set[$0 % set.count].id }
    let response = try await host.attempt(session.getting(ids))
    let size = response.payload.count
    let values = response.tlvs ?? []
    let missing = set.map(\.id).filter { id in !values.contains { $0.id == id } }
    try context.require(
      response.status != .ok || missing.isEmpty, "every parameter that was asked for has a value",
      expected: "all of them", got: "no \(missing.map(\.name).joined(separator: ", "))")
    guard response.status == .ok, size > 255 else {
      throw CaseEnding.skip("the board gives no response longer than a segment: \(size) bytes")
    }
    try context.measure("longest response", Double(size), unit: "bytes")
    let wrong = values.filter { found in
      set.first { $0.id == found.id }?.value != found.value
    }
    try context.require(
      wrong.isEmpty && response.trailing.isEmpty && response.tlvs?.last != nil,
      "a long response is whole", expected: "every value as it was set",
      got: wrong.isEmpty
        ? "\(response.trailing.count) bytes too many"
        : "\(wrong.count) other values, first \(wrong[0].id.name)")
    try await context.fence(host, "nothing is left of a long response") { $0.isState }
    try await context.start(session)
    _ = try await context.nextReport(of: session)
    // A report that comes between its segments ends a message.
    for _ in 1...3 {
      let again = try await host.attempt(session.getting(ids))
      try context.require(
        again.status != .ok || again.payload == response.payload,
        "a long response is the same while a session ranges",
        expected: "\(size) bytes as before", got: "\(again.payload.count) bytes")
    }
  }

  static let lengths = Case.uci(
    "UF13", "commands of many lengths", .inferred,
    requirement:
      "A command is read and answered whatever its length, with and without its header at "
      + "each power of two and around it.",
    source: "AOSP (MAX_MESSAGE_SIZE); rig policy: buffers have sizes of powers of two"
  ) { context, host in
    let maximum = try await maximum(context, host)
    let session = try await context.session(on: host)
    let sizes = (4...12).flatMap { power in
      let around = [-1, 0, 1].map { (offset: Int) in (1 << power) + offset }
      return around + around.map { $0 + UCIHeader.size }
    }
    var taken: [UCIPacket] = []
    for size in sizes.sorted() where size <= maximum {
      let packet = command(of: size, session)
      let status = try await expectRead(
        packet, by: host, context, "a command of \(size) bytes with its header is read")
      if status == .ok {
        taken.append(packet)
      } else {
        // One belongs to each refusal, also to those before this case.
        let more = try await errors(from: host, context).count { !$0.isOwedError }
        try context.require(
          more == 0, "errors beside the refusal of \(size) bytes", expected: "at most 1",
          got: "\(1 + more)")
      }
    }
    // Once more without those that were refused, to which an error could belong. There are boards that
    // take a configuration once.
    var refusals = 0
    for packet in taken where try await host.exchange(packet).packet.status != .ok { refusals += 1 }
    let errors = try await errors(from: host, context).count
    try context.require(
      errors <= refusals, "errors beside what was taken", expected: "at most \(refusals)",
      got: "\(errors)")
    try await context.fence(host, "each command is answered once", allowing: \.isState)
  }

  /// Asserts that a command is read: it is taken, or not refused for its size. Its status.
  private static func expectRead(
    _ command: UCIPacket, by host: UCIHost, _ context: CaseContext, _ what: String
  ) async throws -> UCIStatus? {
    let status = try await host.exchange(command).packet.status
    try context.require(
      status != nil && status != .invalidMessageSize && status != .syntaxError, what,
      expected: UCIStatus.ok.name(host), got: status?.name(host) ?? "no status")
    return status
  }

  /// The errors that a board tells beside answers: some come a while behind them, and are waited for
  /// longer where the machine stood still.
  private static func errors(
    from host: UCIHost, _ context: CaseContext
  ) async throws -> [ReceivedPacket] {
    let began = context.lab.now
    var came = try await context.listen(to: host, for: .milliseconds(200))
    let lost = context.lostTime(since: began)
    if lost > .zero { came += try await context.listen(to: host, for: lost) }
    return came.filter(\.packet.isGenericError)
  }

  /// A configuration in a message of a size: keys, which static STS does not look at, and slots.
  private static func command(of size: Int, _ session: UCISession) -> UCIPacket {
    var rest = size - UCIHeader.size - 5
    var list: [AppConfigParameter] = []
    while rest >= 40 {
      list.append(AppConfigParameter(.sessionKey, [UInt8](repeating: 0x5A, count: 32)))
      rest -= 34
    }
    // Any number from 6 on is a sum of threes and fours.
    while rest > 0 {
      let isFour = rest % 3 != 0
      list.append(
        isFour ? AppConfigParameter(.slotDuration, 2400) : AppConfigParameter(.slotsPerRR, 25))
      rest -= isFour ? 4 : 3
    }
    return session.setting(list).packet
  }

  private static func maximum(_ context: CaseContext, _ host: UCIHost) async throws -> Int {
    let list = try await host.capabilities()
    guard let value = list.value(.maxMessageSize), (1...2).contains(value.count) else {
      throw CaseEnding.skip("the board does not tell MAX_MESSAGE_SIZE")
    }
    let size = value.reversed().reduce(0) { $0 << 8 | Int($1) }
    try context.measure(CapabilityID.maxMessageSize.name, Double(size), unit: "bytes")
    guard (64...16_384).contains(size) else {
      throw CaseEnding.skip("no message of MAX_MESSAGE_SIZE, \(size) bytes, can be made")
    }
    return size
  }

  static let aboveMaximum = Case.uci(
    "UF11", "a command above the maximum size", .inferred,
    requirement:
      "A command with one byte more of payload than MAX_MESSAGE_SIZE is refused, and the "
      + "board goes on.",
    source: "AOSP (MAX_MESSAGE_SIZE); observed: DWM3001CDK, 259 bytes",
    tags: ["survival", "malformed"]
  ) { context, host in
    let size = try await maximum(context, host)
    let session = try await context.session(on: host)
    try await context.expectRefusal(
      // Makes differ in whether the size counts the header: this is too long for either.
      ofPacket: command(of: size + 1 + UCIHeader.size, session), from: host,
      "a command of one byte more than the maximum is refused",
      "the board goes on behind a command that is too long")
  }

  static let atMaximum = Case.uci(
    "UF12", "a command of the maximum size", .inferred,
    requirement: "A command of exactly MAX_MESSAGE_SIZE is read, and not refused for its size.",
    source: "AOSP (MAX_MESSAGE_SIZE); observed: DWM3001CDK, 259 bytes"
  ) { context, host in
    let size = try await maximum(context, host)
    let session = try await context.session(on: host)
    _ = try await expectRead(
      command(of: size, session), by: host, context, "a command of the maximum size is read")
    try await context.fence(host, "a command of the maximum size is answered once") { $0.isState }
  }
}
