import BootProtocols
import Runner

/// Requests of Secure DFU, and what the bootloader owes to each; no firmware is written.
enum SecureDFURequestCases {
  static let all: [Case] = [
    ping, unknown, buffer, types, firmwareFirst, size, longWrite, checksum, shortObject, receipts,
    damagedInit, otherHardware, longFrame,
  ]
  private static let source = "nRF5 SDK 17 request handler; observed: nrfutil 6.1.7"

  static let ping = Case.bootloader(
    .secureDFU, "FD01", "ping",
    requirement: "A ping is answered with its own number, whatever that is on the line.",
    source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    for number: UInt8 in [0x01, 0xC0, 0xDB, 0xDC, 0xFF] {
      let answer = try await dfu.expect(.success, for: .ping(number), "a ping is answered")
      try context.require(
        answer.payload.first == number, "a ping is answered with its number",
        expected: "\(number)", got: answer.payload.first.map { "\($0)" } ?? "nothing")
    }
  }

  static let unknown = Case.bootloader(
    .secureDFU, "FD02", "a request that does not exist",
    requirement: "An unknown request is answered with \"operation not supported\".",
    source: source, tags: ["malformed"]
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let answer = try await dfu.ask([0x55, 0xC0], opcode: 0x55, "an unknown request is answered")
    try context.require(
      answer.result == .notSupported, "an unknown request is not supported",
      expected: "\(SecureDFUResult.notSupported)", got: "\(answer.result)")
  }

  static let buffer = Case.bootloader(
    .secureDFU, "FD03", "the longest write",
    requirement: "A write as long as the MTU allows is stored, with every byte escaped.",
    source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let answer = try await dfu.expect(.success, for: .mtu, "the MTU is told")
    let mtu = Int(answer.number(0, 2) ?? 0)
    try context.require(mtu >= 19, "the MTU is told", expected: "at least 19", got: "\(mtu)")
    let bytes = Array(repeating: UInt8(0xC0), count: min(512, (mtu - 1) / 2 - 1))
    try await dfu.createCommand(bytes.count)
    try await dfu.write(bytes, parts: bytes.count)
    try await dfu.expectStored(bytes, "a write of \(bytes.count) bytes is stored")
  }

  static let types = Case.bootloader(
    .secureDFU, "FD04", "a type of object that does not exist",
    requirement: "Selecting an object of an unknown type is answered with \"unsupported type\".",
    source: source, tags: ["malformed"]
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    try await dfu.expect(
      .unsupportedType, for: .select(type: 7), "an object of an unknown type is not selected")
  }

  static let firmwareFirst = Case.bootloader(
    .secureDFU, "FD05", "firmware before its init packet",
    requirement: "Firmware is refused before an init packet was executed.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    try await dfu.createCommand(16)
    try await dfu.expect(
      .notPermitted, for: .create(type: SecureDFUObjectType.data.rawValue, size: 4096),
      "firmware before its init packet is refused")
  }

  static let size = Case.bootloader(
    .secureDFU, "FD06", "an object that is too large",
    requirement: "An object larger than the size that Select tells is refused.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let type = SecureDFUObjectType.command.rawValue
    let answer = try await dfu.expect(.success, for: .select(type: type), "the limit is told")
    let limit = answer.number(0, 4) ?? 0
    try await dfu.expectRefusal(
      of: .create(type: type, size: limit &+ 1), "an object larger than \(limit) bytes is refused")
  }

  static let longWrite = Case.bootloader(
    .secureDFU, "FD07", "more than the object takes",
    requirement: "What is written beyond the end of an object is not stored.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let bytes = FlashMaterial.bytes(12, seed: 9)
    try await dfu.createCommand(8)
    try await dfu.write(Array(bytes.prefix(8)))
    try await dfu.write(Array(bytes.suffix(4)))
    try await dfu.expectStored(
      Array(bytes.prefix(8)), "what is beyond the end of an object is not stored")
  }

  static let checksum = Case.bootloader(
    .secureDFU, "FD08", "the CRC of what has arrived",
    requirement: "The CRC is CRC-32 over everything since the object stream began.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let bytes = FlashMaterial.bytes(200, seed: 5)
    try await dfu.createCommand(bytes.count)
    try await dfu.write(Array(bytes.prefix(60)))
    try await dfu.expectStored(Array(bytes.prefix(60)), "the CRC of the first part")
    try await dfu.write(Array(bytes.dropFirst(60)))
    try await dfu.expectStored(bytes, "the CRC of both parts")
  }

  static let shortObject = Case.bootloader(
    .secureDFU, "FD09", "an object that is not whole",
    requirement: "An object of which a part is missing is not executed.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    try await dfu.createCommand(100)
    try await dfu.write(FlashMaterial.bytes(50, seed: 2))
    try await dfu.expect(
      .notPermitted, for: .execute, "an object of which a part is missing is not executed")
  }

  static let receipts = Case.bootloader(
    .secureDFU, "FD10", "receipts",
    requirement: "After as many writes as were asked for, the board tells its position unasked.",
    source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    try await dfu.expect(.success, for: .setReceiptInterval(2), "receipts are asked for")
    try await dfu.createCommand(200)
    try await dfu.write(FlashMaterial.bytes(128, seed: 4))
    let receipt = try await dfu.next()
    try context.require(
      receipt?.opcode == SecureDFUOpcode.checksum.rawValue && receipt?.number(0, 4) == 128,
      "two writes are followed by a receipt", expected: "a position of 128 bytes",
      got: receipt.map { "\($0.number(0, 4) ?? 0) bytes" } ?? "none")
    try await dfu.expect(.success, for: .setReceiptInterval(0), "receipts are ended")
  }

  static let damagedInit = Case.bootloader(
    .secureDFU, "FD11", "an invalid init packet",
    requirement: "An init packet that cannot be read is refused.", source: source,
    tags: ["malformed"]
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let what = "an init packet that cannot be read is refused"
    let result = try await dfu.execute(
      initPacket: Array(repeating: 0xFF, count: 40), what)
    try context.require(result != .success, what, expected: "a refusal", got: "\(result)")
  }

  static let otherHardware = Case.bootloader(
    .secureDFU, "FD12", "an init packet for other hardware",
    requirement: "An init packet for another hardware version is refused.", source: source
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    let what = "an init packet for other hardware is refused"
    // It is well formed, and for hardware that does not exist.
    let result = try await dfu.execute(
      initPacket: FlashMaterial.initPacket(
        for: Array(repeating: 0, count: 4096), version: 0xFFFF_FFFF, hardware: 0xFFFF), what)
    try context.require(result != .success, what, expected: "a refusal", got: "\(result)")
    // Nothing of it stays.
    try await dfu.createCommand(16)
  }

  static let longFrame = Case.bootloader(
    .secureDFU, "FD13", "a frame that is too long",
    requirement: "A frame longer than any buffer is dropped, and the next one is answered.",
    source: "RFC 1055; observed: nrfutil 6.1.7 after a broken transfer", tags: ["survival"]
  ) { context, board in
    var dfu = SecureDFUExchange(context, board)
    try await board.send(Array(repeating: 0x55, count: 4096) + [0xC0])
    let answer = try await dfu.ask(.ping(77), "a ping behind a frame that is too long is answered")
    try context.require(
      answer.payload.first == 77, "a ping behind a frame that is too long is answered",
      expected: "77", got: answer.payload.first.map { "\($0)" } ?? "nothing")
  }
}
