import BootProtocols
import Journal
import Runner

enum SecureDFUFirmware {
  static let all: [Case] = [takesImage, wrongImage, resumes]
  private static let source = "nRF5 SDK 17 validation and request handler; observed: nrfutil 6.1.7"

  static let takesImage = Case.bootloader(
    .secureDFU, "FD14", "a whole image",
    requirement: "An image whose init packet and hash are right is taken.", source: source,
    needs: [.rewritable], declared: .seconds(4)
  ) { context, board in
    let package = try FlashMaterial.package(for: board.description)
    try await context.expectSuccess(
      of: SecureDFUProgrammer(initPacket: package.initPacket, firmware: package.firmware),
      on: board, "the image is taken")
  }

  static let wrongImage = Case.bootloader(
    .secureDFU, "FD15", "an image with another hash",
    requirement: "An image that has not the hash of its init packet is never accepted.",
    source: source, needs: [.rewritable], declared: .seconds(8)
  ) { context, board in
    let package = try FlashMaterial.package(for: board.description)
    var wrong = package.firmware
    wrong[wrong.count / 2] ^= 0x20
    try await context.expectFailure(
      of: SecureDFUProgrammer(initPacket: package.initPacket, firmware: wrong), on: board,
      "an image with another hash is refused")
    // The board is left with an image that is right.
    try await context.expectSuccess(
      of: SecureDFUProgrammer(initPacket: package.initPacket, firmware: package.firmware),
      on: board, "the right image is taken afterwards")
  }

  static let resumes = Case.bootloader(
    .secureDFU, "FD16", "a loss of power in the middle", .inferred,
    requirement: "What was executed before a loss of power is still there afterwards.",
    source: source, needs: [.rewritable, .power], declared: .seconds(5)
  ) { context, board in try await loseAndResume(context, board) }

  /// Kept apart from the case, whose closure the optimiser of Swift 6.3.1 cannot take with it.
  @inline(never)
  private static func loseAndResume(_ context: CaseContext, _ board: BootloaderBoard) async throws {
    let package = try FlashMaterial.package(for: board.description)
    let first = Array(package.firmware.prefix(4096))
    try await executeFirst(first, after: package.initPacket, context, board)
    try await board.cutPower(for: .milliseconds(500))
    try await expectHeld(first.count, context, board)
    try await context.expectSuccess(
      of: SecureDFUProgrammer(initPacket: package.initPacket, firmware: package.firmware),
      on: board, "the transfer goes on to its end")
  }

  /// Brings an init packet and the first object of its firmware onto the board.
  @inline(never)
  private static func executeFirst(
    _ first: [UInt8], after initPacket: [UInt8], _ context: CaseContext, _ board: BootloaderBoard
  ) async throws {
    var dfu = SecureDFUExchange(context, board)
    let result = try await dfu.execute(initPacket: initPacket, "the init packet is executed")
    try context.require(
      result == .success, "the init packet is executed", expected: "success", got: "\(result)")
    let data = SecureDFUObjectType.data.rawValue
    try await dfu.expect(
      .success, for: .create(type: data, size: UInt32(first.count)), "an object is created")
    try await dfu.write(first)
    try await dfu.expectStored(first, "the first object has arrived")
    try await dfu.expect(.success, for: .execute, "the first object is executed")
  }

  /// Asserts that the board still has the given number of bytes of a firmware.
  @inline(never)
  private static func expectHeld(
    _ count: Int, _ context: CaseContext, _ board: BootloaderBoard
  ) async throws {
    var dfu = SecureDFUExchange(context, board)
    let held = try await dfu.expect(
      .success, for: .select(type: SecureDFUObjectType.data.rawValue), "the position is told")
    try context.require(
      held.number(4, 4) == UInt32(count), "the first object outlives a loss of power",
      expected: "\(count) bytes", got: "\(held.number(4, 4) ?? 0) bytes")
  }
}
