internal import WireFormat

extension FirmwareImage {
  /// Everything that the file says about itself.
  public var description: ImageDescription {
    var page = ImageDescription()
    page.add(
      "file",
      [
        ("name", .text(name)), ("format", .text(format.name)), ("size", .size(fileSize)),
        ("sha256", .bytes(fileDigest)), ("contents", .size(contents.byteCount)),
        ("contents-sha256", contents.isEmpty ? nil : .bytes(contents.digest)),
        ("start-address", startAddress.map { .address(Int($0)) }),
        ("base-is-assumed", baseIsAssumed ? .flag(true) : nil),
      ])
    if let suffix {
      page.add(
        "dfu-suffix",
        [
          ("vendor", .text(Words.hex(suffix.vendor))),
          ("product", .text(Words.hex(suffix.product))),
          ("device", .text(Words.hex(suffix.device))), ("dfu", .text(Words.hex(suffix.format))),
        ])
    }
    addSegments(to: &page)
    switch detail {
    case .intelHex(let file): page.add("intel-hex", [("records", .number(file.recordCount))])
    case .elf(let file): file.describe(on: &page)
    case .uf2(let file): file.describe(on: &page)
    case .dfuPackage(let package): for image in package.images { image.describe(on: &page) }
    case .esp(let image): image.describe(on: &page)
    case .dfuSe(let file): file.describe(on: &page)
    case .binary, .mcuboot: break
    }
    for image in mcubootImages() { image.describe(on: &page) }
    return page
  }

  /// The address at which the program begins, where the file says it.
  private var startAddress: UInt32? {
    switch detail {
    case .intelHex(let file): file.startLinear
    case .elf(let file): file.entry
    case .esp(let image): image.entry
    default: nil
    }
  }

  /// A page of a person's length: a file of ten thousand gaps has its first 32 runs shown.
  private func addSegments(to page: inout ImageDescription) {
    for segment in contents.segments.prefix(32) {
      page.add(
        "segment",
        [
          ("address", .address(segment.range.lowerBound)),
          ("end", .address(segment.range.upperBound - 1)), ("size", .size(segment.bytes.count)),
        ])
    }
    if contents.segments.count > 32 {
      page.add("more-segments", [("count", .number(contents.segments.count - 32))])
    }
  }
}

extension ELFFile {
  func describe(on page: inout ImageDescription) {
    page.add(
      "elf",
      [
        ("machine", .text(machine.name)), ("entry", .address(Int(entry))),
        ("loaded-segments", .number(segments.filter { $0.fileSize > 0 }.count)),
        ("sections", .number(sections.count)),
      ])
    for section in sections.filter(\.isLoaded).prefix(64) {
      page.add(
        "section",
        [
          ("name", .text(section.name)), ("address", .address(Int(section.address))),
          ("size", .size(section.size)),
        ])
    }
  }
}

extension UF2File {
  func describe(on page: inout ImageDescription) {
    page.add(
      "uf2",
      [
        ("blocks", .number(blockCount)),
        ("blocks-not-for-flash", skippedBlocks == 0 ? nil : .number(skippedBlocks)),
        ("version", version.map { .text($0) }), ("device", device.map { .text($0) }),
      ])
    for family in families {
      let identifier = family.identifier.map { Words.hex($0) }
      page.add(
        "uf2-family",
        [
          ("family", .text(identifier ?? "none")), ("chip", family.name.map { .text($0) }),
          ("blocks", .number(family.blockCount)), ("size", .size(family.contents.byteCount)),
        ])
    }
  }
}

extension MCUbootImage {
  func describe(on page: inout ImageDescription) {
    let kinds = tlvs.map { (Self.name(ofType: $0.type) ?? Words.hex($0.type)) }
    let check: String =
      switch hash {
      case .matches: "matches"
      case .differs: "differs"
      case .missing: "missing"
      case .encrypted: "not checked, the program is encrypted"
      }
    page.add(
      "mcuboot",
      [
        ("address", .address(address)), ("version", .text(version.description)),
        ("header-size", .size(headerSize)), ("image-size", .size(imageSize)),
        ("protected-size", protectedSize == 0 ? nil : .size(protectedSize)),
        ("total-size", .size(totalSize)), ("flags", .text(Words.hex(flags))),
        ("load-address", loadAddress == 0 ? nil : .address(Int(loadAddress))),
        ("hash", digest.map { .bytes($0) }), ("hash-check", .text(check)),
        ("signature", .text(signature?.name ?? "none")),
        ("key-hash", values(of: 0x01).first.map { .bytes($0) }),
        ("entries", .text(printable(kinds.joined(separator: " ").utf8, most: 256))),
        ("encrypted", isEncrypted ? .flag(true) : nil),
        ("trailer", hasTrailer ? .flag(true) : nil),
      ])
  }
}

extension NordicDFUPackage.Image {
  func describe(on page: inout ImageDescription) {
    let command = initPacket.command
    let signature = initPacket.signature.map { $0.type == 0 ? "ECDSA P-256" : "type \($0.type)" }
    page.add(
      "dfu-image",
      [
        ("role", .text(role.rawValue)), ("file", .text(fileName)), ("size", .size(firmware.count)),
        ("type", .text(command.kind?.name ?? "\(command.type ?? 0)")),
        ("firmware-version", command.firmwareVersion.map { .number(Int($0)) }),
        ("hardware-version", command.hardwareVersion.map { .number(Int($0)) }),
        (
          "soft-devices",
          .text(command.softDevices.prefix(16).map { Words.hex($0) }.joined(separator: " "))
        ),
        ("hash", command.hash.map { .bytes($0.bytes.reversed()) }),
        ("hash-matches", initPacket.hashMatches(firmware).map { .flag($0) }),
        ("signature", .text(signature ?? "none")), ("debug", command.isDebug.map { .flag($0) }),
        ("init-packet", .size(initPacket.bytes.count)),
      ])
  }
}

extension ESPImage {
  func describe(on page: inout ImageDescription) {
    page.add(
      "esp",
      [
        ("chip", .text(chipName ?? "number \(chip)")), ("entry", .address(Int(entry))),
        ("segments", .number(segmentCount)), ("total-size", .size(totalSize)),
        ("checksum", .text(Words.hex(checksum))), ("checksum-matches", .flag(checksumMatches)),
        ("sha256-matches", digestMatches.map { .flag($0) }),
        ("project", application.map { .text($0.project) }),
        ("version", application.map { .text($0.version) }),
        ("esp-idf", application.map { .text($0.framework) }),
        ("built", application.map { .text($0.built) }),
      ])
  }
}

extension DfuSeFile {
  func describe(on page: inout ImageDescription) {
    for target in targets.prefix(32) {
      page.add(
        "dfuse-target",
        [
          ("alternate", .number(Int(target.alternate))), ("name", target.name.map { .text($0) }),
          ("size", .size(target.contents.byteCount)),
        ])
    }
  }
}
