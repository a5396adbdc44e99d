import BootProtocols
internal import WireFormat

extension FirmwareImage {
  /// Findings before the board is touched: errors first, then warnings, then notes.
  ///
  /// An image with an error cannot be flashed this way.
  public func findings(for job: FlashJob) -> [ImageFinding] {
    var found = formatFindings(job) + identityFindings(job)
    if !contents.isEmpty {
      found += memoryFindings(job) + areaFindings(job) + configurationFindings(job)
      found += startFindings(job)
    }
    found += mcubootFindings(job)
    if case .dfuPackage(let package) = detail {
      for image in package.images { found += image.findings(job) }
    }
    if case .esp(let image) = detail { found += image.findings() }
    return found.bySeverity
  }

  /// Findings about the file itself, where the board's memory is not known: whether a bootloader
  /// could take it at all.
  public func findings() -> [ImageFinding] {
    var found: [ImageFinding] = []
    if !contents.isEmpty { found += mcubootImages().flatMap { $0.findings(name: name) } }
    if case .dfuPackage(let package) = detail {
      for image in package.images { found += image.findings() }
    }
    if case .esp(let image) = detail { found += image.findings() }
    return found.bySeverity
  }

  /// Whether the method takes this kind of file at all.
  private func formatFindings(_ job: FlashJob) -> [ImageFinding] {
    let isPackage = format == .dfuPackage
    if job.method == .serial(.secureDFU), !isPackage {
      return [
        ImageFinding(
          .error, "needs-package",
          "Nordic Secure DFU takes a DFU package, and \(name) is "
            + "\(format.name).",
          "Make one: nrfutil pkg generate --application \(name) ... OUT.zip.")
      ]
    }
    if isPackage, job.method != .serial(.secureDFU) {
      return [
        ImageFinding(
          .error, "package-needs-dfu",
          "A DFU package has no addresses, so that \(job.method.name) "
            + "cannot write it.", "Take the HEX file of the build, or flash by Secure DFU.")
      ]
    }
    if job.method == .serial(.mcubootSMP), mcubootImages(at: slots(job)).isEmpty {
      return [
        ImageFinding(
          .error, "needs-mcuboot-image",
          "MCUboot starts signed images only, and \(name) has no "
            + "image header.",
          "Take the signed file of the build, such as zephyr.signed.bin.")
      ]
    }
    if contents.isEmpty, !isPackage {
      return [
        ImageFinding(
          .error, "nothing-chosen",
          "\(name) holds nothing for one chip or memory that could be "
            + "written.", "Choose one of the families or targets that it lists.")
      ]
    }
    return []
  }

  private func identityFindings(_ job: FlashJob) -> [ImageFinding] {
    let chip = job.map.chip
    var other: String?
    switch detail {
    case .elf(let file) where file.machine != chip.machine: other = file.machine.name
    case .esp(let image):
      if chip.espChip != image.chip { other = image.chipName ?? "chip number \(image.chip)" }
    case .uf2(let file):
      let families = file.families.compactMap(\.identifier)
      // Of a chip without a family here, a file for chips that are known is for another.
      let isOther =
        chip.uf2Family.map { !families.contains($0) }
        ?? families.allSatisfy { UF2File.familyName($0).map { $0 != chip.name } ?? false }
      if !families.isEmpty, isOther {
        other = file.families.map { $0.name ?? $0.identifier.map { Words.hex($0) } ?? "any" }
          .joined(separator: ", ")
      }
    default: break
    }
    guard let other else { return [] }
    return [
      ImageFinding(
        .error, "other-chip", "\(name) is for \(other), and the board has \(chip.name).",
        "Build for this board, or choose the board that the file is for.")
    ]
  }

  private func memoryFindings(_ job: FlashJob) -> [ImageFinding] {
    let chip = job.map.chip
    var found: [ImageFinding] = []
    if baseIsAssumed, job.map.applicationBase != contents.bounds?.lowerBound {
      found.add(
        .warning, "base-assumed",
        "\(name) has no addresses, and none was given: it would begin at "
          + "\(Words.address(contents.bounds?.lowerBound ?? 0)).",
        "Say where it goes; the application of \(job.map.name) begins at "
          + "\(Words.address(job.map.applicationBase)).")
    }
    var rest = contents.removing(chip.flash)
    if let registers = chip.configuration { rest = rest.removing(registers) }
    if let first = rest.segments.first {
      let inRAM = chip.ram.contains(first.range.lowerBound)
      found.add(
        .error, "outside-memory",
        "\(Words.size(rest.byteCount)) from "
          + "\(Words.address(first.range.lowerBound)) on lie outside of the \(chip.name)'s flash, "
          + "\(Words.addresses(chip.flash)).",
        outsideAdvice(chip, inRAM: inRAM))
    }
    return found
  }

  private func outsideAdvice(_ chip: ChipMemory, inRAM: Bool) -> String {
    // The addresses in an ESP chip's ELF file are those of its memory map, not of the flash chip.
    if chip.espChip != nil, format == .elf {
      return "Take the image that the build, or esptool elf2image, makes of the ELF file."
    }
    return inRAM
      ? "The file puts bytes into RAM: take one that is linked for flash."
      : "Check the base address, and that the file is for this chip."
  }

