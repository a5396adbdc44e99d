import Boards
public import Flashing
import WireFormat

extension ChannelReport {
  /// What was read of a chip through a debug probe, or why it was not.
  public static func chip(
    behind probe: String, _ answer: Result<ChipReading, FlashError>
  ) -> ChannelReport {
    let place = "probe \(probe)"
    switch answer {
    case .failure(let error):
      return ChannelReport(
        .chip, at: place, [], failure: Failure(error.message, advice: error.advice))
    case .success(let reading):
      guard let chip = reading.chip else {
        return ChannelReport(
          .chip, at: place, [InspectedItem("protection", "locked")],
          failure: Failure(
            "the chip is locked against debugging (APPROTECT), so nothing of it can be read",
            advice: "uwbrig flash --recover opens it, and erases everything on it."))
      }
      return ChannelReport(.chip, at: place, items(chip) + items(reading))
    }
  }

  private static func items(_ chip: NRFChip) -> [InspectedItem] {
    [
      InspectedItem(
        "chip", chip.name,
        parts: [
          InspectedItem("variant", chip.variant), InspectedItem("package", chip.package),
          InspectedItem("flash", "\(chip.flash)", unit: "KiB"),
          InspectedItem("page", "\(chip.pageSize)", unit: "bytes"),
          InspectedItem("ram", "\(chip.ram)", unit: "KiB"),
        ].compactMap(\.self)),
      InspectedItem("device id", chip.deviceID.hexadecimal),
      InspectedItem(
        "Bluetooth address",
        chip.addressText.map { $0 + (chip.addressIsRandom ? " (random)" : " (public)") }),
      InspectedItem("USB serial number", chip.usbSerial),
      InspectedItem("protection", chip.protectionText),
      InspectedItem(
        "Nordic bootloader", chip.bootloader.map { Hexadecimal.number($0) } ?? "none"),
      InspectedItem("reset pin", chip.resetPin.map { "P0.\($0)" } ?? "none"),
    ].compactMap(\.self)
  }

  private static func items(_ reading: ChipReading) -> [InspectedItem] {
    let start: InspectedItem? =
      switch reading.vectors {
      case .erased: InspectedItem("flash at 0", "erased")
      case .table(let stack, let entry):
        InspectedItem(
          "flash at 0", "a program",
          parts: [
            InspectedItem("stack", Hexadecimal.number(stack)),
            InspectedItem("entry", Hexadecimal.number(entry & ~1)),
          ])
      case .senseless(let first, let second):
        InspectedItem(
          "flash at 0",
          "no program: \(Hexadecimal.number(first)) \(Hexadecimal.number(second))")
      case nil: nil
      }
    return [start].compactMap(\.self)
      + reading.slots.map { slot in
        InspectedItem(
          "MCUboot image at \(Hexadecimal.number(slot.address))", slot.version,
          parts: [
            InspectedItem("size", slot.size.map { "\($0)" }, unit: "bytes"),
            InspectedItem("hash", slot.hash.map(Hexadecimal.encode)),
            InspectedItem(
              "contents",
              slot.isIntact.map { $0 ? "as the hash says" : "not what the hash says" }),
            InspectedItem("signature", slot.signature ?? "none"),
          ].compactMap(\.self))
      }
  }
}
