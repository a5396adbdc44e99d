import Boards
import BootProtocols
import Errors
import FirmwareImages
import LabRuntime
import Notation
import WireFormat

/// What is going to be done to a device over USB DFU, plain or with ST's extension, before anything
/// is touched.
struct DFUPlan: Sendable {
  let image: FirmwareImage
  /// Whether what was written is read back, where the device gives it.
  let verifies: Bool

  /// Plans to write an image.
  ///
  /// - Throws: ``FlashError`` `image` for one that cannot be written this way.
  init(_ image: FirmwareImage, verifies: Bool = true) throws(FlashError) {
    self.image = image
    self.verifies = verifies
    guard !image.contents.isEmpty else {
      throw FlashError(
        .image,
        "\(image.name) (\(image.format.name)) cannot be written by USB DFU: there is "
          + "nothing in it for one memory",
        advice: "Give the .dfu, HEX, ELF or BIN file of the build.")
    }
  }

  /// Carries the plan out on a device that was found by its identity.
  func perform(
    _ lab: Lab, on device: some DFUConnection, report: (LineSession.Report) -> Void
  ) async throws(FlashError) {
    try check(device)
    let setting = try setting(of: device)
    guard await device.select(setting) else {
      throw FlashError(
        .line, "USB: the device's DFU interface cannot be taken",
        advice: "End the program that has it, or see: uwbrig doctor.")
    }
    report(
      .note(
        "alternate setting \(setting.alternate)"
          + (setting.name.isEmpty ? "" : ": \(PrintableText.escaped(setting.name))")))
    var host = DFUHost(
      segments: image.contents.segments, descriptor: setting.descriptor, memory: setting.memory,
      verifies: verifies)
    var isTouched = false
    var actions = host.begin()
    while true {
      var result: DFUTransferResult?
      for action in actions {
        switch action {
        case .transfer(let transfer):
          if Task.isCancelled { throw FlashError.interrupted(isTouched) }
          // A device that erases as it is written has lost its image with the first block.
          if transfer.request == .download, !transfer.data.isEmpty { isTouched = true }
          result = await device.perform(transfer)
        case .pause(let microseconds):
          try await lab.pause(
            .microseconds(max(0, microseconds)), "a pause that the device asked for",
            isTouched: isTouched)
        case .resetBus: await device.resetBus()
        case .progress(let progress): report(.progress(progress))
        case .finished: return
        case .failed(let failure): throw FlashError(failure)
        }
      }
      guard let done = result else {
        throw FlashError(
          .refused, "the download came to no end", advice: "Flash again.", imageTouched: isTouched)
      }
      actions = host.completed(done)
    }
  }

  /// Whether what was written is proved, on this device.
  func isProved(on device: some DFUConnection) -> Bool {
    guard verifies, let setting = try? setting(of: device) else { return false }
    let descriptor = setting.descriptor
    return descriptor.canUpload && (descriptor.isDfuSe || descriptor.survivesManifestation)
  }

  private func check(_ device: some DFUConnection) throws(FlashError) {
    guard let suffix = image.suffix else { return }
    let fits =
      (suffix.vendor == 0xFFFF || suffix.vendor == device.vendor)
      && (suffix.product == 0xFFFF || suffix.product == device.product)
    guard !fits else { return }
    throw FlashError(
      .image,
      "\(image.name) is for the device \(suffix.vendor.hexadecimal):\(suffix.product.hexadecimal), and this is "
        + "\(device.vendor.hexadecimal):\(device.product.hexadecimal)",
      advice: "Is it the file for this board?")
  }

  /// The setting whose memory the image is for; of a plain device, its only one.
  private func setting(of device: some DFUConnection) throws(FlashError) -> DFUSetting {
    let settings = device.settings.filter { !$0.isRuntime }
    guard let first = settings.first else {
      throw FlashError(
        .refused, "the device runs its application and is not in DFU mode",
        advice: "Flash with --enter usb-detach, or hold its boot button while you plug it in.")
    }
    if case .dfuSe(let file) = image.detail, file.targets.count == 1,
      let meant = settings.first(where: { $0.alternate == file.targets[0].alternate })
    {
      return meant
    }
    guard first.descriptor.isDfuSe, let address = image.contents.segments.first?.address else {
      guard settings.count > 1 else { return first }
      // A plain device with several memories: only a name could tell them apart.
      return settings.first { $0.name.lowercased().contains("flash") } ?? first
    }
    guard let holder = settings.first(where: { $0.memory?.sector(around: address) != nil }) else {
      throw FlashError(
        .image,
        "the device has no memory at 0x\(String(address, radix: 16)), where \(image.name) begins",
        advice: image.baseIsAssumed
          ? "Give the address: --base 0x08000000." : "Is it the file for this board?")
    }
    return holder
  }
}
