import BootProtocols
import Journal
import Runner
import WireFormat

/// Requirements on the loader in the ROM of an ESP chip.
enum ESPCases {
  static let all: [Case] = [unknown, wrongChecksum, unannounced, image]
  private static let source = "Espressif serial protocol; observed: esptool 5.6.0"
  private static let place: UInt32 = 0x1_0000

  private static func exchange(
    _ context: CaseContext, _ board: BootloaderBoard
  ) -> LoaderExchange<ESPReply> {
    LoaderExchange(context, board) { bytes in
      var decoder = StreamFraming.slip.makeDecoder(limit: 1024)
      return decoder.feed(bytes).compactMap { item in
        guard case .frame(let frame) = item else { return nil }
        return ESPReply(frame: frame)
      }
    }
  }

  private static func words(_ words: UInt32...) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// FLASH_DATA with the first block of 256 bytes.
  private static func block(_ bytes: [UInt8], checksum: UInt32) -> ESPRequest {
    ESPRequest(
      .flashData, payload: words(UInt32(bytes.count), 0, 0, 0) + bytes, checksum: checksum)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(bytes.reduce(0xEF) { $0 ^ $1 })
  }

  private static func requireRefusal(
    _ reply: ESPReply?, _ what: String, _ context: CaseContext
  ) throws {
    try context.require(
      reply?.refusal() != nil, what, expected: "a refusal",
      got: reply == nil ? "no answer" : "success")
  }

  private static func programmer(_ segments: [ImageSegment]) -> ESPProgrammer {
    ESPProgrammer(
      segments: segments, reset: .byHand, options: LoaderOptions(resets: false))
  }

  static let unknown = Case.bootloader(
    .espROM, "FE01", "a command that does not exist",
    requirement: "An unknown command is refused.", source: source, tags: ["malformed"]
  ) { context, board in
    var loader = exchange(context, board)
    let request = ESPRequest(frame: [0, 0x7F, 0, 0, 0, 0, 0, 0])
    try await loader.send(request?.stream ?? [])
    let reply = try await loader.next { _ in true }
    try requireRefusal(reply, "an unknown command is refused", context)
  }

  static let wrongChecksum = Case.bootloader(
    .espROM, "FE02", "data with a wrong check sum",
    requirement: "Data whose check sum is wrong are refused.", source: source,
    needs: [.rewritable], tags: ["malformed"]
  ) { context, board in
    var loader = exchange(context, board)
    try await loader.send(
      ESPRequest(.flashBegin, payload: words(4096, 16, 256, place)).stream)
    let begun = try await loader.next { $0.command == ESPCommand.flashBegin.rawValue }
    try context.require(
      begun.map { $0.refusal() == nil } ?? false, "an area is erased for writing",
      expected: "success", got: begun == nil ? "no answer" : "a refusal")
    let bytes = FlashMaterial.bytes(256, seed: 6)
    try await loader.send(block(bytes, checksum: checksum(bytes) ^ 0x01).stream)
    let reply = try await loader.next { $0.command == ESPCommand.flashData.rawValue }
    try requireRefusal(reply, "data with a wrong check sum are refused", context)
  }

  static let unannounced = Case.bootloader(
    .espROM, "FE03", "data without an announcement", .inferred,
    requirement: "Data that no FLASH_BEGIN announced are refused.", source: source,
    needs: [.rewritable, .power]
  ) { context, board in
    try await board.cutPower(for: .milliseconds(100))
    // Found again, and its flash attached.
    try await context.expectSuccess(
      of: programmer([]), on: board, "the loader is there again")
    var loader = exchange(context, board)
    let bytes = FlashMaterial.bytes(256, seed: 7)
    try await loader.send(block(bytes, checksum: checksum(bytes)).stream)
    let reply = try await loader.next { $0.command == ESPCommand.flashData.rawValue }
    try requireRefusal(reply, "data without an announcement are refused", context)
  }

  static let image = Case.bootloader(
    .espROM, "FE04", "a whole image",
    requirement: "What was written has the MD5 that the loader tells.", source: source,
    needs: [.rewritable], declared: .seconds(5)
  ) { context, board in
    let segments = try FlashMaterial.segments(for: board.description, at: place)
    try await context.expectSuccess(
      of: programmer(segments), on: board, "the image is written and has its MD5")
  }
}
