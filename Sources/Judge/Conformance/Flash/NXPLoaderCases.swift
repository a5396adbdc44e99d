import BootProtocols
import Journal
import Runner
import WireFormat

/// Requirements on the in-system programming of NXP's QN9090 and its relatives.
enum DK6Cases {
  static let all: [Case] = [unknown, damage, locked, image]
  private static let source = "observed: dk6prog of SPSDK 3.12.0"

  private static func ask(
    _ bytes: [UInt8], type: UInt8, _ context: CaseContext, _ board: BootloaderBoard
  ) async throws -> UInt8? {
    var loader = LoaderExchange<DK6Frame>(context, board) { bytes in
      var decoder = DK6Decoder()
      return decoder.feed(bytes).compactMap { item in
        if case .frame(let frame) = item { frame } else { nil }
      }
    }
    try await loader.send(bytes)
    return try await loader.next { $0.type == type }?.data.first
  }

  private static func name(_ status: UInt8?) -> String {
    status.map { DK6Status.words($0) } ?? "no answer"
  }

  static let unknown = Case.bootloader(
    .nxpDK6, "FK01", "a request that does not exist",
    requirement: "An unknown request is answered with \"not supported\".", source: source,
    tags: ["malformed"]
  ) { context, board in
    let status = try await ask(
      DK6Frame(type: 0x7E, data: [1]).stream, type: 0x7F, context, board)
    try context.require(
      status == DK6Status.notSupported.rawValue, "an unknown request is not supported",
      expected: name(DK6Status.notSupported.rawValue), got: name(status))
  }

  static let damage = Case.bootloader(
    .nxpDK6, "FK02", "a frame with a wrong check",
    requirement: "A frame whose CRC is wrong is answered with an error of its check.",
    source: source, tags: ["malformed"]
  ) { context, board in
    var bytes = DK6Frame(.chipIdentifier).stream
    bytes[bytes.count - 1] ^= 0x10
    let status = try await ask(
      bytes, type: DK6Command.chipIdentifier.rawValue &+ 1, context, board)
    try context.require(
      status == DK6Status.checkError.rawValue, "a frame with a wrong check is refused",
      expected: name(DK6Status.checkError.rawValue), got: name(status))
  }

  static let locked = Case.bootloader(
    .nxpDK6, "FK03", "memory before the key",
    requirement: "Memories are not opened before the key was shown.", source: source,
    needs: [.power]
  ) { context, board in
    try await board.cutPower(for: .milliseconds(100))
    let status = try await ask(
      DK6Frame(.openMemory, [0, 1]).stream, type: DK6Command.openMemory.rawValue &+ 1, context,
      board)
    try context.require(
      status.map { $0 != DK6Status.success.rawValue } ?? false,
      "memories are not opened before the key was shown", expected: "a refusal",
      got: name(status))
  }

  static let image = Case.bootloader(
    .nxpDK6, "FK04", "a whole image",
    requirement: "What was written is read back.", source: source, needs: [.rewritable],
    declared: .seconds(5)
  ) { context, board in
    let segments = try FlashMaterial.segments(for: board.description, at: 0x1_0000)
    try await context.expectSuccess(
      of: DK6Programmer(segments: segments), on: board, "the image is written and read back")
  }
}

/// Requirements on NXP's MCU bootloader.
enum MBootCases {
  static let all: [Case] = [unknown, damage, notErased, image]
  private static let source = "observed: blhost of SPSDK 3.12.0"
  private static let place: UInt32 = 0x0801_0000

  private static func exchange(
    _ context: CaseContext, _ board: BootloaderBoard
  ) -> LoaderExchange<MBootFrame> {
    LoaderExchange(context, board) { bytes in
      var decoder = MBootDecoder()
      return decoder.feed(bytes).compactMap { item in
        if case .frame(let frame) = item { frame } else { nil }
      }
    }
  }

  /// The status in a response; nil for other frames.
  private static func status(_ frame: MBootFrame?) -> UInt32? {
    guard case .command(let payload) = frame else { return nil }
    return MBootMessage(payload: payload)?.parameters.first
  }

  private static func name(_ status: UInt32?) -> String {
    status.map { MBootStatus.words($0) } ?? "no answer"
  }

  static let unknown = Case.bootloader(
    .nxpMboot, "FM01", "a command that does not exist",
    requirement: "An unknown command is answered with \"unknown command\".", source: source,
    tags: ["malformed"]
  ) { context, board in
    var loader = exchange(context, board)
    try await loader.send(
      MBootFrame.command(MBootMessage(tag: 0x7F, parameters: []).payload).stream)
    let answer = status(try await loader.next { status($0) != nil })
    try await board.send(MBootFrame.acknowledge.stream)
    try context.require(
      answer == MBootStatus.unknownCommand.rawValue, "an unknown command is refused",
      expected: name(MBootStatus.unknownCommand.rawValue), got: name(answer))
  }

  static let damage = Case.bootloader(
    .nxpMboot, "FM02", "a packet with a wrong CRC",
    requirement: "A packet whose CRC is wrong is asked for again.", source: source,
    tags: ["malformed"]
  ) { context, board in
    var loader = exchange(context, board)
    var bytes = MBootFrame.command(MBootMessage(.getProperty, [1, 0]).payload).stream
    bytes[bytes.count - 1] ^= 0x10
    try await loader.send(bytes)
    let answer = try await loader.next { _ in true }
    try context.require(
      answer == .refuse, "a packet with a wrong CRC is asked for again", expected: "NAK",
      got: answer.map { "\($0)" } ?? "no answer")
  }

  static let notErased = Case.bootloader(
    .nxpMboot, "FM03", "a write where nothing was erased", .inferred,
    requirement: "Flash that holds something is not written over without an erase.",
    source: source, needs: [.rewritable], declared: .seconds(5)
  ) { context, board in
    let segments = try FlashMaterial.segments(for: board.description, at: place)
    let options = LoaderOptions(resets: false)
    try await context.expectSuccess(
      of: MBootProgrammer(segments: segments, options: options), on: board, "an image is written")
    let address = segments.first?.address ?? place
    var loader = exchange(context, board)
    try await loader.send(
      MBootFrame.command(
        MBootMessage(.writeMemory, hasData: true, [address, 16, 0]).payload
      ).stream)
    var answer = status(try await loader.next { status($0) != nil })
    if answer == MBootStatus.success.rawValue {
      try await loader.send(
        MBootFrame.acknowledge.stream
          + MBootFrame.data(FlashMaterial.bytes(16, seed: 8)).stream)
      answer = status(try await loader.next { status($0) != nil })
    }
    try await board.send(MBootFrame.acknowledge.stream)
    try context.require(
      answer.map { $0 != MBootStatus.success.rawValue } ?? false,
      "flash that holds something is not written over", expected: "a refusal",
      got: name(answer))
  }

  static let image = Case.bootloader(
    .nxpMboot, "FM04", "a whole image",
    requirement: "What was written is read back.", source: source, needs: [.rewritable],
    declared: .seconds(5)
  ) { context, board in
    let segments = try FlashMaterial.segments(for: board.description, at: place)
    try await context.expectSuccess(
      of: MBootProgrammer(segments: segments), on: board, "the image is written and read back")
  }
}
