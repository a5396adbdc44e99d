import BootProtocols
import FirmwareImages
import FoundationEssentials
import LabRuntime
import WireFormat

/// A flash by OpenOCD, piece by piece, so that it can be said how far it is.
struct OpenOCDProgrammer {
  /// Bytes of a piece; OpenOCD starts its loader anew for each.
  private static let writePiece = 16 << 10
  private static let verifyPiece = 64 << 10

  private let plan: ProbePlan
  private let session: OpenOCDSession
  private var isTouched = false
  /// What was read out before it was erased.
  private(set) var copies: [PageCopy] = []

  init(_ plan: ProbePlan, _ session: OpenOCDSession) {
    self.plan = plan
    self.session = session
  }

  /// Finds the chip, looks whether it is the right one, and says what it is.
  mutating func attach(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> NRFChip {
    isTouched = try await Self.open(session, recovers: plan.options.recovers, report)
    let chip = try await Self.identify(session, isTouched: isTouched)
    guard plan.target.chip.name.lowercased() == chip.name.lowercased() else {
      throw FlashError(
        .refused,
        "the chip behind probe \(plan.target.serial) is an \(chip.name), not an "
          + plan.target.chip.name,
        advice: "Is it the right probe? Nothing was written.", imageTouched: isTouched, by: .probe)
    }
    return chip
  }

  /// Looks whether the chip is locked and, where it is and that is asked for, erases and opens it.
  ///
  /// - Returns: whether everything on the chip was erased.
  @discardableResult
  static func open(
    _ session: OpenOCDSession, recovers: Bool, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    let access = "[[target current] cget -dap] apreg 1"
    let open = try await session.perform(
      "expr {[\(access) 0xc] & 1}", isTouched: false, doing: "asking whether the chip is locked")
    guard open.hasPrefix("0") else { return false }
    guard recovers else {
      throw FlashError(
        .locked, "the chip is locked against debugging (APPROTECT)",
        advice: "Flash with --recover to erase the whole chip and open it: application, "
          + "bootloader, calibration, configuration and UICR are lost.", by: .probe)
    }
    report(.remark("the chip is locked: everything on it is erased now"))
    _ = try await session.perform(
      "nrf52_recover", within: .seconds(30), isTouched: true, doing: "recovering the chip")
    let isOpen = try await session.perform(
      "expr {[\(access) 0xc] & 1}", isTouched: true, doing: "asking whether the chip is open")
    guard isOpen.hasPrefix("1") else {
      throw FlashError(
        .locked, "the chip was erased and is still locked",
        advice: "Take the board's power away, give it back, and flash again with --recover.",
        imageTouched: true, by: .probe)
    }
    return true
  }

  /// FICR and UICR, read without halting the chip.
  static func identify(
    _ session: OpenOCDSession, isTouched: Bool
  ) async throws(FlashError) -> NRFChip {
    var words: [UInt32] = []
    for (address, count) in NRFChip.spans {
      words += try await session.numbers(
        "read_memory 0x\(String(address, radix: 16)) 32 \(count)", isTouched: isTouched,
        doing: "reading who the chip is")
    }
    guard let chip = NRFChip(words) else {
      throw FlashError(
        .refused, "the chip behind the probe is no nRF52",
        advice: "Is it the right probe? Nothing was written.", imageTouched: isTouched, by: .probe)
    }
    return chip
  }

  /// Writes the image and proves that it is there; false where it was there already and nothing was
  /// written.
  mutating func program(
    _ chip: NRFChip, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> Bool {
    if plan.options.skipsIfThere, !isTouched, try await isThere() {
      _ = try await ask("reset run", "starting the application")
      _ = try? await session.ask("shutdown", within: .seconds(5), isTouched: false)
      return false
    }
    try await backUp(report)
    _ = try await ask("reset halt", "halting the chip")
    try await erase(report)
    try await write(chip, report)
    if plan.options.verifies { try await verify(report) }
    _ = try await ask("reset run", "starting the application")
    _ = try? await session.ask("shutdown", within: .seconds(5), isTouched: isTouched)
    return true
  }

  /// Whether the chip holds every byte of the image, by the checksum that proves a flash.
  private func isThere() async throws(FlashError) -> Bool {
    _ = try await ask("reset halt", "halting the chip")
    for (address, bytes) in pieces(of: Self.verifyPiece) {
      let file = try session.folder.write(bytes, to: "piece.bin")
      let (isSame, _) = try await session.ask(
        "verify_image {\(file)} \(address) bin", within: .seconds(120), isTouched: false)
      guard isSame else { return false }
    }
    return true
  }

  /// Copies of what is about to be lost, in files that are there before anything is erased.
  private mutating func backUp(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    for area in plan.lost where !isTouched {
      // Where only its owner can read it, and then to its place.
      let copy = session.folder.path("backup.bin")
      _ = try await ask(
        "dump_image {\(copy)} \(area.range.lowerBound) \(area.range.count)",
        "reading \(area.name) out")
      let contents = FileManager.default.contents(atPath: copy) ?? Data()
      guard contents.count == area.range.count else {
        throw FlashError(
          .tool, "OpenOCD read \(contents.count) of \(area.range.count) bytes of \(area.name)",
          advice: "Flash again; nothing was erased.", by: .probe)
      }
      let page = PageCopy(area: area, bytes: Array(contents))
      try page.keep(behind: plan.target.serial, in: plan.options.backupFolder, report)
      copies.append(page)
    }
  }

  private mutating func erase(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    isTouched = true
    if plan.options.erase == .all {
      let total = plan.target.chip.flash.count
      report(.progress(BootProgress(phase: "erase", done: 0, total: total)))
      _ = try await ask("nrf5 mass_erase", "erasing the chip", within: .seconds(60))
      report(.progress(BootProgress(phase: "erase", done: total, total: total)))
      return
    }
    let runs = plan.pages
    let total = runs.reduce(0) { $0 + $1.count }
    var done = 0
    for run in runs {
      for start in stride(from: run.lowerBound, to: run.upperBound, by: Self.verifyPiece) {
        let count = min(Self.verifyPiece, run.upperBound - start)
        report(.progress(BootProgress(phase: "erase", done: done, total: total)))
        _ = try await ask("flash erase_address \(start) \(count)", "erasing the flash")
        done += count
      }
    }
    report(.progress(BootProgress(phase: "erase", done: done, total: total)))
  }

  private func write(
    _ chip: NRFChip, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    var done = 0
    for (address, bytes) in pieces(of: Self.writePiece) {
      report(.progress(BootProgress(phase: "write", done: done, total: plan.bytes)))
      if !plan.target.chip.flash.contains(address), try await holds(address, bytes) {
        done += bytes.count
        continue
      }
      let file = try session.folder.write(bytes, to: "piece.bin")
      _ = try await ask("flash write_image {\(file)} \(address) bin", "writing the flash")
      done += bytes.count
    }
    report(.progress(BootProgress(phase: "write", done: done, total: plan.bytes)))
    // A build that locks itself would do so at the reset that ends a recovery.
    let protection = 0x1000_1208
    if plan.options.recovers, chip.isHardened, chip.protection == 0xFFFF_FFFF,
      !plan.image.contents.touches(protection..<(protection + 4))
    {
      let file = try session.folder.write([0x5A, 0xFF, 0xFF, 0xFF], to: "piece.bin")
      _ = try await ask("flash write_image {\(file)} \(protection) bin", "keeping the chip open")
    }
  }

  /// Registers of UICR only go from 1 to 0: those that are right already are left alone.
  private func holds(_ address: Int, _ bytes: [UInt8]) async throws(FlashError) -> Bool {
    let there = try await session.numbers(
      "read_memory \(address) 8 \(bytes.count)", isTouched: isTouched, doing: "reading UICR")
    guard there.count == bytes.count else { return false }
    let pairs = zip(there, bytes)
    if pairs.allSatisfy({ $0 == UInt32($1) }) { return true }
    guard pairs.allSatisfy({ $0 & UInt32($1) == UInt32($1) }) else {
      throw FlashError(
        .refused,
        "UICR at 0x\(String(address, radix: 16)) holds other values, which only erasing it changes",
        advice: "Flash with --erase all, or leave UICR out of the image.", imageTouched: isTouched,
        by: .probe)
    }
    return false
  }

  private func verify(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    var done = 0
    for (address, bytes) in pieces(of: Self.verifyPiece) {
      report(.progress(BootProgress(phase: "verify", done: done, total: plan.bytes)))
      let file = try session.folder.write(bytes, to: "piece.bin")
      let (isDone, result) = try await session.ask(
        "verify_image {\(file)} \(address) bin", within: .seconds(120), isTouched: isTouched)
      guard isDone else {
        throw ProbeFailure.error(
          .openocd, status: 1, lines: session.log.suffix(12) + [result, "verify failed"],
          isTouched: isTouched, doing: "verifying 0x\(String(address, radix: 16))")
      }
      done += bytes.count
    }
    report(.progress(BootProgress(phase: "verify", done: done, total: plan.bytes)))
  }

  /// The image in pieces that end where a multiple of their size does.
  private func pieces(of size: Int) -> [(address: Int, bytes: [UInt8])] {
    var pieces: [(Int, [UInt8])] = []
    for segment in plan.image.contents.segments {
      var start = segment.range.lowerBound
      while start < segment.range.upperBound {
        let end = min(segment.range.upperBound, (start / size + 1) * size)
        let offset = start - segment.range.lowerBound
        pieces.append((start, Array(segment.bytes[offset..<(offset + end - start)])))
        start = end
      }
    }
    return pieces
  }

  private func ask(
    _ command: String, _ what: String, within limit: Duration = .seconds(60)
  ) async throws(FlashError) -> String {
    try await session.perform(command, within: limit, isTouched: isTouched, doing: what)
  }
}
