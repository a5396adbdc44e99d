import BootProtocols

extension FirmwareImage {
  /// Whether MCUboot will start what it gets.
  func mcubootFindings(_ job: FlashJob) -> [ImageFinding] {
    let slots = job.map.areas(.slot)
    var found: [ImageFinding] = []
    let images = mcubootImages(at: slots.map(\.range.lowerBound))
    for image in images { found += image.findings(job, name: name) }
    if job.method.isProbeTool, let slot = slots.first, contents.touches(slot.range),
      !images.contains(where: { $0.address == slot.range.lowerBound }), !baseIsAssumed
    {
      found.add(
        .warning, "no-mcuboot-header",
        "\(name) has bytes in \(slot.name), but no image header at "
          + "\(Words.address(slot.range.lowerBound)), and MCUboot would start nothing.",
        "Take the signed file of the build, or erase all where no MCUboot is wanted.")
    }
    return found
  }
}

extension MCUbootImage {
  func findings(name: String) -> [ImageFinding] {
    var found: [ImageFinding] = []
    switch hash {
    case .differs:
      found.add(
        .error, "mcuboot-hash",
        "The hash in \(name) is not the one of its bytes: MCUboot would "
          + "refuse it.", "The file was damaged or changed after signing: build it again.")
    case .missing:
      found.add(
        .error, "mcuboot-no-hash", "\(name) has no hash: MCUboot would refuse it.",
        "Sign it again with imgtool.")
    case .encrypted:
      found.add(
        .note, "mcuboot-encrypted",
        "\(name) is encrypted: its hash can only be checked by the bootloader.",
        "Only a bootloader that has the key starts it.")
    case .matches: break
    }
    if signature == nil {
      found.add(
        .warning, "mcuboot-unsigned",
        "\(name) is not signed; only an MCUboot that was built "
          + "without a key starts it.", "Sign it with the key of the board's bootloader.")
    }
    if flags & 0x10 != 0 {
      found.add(
        .note, "mcuboot-not-bootable", "\(name) says that it is not bootable.",
        "It is meant for another core or for data.")
    }
    return found
  }

  func findings(_ job: FlashJob, name: String) -> [ImageFinding] {
    var found = findings(name: name)
    let slots = job.map.areas(.slot)
    // Uploaded images go to any slot; written ones lie where their addresses say.
    let slot =
      slots.first { $0.range.contains(address) && job.method.isProbeTool }
      ?? slots.min { $0.range.count < $1.range.count }
    if let slot, totalSize > slot.range.count {
      found.add(
        .error, "mcuboot-too-large",
        "\(name) needs \(Words.size(totalSize)), and \(slot.name) has "
          + "\(Words.size(slot.range.count)).", "Build a smaller program.")
    }
    return found
  }
}

extension NordicDFUPackage.Image {
  func findings(_ job: FlashJob) -> [ImageFinding] {
    var found = findings()
    if firmware.count > job.map.chip.flash.count {
      found.add(
        .error, "outside-memory",
        "\(fileName) has \(Words.size(firmware.count)), and the "
          + "\(job.map.chip.name) has \(Words.size(job.map.chip.flash.count)) of flash.",
        "Check that the package is for this chip.")
    }
    return found
  }

  func findings() -> [ImageFinding] {
    var found: [ImageFinding] = []
    let again = "Make the package again with nrfutil pkg generate."
    let command = initPacket.command
    switch initPacket.hashMatches(firmware) {
    case false?:
      found.add(
        .error, "dfu-hash",
        "The hash in the init packet is not the one of \(fileName): the "
          + "bootloader would refuse it at the end.", again)
    case nil:
      found.add(.error, "dfu-no-hash", "The init packet of \(fileName) has no SHA-256.", again)
    default: break
    }
    if command.announcedSize != firmware.count {
      found.add(
        .error, "dfu-size",
        "The init packet announces \(command.announcedSize) bytes, and "
          + "\(fileName) has \(firmware.count).", again)
    }
    if !roleMatches {
      found.add(
        .error, "dfu-role",
        "The manifest says \(role.rawValue), the init packet "
          + "\(command.kind?.name ?? "type \(command.type ?? 0)").", again)
    }
    if initPacket.bytes.count > InitPacket.mostBytes {
      found.add(
        .error, "dfu-init-too-long",
        "The init packet has \(initPacket.bytes.count) bytes; a "
          + "bootloader takes \(InitPacket.mostBytes).", again)
    }
    if initPacket.signature == nil {
      found.add(
        .warning, "dfu-unsigned",
        "\(fileName) is not signed; only a bootloader that was built "
          + "without a key, or an open one, takes it.", "Sign it: nrfutil pkg generate --key-file.")
    }
    if let version = command.hardwareVersion, version != 52 {
      found.add(
        .warning, "dfu-hardware",
        "The init packet is for hardware version \(version), and an nRF52 "
          + "mostly says 52.", "The bootloader refuses another version than its own.")
    }
    if role != .application {
      found.add(
        .note, "dfu-replaces-bootloader", "The package replaces the board's \(role.rawValue).",
        "A wrong one leaves a board that only a debug probe can repair.")
    }
    return found
  }
}

extension ESPImage {
  func findings() -> [ImageFinding] {
    guard !checksumMatches || digestMatches == false else { return [] }
    return [
      ImageFinding(
        .error, "esp-check",
        "The image's \(checksumMatches ? "SHA-256" : "checksum") is not the one "
          + "of its bytes: the chip would not start it.",
        "The file was damaged: build or copy it again.")
    ]
  }
}