  /// Whether what must stay, stays.
  private func areaFindings(_ job: FlashJob) -> [ImageFinding] {
    var found: [ImageFinding] = []
    // A page is erased whole, so what counts is the pages that the image touches.
    let size = job.map.chip.pageSize
    for area in job.map.areas {
      let first = area.range.lowerBound / size * size
      let pages = first..<max(first, (area.range.upperBound + size - 1) / size * size)
      let isTouched = contents.touches(pages)
      guard isTouched || job.erasesAll else { continue }
      let words = "\(area.name) at \(Words.addresses(area.range))"
      switch area.purpose {
      case .bootloader where isTouched:
        found.append(
          job.method.isProbeTool
            ? ImageFinding(
              .warning, "covers-bootloader", "\(name) replaces the bootloader: \(words).",
              "Check that it brings a bootloader, or the board starts no application.")
            : ImageFinding(
              .error, "covers-bootloader", "\(name) has bytes where the bootloader is: \(words).",
              "Take the file of the application alone, not the merged one."))
      case .bootloader:
        found.add(
          .warning, "erases-bootloader", "Erasing all takes the bootloader too: \(words).",
          "Flash a file that brings it, or erase only the pages that are written.")
      case .bootloaderSettings where isTouched && !job.method.isProbeTool:
        found.add(
          .error, "covers-settings", "\(name) has bytes in the bootloader's pages: \(words).",
          "Take the file of the application alone.")
      case .preserved where area.isProgram(in: contents):
        let keeper = area.layout ?? "other firmware"
        found.add(
          .note, "covers-other-layout",
          "\(name) has its program where \(keeper) keeps \(area.name), \(Words.addresses(area.range)).",
          job.keepsCopies
            ? "A copy of what is there is kept in a file first."
            : "If that is what the board has, save its calibration first.")
      case .preserved where job.restoresCopies && !isTouched:
        found.add(
          .note, "restores-preserved",
          "Erasing all would take what the board keeps: \(words).",
          "It is read out first, kept in a file, written back and verified.")
      case .preserved:
        found.add(
          .warning, isTouched ? "covers-preserved" : "erases-preserved",
          isTouched
            ? "\(name) overwrites what the board keeps: \(words)."
            : "Erasing all takes what the board keeps: \(words).",
          job.keepsCopies
            ? "A copy is kept in a file first, wherever the chip can still be read."
            : "Calibration and settings there cannot be built again: save the pages first.")
      default: break
      }
    }
    return found
  }

  /// Registers of configuration in the file.
  private func configurationFindings(_ job: FlashJob) -> [ImageFinding] {
    guard let registers = job.map.chip.configuration, contents.touches(registers) else { return [] }
    let there = contents.covered(registers)
    let words = there.prefix(4).map(Words.addresses).joined(separator: ", ")
    guard job.method.isProbeTool else {
      return [
        ImageFinding(
          .warning, "uicr-unwritable",
          "\(name) has UICR records (\(words)), which "
            + "\(job.method.name) cannot write.",
          "They are left out; flash with a debug probe where they are needed.")
      ]
    }
    var found = [
      ImageFinding(
        .note, "uicr-written", "\(name) sets UICR registers (\(words)).",
        "They stay until UICR or the whole chip is erased.")
    ]
    if let word = contents.word(at: UICR.accessPortProtection), word & 0xFF == 0 {
      found.add(
        .warning, "locks-debug-port",
        "\(name) sets UICR.APPROTECT, which locks the debug port "
          + "at the next reset.",
        "Afterwards only a recovery that erases everything opens it again.")
    }
    return found
  }

  /// Whether a Cortex-M would find a program where it looks for one.
  private func startFindings(_ job: FlashJob) -> [ImageFinding] {
    let chip = job.map.chip
    var found: [ImageFinding] = []
    let mcuboot = mcubootImages(at: slots(job))
    if chip.machine == .arm, chip.configuration != nil, mcuboot.isEmpty,
      let start = contents.covered(chip.flash).first?.lowerBound,
      start == chip.flash.lowerBound || start == job.map.applicationBase,
      let stack = contents.word(at: start), let reset = contents.word(at: start + 4)
    {
      let stackFits = chip.ram.contains(Int(stack)) || Int(stack) == chip.ram.upperBound
      if !stackFits || reset & 1 == 0 || !chip.flash.contains(Int(reset)) {
        found.add(
          .warning, "no-vector-table",
          "\(name) does not begin with a vector table of the "
            + "\(chip.name): stack \(Words.address(stack)), reset \(Words.address(reset)).",
          "Check the base address, and that the file is for this chip.")
      }
    }
    if format == .binary,
      contents.segments.allSatisfy({
        $0.bytes.prefix(4096).allSatisfy { (0x20...0x7E).contains($0) || (9...13).contains($0) }
      })
    {
      found.add(
        .warning, "looks-like-text", "\(name) begins with nothing but text.",
        "Check that it is the program and not a message or a list.")
    }
    return found
  }

  func slots(_ job: FlashJob) -> [Int] { job.map.areas(.slot).map(\.range.lowerBound) }
}
