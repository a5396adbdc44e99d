import Boards
import Errors

/// Finds a board again that has left its application and comes back as its bootloader, under another
/// product or even vendor, and never takes another board for it.
///
/// A device is the board when it has the board's serial number, wherever it is plugged in; and when
/// it hangs at the board's own port and nothing contradicts: neither a serial number of the same
/// vendor's that is another one, nor the rule of the profile.
struct BootloaderSearch: Equatable, Sendable {
  let before: USBDevice
  /// The profile's rule for the bootloader's USB device; nil where it has none of its own.
  let rule: BoardProfile.MatchRule?
  /// Whether the device that was there before does not count any more.
  let leaves: Bool

  /// The bootloader, or nil when it is not there yet.
  ///
  /// - Throws: ``RigError`` `changed` when another board is in the port of this one, `ambiguous`
  ///   when two devices could be it.
  func find(in inventory: USBInventory) throws(RigError) -> USBDevice? {
    var found: [USBDevice] = []
    for device in inventory.devices where isNew(device) {
      switch kinship(of: device) {
      case .stranger: continue
      case .same: if rule?.fits(device) ?? true { found.append(device) }
      case .anotherBoard:
        throw RigError(
          .changed,
          reason: "another board is plugged into path=\(before.path) now: \(device.summary)",
          advice: "Nothing was written to it. Plug in the board that was there before")
      }
    }
    guard found.count < 2 else {
      throw RigError(
        .ambiguous,
        reason:
          "\(found.count) devices could be the bootloader of the board at path=\(before.path): "
          + found.map(\.summary).joined(separator: "; "),
        advice: "Nothing was written. Unplug the others, and flash again")
    }
    return found.first
  }

  private enum Kinship { case stranger, same, anotherBoard }

  private func kinship(of device: USBDevice) -> Kinship {
    let (old, new) = (before.normalizedSerial, device.normalizedSerial)
    if let old, let new, old == new { return .same }
    guard device.path == before.path else { return .stranger }
    // Two vendors number differently (an application of the maker's, a bootloader of the chip's).
    if old != nil, new != nil, device.vendor == before.vendor { return .anotherBoard }
    return .same
  }

  private func isNew(_ device: USBDevice) -> Bool {
    guard !device.isHub else { return false }
    guard leaves, device.path == before.path else { return true }
    return device.address != before.address || device.product != before.product
  }
}
