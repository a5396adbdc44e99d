import Boards
import BootProtocols
import Errors
import Flashing
import FoundationEssentials
import Inspection
import Links

// What a debug probe tells of the chip behind it.
extension BoardInspection {
  /// The probe through which a board's chip is read: the one that was named, else the board's own
  /// where a Nordic chip can be behind it; nil for none.
  func probeSerial(of device: USBDevice, _ match: BoardMatch?) -> String? {
    if let probe { return probe }
    let chips = match?.candidates.map(\.profile.chip.mcu.value) ?? []
    guard chips.isEmpty || chips.contains(where: { $0.hasPrefix("nRF") }) else { return nil }
    let serial = (match?.devices ?? [device]).first(where: \.isProbe)?.serial
    // It goes into a command line.
    return serial.flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? $0 : nil }
  }

  /// Reads the chip behind a probe, without halting it; where it is not taken yet, it is taken
  /// meanwhile.
  func readChip(
    _ serial: String, isTaken: Bool = false
  ) async -> Result<ChipReading, FlashError> {
    var claim: BoardClaim?
    do throws(RigError) {
      if !isTaken { claim = try BoardClaim([serial], named: serial, for: "uwbrig inspect") }
    } catch {
      return .failure(
        FlashError(
          .line, error.reason, advice: "Wait until that program is through.",
          by: .probe))
    }
    defer { claim?.release() }
    do throws(FlashError) {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let openocd = try await FoundTool.find(.openocd, searchPath: path, lab: lab)
      return .success(try await ChipReading.read(serial: serial, with: openocd, lab))
    } catch { return .failure(error) }
  }
}

extension BoardInspection {
  /// Remembers which port a chip that was read says is its own, as `boards --chips` does; gives everything
  /// that is known then. What was read now comes before what was remembered.
  func remembering(
    _ chip: NRFChip, behind probe: String, _ memory: ProbeMemory, _ inventory: USBInventory
  ) -> IdentityEvidence {
    // Devices pad the numbers of their probes.
    let probes = inventory.devices.filter { $0.isProbe && SerialNumber.matches(probe, $0) }
    let answers = probes.map { ChipSurvey.Answer(device: $0, chip: chip) }
    var memory = memory
    memory.remember(answers, in: inventory)
    FirmwareMemory.update(remark) { $0.remember(answers, in: inventory) }
    var evidence = IdentityEvidence(memory, inventory)
    for serial in probes.compactMap(\.serial) {
      evidence.nativeSerials[serial] = chip.usbSerial
      evidence.chips[serial] = chip.name
    }
    return evidence
  }
}
