import Boards
import BootProtocols
import FirmwareImages
import WireFormat

/// What is going to be done to one board, before anything is touched.
struct FlashPlan: Sendable {
  /// One programmer's work; a package with several images has one each, with the line opened again
  /// in between.
  struct Stage: Sendable {
    var outline: FlashOutline.Stage
    let make: @Sendable () -> any BootProgrammer
  }

  struct Options: Sendable {
    var rate: Int
    var verifies = true
    /// Whether an MCUboot image stays for good at once, and not only when it is confirmed.
    var confirms = true

    /// Whether nothing is written where the board itself says that it runs the image (SMP).
    var skipsIfThere = false

    /// Whether a service of Bluetooth LE is the line.
    var isBluetooth = false

    /// How the board gets into its bootloader, where the protocol does that itself (ESP); nil for the
    /// usual way.
    var entry: BootloaderEntry?

    /// Whether the board was brought out of its application, and has to get back there when nothing
    /// is to be done.
    var leaves = false
  }

  let boot: BootProtocol
  let image: FirmwareImage
  let stages: [Stage]
  let options: Options

  /// Whether MCUboot's own recovery takes the image, since SMP brings the board into it: what is
  /// uploaded replaces what ran.
  var isRecovery: Bool { Self.isRecovery(boot, options) }

  private static func isRecovery(_ method: BootProtocol, _ options: Options) -> Bool {
    method == .mcubootSMP && options.leaves && options.entry == .smpReset
  }

  /// Plans to write an image by a method.
  ///
  /// - Throws: ``FlashError`` `image` for an image that the method cannot write.
  init(
    _ image: FirmwareImage, by method: BootProtocol, options: Options
  ) throws(FlashError) {
    self.image = image
    boot = method
    self.options = options
    switch method {
    case .secureDFU: stages = try Self.secureDFU(image, options)
    case .mcubootSMP: stages = try Self.smp(image, options)
    case .espROM, .nxpDK6, .nxpMboot: stages = try Self.loader(image, method, options)
    }
  }

  private static func secureDFU(
    _ image: FirmwareImage, _ options: Options
  ) throws(FlashError) -> [Stage] {
    guard case .dfuPackage(let package) = image.detail else {
      throw unsuitable(
        image, "Secure DFU takes a DFU package, because the bootloader checks its init packet",
        advice: "Make one: nrfutil pkg generate --hw-version 52 --sd-req 0x00 --application "
          + "app.hex --application-version 1 --key-file key.pem app.zip")
    }
    if let wrong = package.images.first(where: { !$0.roleMatches }) {
      throw unsuitable(
        image,
        "the init packet of \(wrong.fileName) is not one for this role: \(wrong.role.rawValue)",
        advice: "Make the package again.")
    }
    return package.images.map { part in
      Stage(
        outline: .init(
          what: part.role.rawValue, bytes: part.firmware.count, detail: words(of: part.initPacket))
      ) {
        SecureDFUProgrammer(
          initPacket: part.initPacket.bytes, firmware: part.firmware, rate: options.rate)
      }
    }
  }

  private static func words(of packet: InitPacket) -> String {
    let command = packet.command
    let devices = command.softDevices.map { "0x" + String($0, radix: 16, uppercase: true) }
    let words = [
      command.firmwareVersion.map { "version \($0)" },
      command.hardwareVersion.map { "for hardware \($0)" },
      command.softDevices.allSatisfy({ $0 == 0 })
        ? nil : "with SoftDevice \(devices.joined(separator: " or "))",
      packet.signature == nil ? "not signed" : "signed",
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }

  private static func smp(
    _ image: FirmwareImage, _ options: Options
  ) throws(FlashError) -> [Stage] {
    let bytes: [UInt8]
    switch (image.detail, image.contents.segments.count) {
    case (.mcuboot, 1), (.intelHex, 1), (.elf, 1), (.uf2, 1):
      bytes = image.contents.segments[0].bytes
    default: bytes = []
    }
    guard let header = try? MCUbootImage(bytes) else {
      throw unsuitable(
        image, "SMP takes an MCUboot image, with its header and its hash",
        advice: "Make one: imgtool sign --header-size 0x200 --align 4 --version 1.0.0 "
          + "--slot-size 0x38000 app.bin app.signed.bin")
    }
    switch header.hash {
    // Of an encrypted image the hash is over what only the bootloader can read.
    case .matches, .encrypted: break
    case .differs:
      throw unsuitable(
        image, "the hash in the MCUboot image is not that of its contents",
        advice: "The file is damaged, or was changed after it was signed: sign it again.")
    case .missing:
      throw unsuitable(
        image, "the MCUboot image has no hash, and MCUboot starts none without",
        advice: "Sign it again with imgtool, which puts the hash in.")
    }
    let isRecovery = isRecovery(.mcubootSMP, options)
    guard options.confirms || !isRecovery else {
      throw FlashError(
        .refused, "MCUboot's own recovery, which the board is brought into, can try no image",
        advice: "Leave --test out, or flash while an application answers SMP (--enter by-hand).")
    }
    let update = Array(bytes.prefix(header.totalSize))
    let hash = SMPImage(update)?.hash ?? []
    return [
      Stage(
        outline: .init(
          what: isRecovery ? "the slot of the image that runs" : "the free slot",
          bytes: update.count,
          detail: "version \(header.version), \(header.signature == nil ? "not signed" : "signed")"
            + (header.isEncrypted ? ", encrypted" : ""))
      ) {
        var own = SMPProgrammer.Options()
        own.rate = options.rate
        own.resetsWhereActive = options.leaves
        if options.isBluetooth {
          own.encoding = .raw
          // One write at the usual ATT_MTU: many servers put no parts together.
          own.longestMessage = 244
        }
        let look: [SMPProgrammer.Step] = options.skipsIfThere ? [.unlessActive(hash: hash)] : []
        return SMPProgrammer(
          steps: [.parameters] + look
            + [.settleTrial(hash: hash, confirming: options.confirms)]
            + SMPProgrammer.update(update, confirming: options.confirms),
          options: own)
      }
    ]
  }

  private static func loader(
    _ image: FirmwareImage, _ method: BootProtocol, _ options: Options
  ) throws(FlashError) -> [Stage] {
    guard !image.baseIsAssumed else {
      throw unsuitable(
        image, "the file does not say where it goes", advice: "Give the address: --base 0x10000.")
    }
    let segments = image.contents.segments
    guard !segments.isEmpty else {
      throw unsuitable(
        image, "there is nothing in it that goes to a memory", advice: "Choose another file.")
    }
    if let obstacle = LoaderReach(method)?.obstacle(to: image) {
      throw unsuitable(image, obstacle.why, advice: obstacle.advice)
    }
    return [
      Stage(outline: .flash(image.contents)) {
        let own = LoaderOptions(verifies: options.verifies, skipsIfSame: options.skipsIfThere)
        switch method {
        case .espROM:
          let reset: ESPProgrammer.Reset =
            switch options.entry {
            case .builtInLines: .builtIn
            case .byHand: .byHand
            default: .bridge
            }
          return ESPProgrammer(segments: segments, reset: reset, options: own)
        case .nxpDK6: return DK6Programmer(segments: segments, options: own)
        default: return MBootProgrammer(segments: segments, rate: options.rate, options: own)
        }
      }
    ]
  }

  private static func unsuitable(
    _ image: FirmwareImage, _ why: String, advice: String
  ) -> FlashError {
    FlashError(
      .image, "\(image.name) (\(image.format.name)) cannot be written: \(why)", advice: advice)
  }
}
