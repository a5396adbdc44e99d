import Boards
import BootProtocols
import LabRuntime

/// That a debug probe leads to the chip of the board that is meant: a probe can be moved to another
/// board at any time. The chip's address, read through the probe, is the serial number of its own
/// USB port.
struct ChipProof: Equatable, Sendable {
  let probe: String
  /// The chip's address, as its USB port shows it.
  let port: String
  /// The chip, where its kind was read in an earlier call; nil where nothing hangs on that.
  let chip: String?
  /// Whether nothing may be written while the chip cannot be read: only an earlier call says
  /// that the probe leads there.
  let isRequired: Bool

  /// What has to be proved of a board that is reached so; nil where the probe itself was named, and
  /// nothing that was remembered decides anything.
  init?(
    _ access: AttachedAccess, _ request: FlashRequest, isNamed: Bool, _ device: USBDevice,
    _ memory: ProbeMemory,
    _ inventory: USBInventory
  ) {
    guard access.isByProbe, let serial = access.probe else { return nil }
    let probe = SerialNumber.normalized(serial, vendor: SerialNumber.segger)
    if request.probe != nil, !device.isProbe {
      // A number is soon mistyped, and another board behind it.
      guard device.isChipsOwnPort, let port = device.normalizedSerial else { return nil }
      (self.probe, self.port, chip, isRequired) = (probe, port, nil, false)
      return
    }
    // A user who names the probe and the kind of board has looked at them.
    guard request.probe == nil, !(device.isProbe && isNamed),
      let pair = memory.pairs(in: inventory).first(where: { $0.probe == probe })
    else { return nil }
    (self.probe, port, chip, isRequired) = (probe, pair.port, pair.chip, true)
  }

  /// Reads the chip, without halting it.
  ///
  /// - Parameter profile: the profile by which the board is flashed.
  /// - Throws: ``FlashError`` `refused` where it is another chip, or it must be known and is not.
  func check(_ lab: Lab, searchPath: String, profile: String) async throws(FlashError) {
    let read: ChipReading
    do throws(FlashError) {
      let openocd = try await FoundTool.find(.openocd, searchPath: searchPath, lab: lab)
      read = try await ChipReading.read(serial: probe, with: openocd, lab)
    } catch {
      if error.code == .interrupted { throw error }
      return try unread("the chip cannot be read: \(error.message)", profile)
    }
    guard let found = read.chip else {
      return try unread("the chip is locked (APPROTECT)", profile)
    }
    guard found.usbSerial == port, chip == nil || chip == found.name else {
      let seen = "an \(found.name) with the address of \(found.usbSerial ?? "no board")"
      throw FlashError(
        .refused,
        "another chip is behind probe \(probe): \(seen), not the one of \(port)",
        advice: "Nothing was written. `uwbrig boards --chips` reads the chips again.",
        by: .probe)
    }
  }

  private func unread(_ why: String, _ profile: String) throws(FlashError) {
    guard isRequired else { return }
    throw FlashError(
      .refused,
      "that probe \(probe) still leads to this board is known from an earlier call only, and \(why)",
      advice: "Look at the board, and name the probe and the kind of board: uwbrig flash "
        + "serial=\(probe) IMAGE --profile \(profile)", by: .probe)
  }
}
