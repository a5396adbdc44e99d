import BootProtocols
import Runner

/// Uploads over SMP, and what becomes of an image at a reset.
enum SMPImageCases {
  static let all: [Case] = [
    withoutLength, noImage, tooLong, otherOffset, upload, trial, confirmation,
  ]
  private static let source =
    "Zephyr MCUmgr image group; MCUboot design; observed: smpmgr 0.19.1"

  /// A reset, behind which an image runs.
  private static func restart(into hash: [UInt8]) -> [SMPProgrammer.Step] {
    [
      .reset, .reconnect(microseconds: 30_000_000), .requireActive(hash: hash),
    ]
  }

  /// Has the board forget an upload that was not finished.
  private static func begin(
    _ context: CaseContext, _ board: BootloaderBoard
  ) async throws -> (SMPExchange, [UInt8]) {
    var smp = SMPExchange(context, board)
    let running = try await smp.running()
    let image = try FlashMaterial.mcubootImage(for: board.description, otherThan: running)
    _ = try await smp.ask(
      .write, SMPCommand.imageGroup, SMPCommand.imageErase, .map(["slot": CBORValue(1)]),
      "the free slot is erased")
    return (smp, image)
  }

  static let withoutLength = Case.bootloader(
    .mcubootSMP, "FS10", "an upload without its length",
    requirement: "An upload that begins without its length is refused.", source: source,
    needs: [.rewritable], tags: ["malformed"], declared: .seconds(5)
  ) { context, board in
    var (smp, image) = try await begin(context, board)
    try await smp.expectRefusal(
      of: image.prefix(200), "an upload without its length is refused")
  }

  static let noImage = Case.bootloader(
    .mcubootSMP, "FS11", "an upload that is not an image",
    requirement: "An upload that does not begin with the magic number of an image is refused.",
    source: source, needs: [.rewritable], tags: ["malformed"], declared: .seconds(5)
  ) { context, board in
    var (smp, image) = try await begin(context, board)
    try await smp.expectRefusal(
      of: Array(repeating: 0x11, count: 200), length: image.count,
      "an upload that is not an image is refused")
  }

  static let tooLong = Case.bootloader(
    .mcubootSMP, "FS12", "an upload that is too long",
    requirement: "An upload longer than the slot is refused before anything is written.",
    source: source, needs: [.rewritable], declared: .seconds(5)
  ) { context, board in
    var (smp, image) = try await begin(context, board)
    try await smp.expectRefusal(
      of: image.prefix(200), length: 16 << 20, "an upload longer than the slot is refused")
  }

  static let otherOffset = Case.bootloader(
    .mcubootSMP, "FS13", "a part from elsewhere",
    requirement: "A part that is not the next one is not written, and the next offset is told.",
    source: source, needs: [.rewritable], declared: .seconds(5)
  ) { context, board in
    var (smp, image) = try await begin(context, board)
    try await smp.expectNext(
      200, after: image.prefix(200), at: 0, length: image.count, "an upload begins")
    try await smp.expectNext(
      200, after: image[1000..<1200], at: 1000, "a part that is not the next one is not written")
  }

  static let upload = Case.bootloader(
    .mcubootSMP, "FS14", "a whole image",
    requirement: "An image that was uploaded is listed with its hash.", source: source,
    needs: [.rewritable], declared: .seconds(10)
  ) { context, board in
    let (smp, image) = try await begin(context, board)
    try await context.expectSuccess(
      of: smp.programmer([.upload(image)]), on: board, "the image is uploaded")
  }

  static let trial = Case.bootloader(
    .mcubootSMP, "FS15", "an image on trial",
    requirement: "An image on trial runs after a reset, and goes back at the next one.",
    source: source, needs: [.rewritable], declared: .seconds(20)
  ) { context, board in
    var (smp, image) = try await begin(context, board)
    let before = try await smp.running()
    let hash = SMPImage(image)?.hash ?? []
    try await context.expectSuccess(
      of: smp.programmer([.upload(image), .test(hash: hash)] + restart(into: hash)),
      on: board, "the image on trial runs after a reset")
    try await context.expectSuccess(
      of: smp.programmer(restart(into: before)), on: board,
      "the image before runs again after the next reset")
  }

  static let confirmation = Case.bootloader(
    .mcubootSMP, "FS16", "an image that is confirmed",
    requirement: "An image that was confirmed stays over a reset.", source: source,
    needs: [.rewritable], declared: .seconds(20)
  ) { context, board in
    let (smp, image) = try await begin(context, board)
    let hash = SMPImage(image)?.hash ?? []
    try await context.expectSuccess(
      of: smp.programmer(
        [.upload(image), .test(hash: hash)] + restart(into: hash)
          + [.confirm(hash: nil)]), on: board, "the image runs and is confirmed")
    try await context.expectSuccess(
      of: smp.programmer(restart(into: hash)), on: board,
      "the confirmed image stays over a reset")
  }
}
