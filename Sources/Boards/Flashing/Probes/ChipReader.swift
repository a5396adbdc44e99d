import Boards
import FirmwareImages
import FoundationEssentials
public import LabRuntime

extension ChipReading {
  /// Reads what a chip says of itself, and the images that it holds, through a debug probe by
  /// OpenOCD.
  ///
  /// - Throws: ``FlashError`` where the probe or the chip does not answer, or is none of Nordic's.
  public static func read(
    serial: String, with openocd: FoundTool, _ lab: Lab
  ) async throws(FlashError) -> ChipReading {
    let command = OpenOCDSession.reading(
      openocd.path, SerialNumber.normalized(serial, vendor: SerialNumber.segger), speed: 4000)
    let session = try await OpenOCDSession.connected(lab, command)
    defer { session.close() }
    let reading = try await ChipReader(session).read()
    _ = try? await session.ask("shutdown", within: .seconds(5), isTouched: false)
    return reading
  }
}

/// A chip that is read over its bus.
private struct ChipReader {
  private let session: OpenOCDSession

  init(_ session: OpenOCDSession) { self.session = session }

  func read() async throws(FlashError) -> ChipReading {
    let first = try await register(1, 0xFC)
    let second = try await register(2, 0xFC)
    guard let family = ChipFamily(identifiers: first, second) else {
      throw FlashError(
        .refused, "the chip behind the probe is no nRF52 and no nRF53",
        advice: "Is it the right probe? Nothing was changed.", by: .probe)
    }
    var reading = ChipReading()
    guard try await register(family.controls, 0x0C) & 1 == 1 else { return reading }
    let chip = try await identify(family)
    reading.chip = chip
    let words = try await words(0, 2)
    reading.vectors = .init(words[0], words[1], chip: chip)
    for address in ChipReading.slotAddresses where Int(address) < chip.flash << 10 {
      if let slot = try await slot(address, chip) { reading.slots.append(slot) }
    }
    return reading
  }

  private func identify(_ family: ChipFamily) async throws(FlashError) -> NRFChip {
    var found: [UInt32] = []
    let chip: NRFChip?
    switch family {
    case .nRF52:
      for (address, count) in NRFChip.spans { found += try await words(address, count) }
      chip = NRFChip(found)
    case .nRF53:
      for (address, count) in NRFChip.applicationCoreSpans {
        found += try await words(address, count)
      }
      // While the network core is off, its memory may not be there.
      let span = NRFChip.networkCoreSpan
      let network = try? await words(span.address, span.words)
      chip = NRFChip(applicationCore: found, networkCore: network ?? [])
    }
    guard let chip else {
      throw FlashError(
        .refused, "what the chip behind the probe reports makes no sense",
        advice: "Take the board's power away, give it back, and ask again.", by: .probe)
    }
    return chip
  }

  /// The image whose header is at an address; nil where there is none.
  private func slot(_ address: UInt32, _ chip: NRFChip) async throws(FlashError) -> ChipReading
    .Slot?
  {
    let header = try await bytes(address, 32)
    guard header.starts(with: [0x3D, 0xB8, 0xF3, 0x96]) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int {
      header[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let version = MCUbootVersion(
      header[20], header[21], UInt16(number(22, 2)), build: UInt32(number(24, 4)))
    var slot = ChipReading.Slot(address: address, version: version.description)
    // Header, program and protected entries; then the entries that say how long they are.
    let start = Int(address)
    let end = start + number(8, 2) + number(12, 4) + number(10, 2)
    guard end + 4 <= chip.flash << 10 else { return slot }
    let entries = try await bytes(UInt32(end), 4)
    guard entries[0] == 0x07, entries[1] == 0x69 else { return slot }
    let whole = end - start + Int(entries[2]) + Int(entries[3]) << 8
    guard start + whole <= chip.flash << 10 else { return slot }
    let image = try await memory(address, whole)
    if let image = try? MCUbootImage(image, address: start) { slot.take(image) }
    return slot
  }

  // MARK: The bus

  private func register(_ port: Int, _ offset: Int) async throws(FlashError) -> UInt32 {
    try await session.numbers(
      "chip.dap apreg \(port) \(offset)", isTouched: false, doing: "asking which chip it is"
    ).first ?? 0
  }

  private func words(_ address: UInt32, _ count: Int) async throws(FlashError) -> [UInt32] {
    try await read(address, bits: 32, count)
  }

  private func bytes(_ address: UInt32, _ count: Int) async throws(FlashError) -> [UInt8] {
    try await read(address, bits: 8, count).map { UInt8(truncatingIfNeeded: $0) }
  }

  private func read(
    _ address: UInt32, bits: Int, _ count: Int
  ) async throws(FlashError) -> [UInt32] {
    let place = "0x" + String(address, radix: 16)
    let found = try await session.numbers(
      "read_memory \(place) \(bits) \(count)", isTouched: false, doing: "reading \(place)")
    guard found.count == count else {
      throw FlashError(
        .refused, "OpenOCD read \(found.count) of \(count) words at \(place)",
        advice: "Ask again; if it happens again, read with another version of OpenOCD.", by: .probe)
    }
    return found
  }

  private func memory(_ address: UInt32, _ count: Int) async throws(FlashError) -> [UInt8] {
    let file = session.folder.path("slot.bin")
    _ = try await session.perform(
      "dump_image {\(file)} \(address) \(count)", within: .seconds(120), isTouched: false,
      doing: "reading an image")
    return FileManager.default.contents(atPath: file).map(Array.init) ?? []
  }
}
