import Boards
import Errors
import LabRuntime
import Links

/// Brings one board into its bootloader and finds it there, and no other board.
struct BoardEntrance: Sendable {
  let lab: Lab
  /// What opens the board's link.
  let source: any LinkSource
  let port: (any IdentifiedPort)?
  let entry: BootloaderEntry
  /// The bootloader's USB device, as the board's profile describes it.
  let part: BoardProfile.Part?

  /// How long a board may be away on its way from the application to the bootloader.
  static let patience = Duration.seconds(15)

  /// The bootloader's line, once the board is there.
  ///
  /// - Throws: ``FlashError``; nothing was written.
  func line(
    _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> any LinkSource {
    guard let port else {
      guard entry != .usbDetach else { throw needsIdentity }
      try await perform()
      // Behind this line no board can be told from another: it is the same line again.
      return source
    }
    let device = try await self.device(report)
    let offer = loader?.ports.first { $0.role == .loader }
    return port.following(device, interface: offer?.interface, offer)
  }

  /// The device as it is, for a board that is in its bootloader already.
  func deviceNow() throws(FlashError) -> USBDevice {
    guard let port else { throw needsIdentity }
    do throws(RigError) { return try port.device() } catch {
      throw FlashError(error)
    }
  }

  func device(_ report: (LineSession.Report) -> Void) async throws(FlashError) -> USBDevice {
    let before = try deviceNow()
    let isThere = loader?.match.fits(before) ?? false
    if isThere || entry == .usbDetach && USBDetach.isDetached(before) {
      report(.note("the board is in its bootloader already: \(before.summary)"))
      return before
    }
    if entry == .usbDetach { try USBDetach.perform(on: before) } else { try await perform() }
    let leaves = entry == .usbDetach || EntrySequence(entry).leavesPort
    let search = BootloaderSearch(before: before, rule: loader?.match, leaves: leaves)
    let end = lab.now.advanced(by: Self.patience)
    while lab.now < end {
      do throws(RigError) {
        if let found = try search.find(in: port?.tree.snapshot() ?? USBInventory([])) {
          report(.note("the bootloader is \(found.summary)"))
          return found
        }
      } catch {
        throw FlashError(
          .line, error.reason,
          advice: error.advice.isEmpty ? "Connect the board and flash again." : error.advice + ".")
      }
      try await lab.pause(.milliseconds(100), "the bootloader of \(source.name)")
    }
    throw FlashError(
      .noAnswer,
      "the board did not come back as a bootloader in \(Self.patience.components.seconds) s",
      advice: "Bring it there by hand (often by its reset button, twice), and flash again with "
        + "--enter by-hand.")
  }

  /// What the profile says of the bootloader's USB device, where that is another one than the
  /// application's: a port for a loader, or no port at all (DFU, a drive).
  private var loader: BoardProfile.Part? {
    guard let part, part.ports.isEmpty || part.ports.contains(where: { $0.role == .loader }) else {
      return nil
    }
    return part
  }

  private func perform() async throws(FlashError) {
    let link: any Link
    do throws(RigError) { link = try await source.open() } catch {
      throw FlashError(error)
    }
    defer { link.close() }
    try await EntrySequence(entry).perform(lab, on: link)
    link.close()
    // What the chip needs to be its bootloader.
    try await lab.pause(.milliseconds(300), "\(source.name) to reset")
  }

  private var needsIdentity: FlashError {
    FlashError(
      .refused, "\(source.name) does not say which USB device the board is",
      advice: "Give the board a link by its serial number in the rig file: "
        + "link: \"usb:serial=F1498C5AB09C,interface=0\".")
  }
}
