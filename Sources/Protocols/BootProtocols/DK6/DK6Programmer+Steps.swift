internal import WireFormat

extension DK6Programmer {
  /// A reply to what was asked: a status, then data.
  mutating func take(_ reply: [UInt8]) -> [ProgrammerAction] {
    let status = reply.first ?? DK6Status.invalidResponse.rawValue
    let data = Array(reply.dropFirst())
    if status != DK6Status.success.rawValue { return refused(status) }
    switch step {
    case .idle, .over: return []
    case .start:
      step = .chip
      return ask(DK6Frame(.chipIdentifier))
    case .chip: return recognise(data)
    case .unlock:
      step = .information
      return ask(DK6Frame(.memoryInformation, [DK6Memory.flash]))
    case .information:
      identity.flash = DK6Memory(data: data)
      step = .openConfiguration
      return ask(DK6Frame(.openMemory, [DK6Memory.configuration, 0]))
    case .openConfiguration:
      step = .address
      return ask(run(.readMemory, Self.addressPlace))
    case .address:
      let isSet = !data.allSatisfy { $0 == 0xFF } && !data.allSatisfy { $0 == 0 }
      if isSet { identity.address = Array(data.prefix(8)) }
      return askType()
    case .type:
      identity.type = BootWords.at(0, of: data)
      return closeConfiguration()
    case .closeConfiguration: return prepare()
    case .open: return isComparing ? read(0, 0) : erase(0)
    case .reopen: return openFlash()
    case .erase(let index):
      guard erasures.indices.contains(index) else { return write(0, 0) }
      step = .blank(index)
      return ask(run(.blankCheck, erasures[index]), timeout: patience(for: erasures[index]))
    case .blank(let index): return erase(index + 1)
    case .write(let segment, let offset):
      let count = chunk(segment, offset).count
      written += count
      return progress("write", written) + write(segment, offset + count)
    case .read(let segment, let offset): return compare(segment, offset, data)
    case .close: return leave()
    case .reset: return finish()
    }
  }

  private mutating func refused(_ status: UInt8) -> [ProgrammerAction] {
    switch step {
    case .address: return askType()
    case .openConfiguration, .type: return closeConfiguration()
    case .closeConfiguration: return prepare()
    case .close: return leave()
    case .reset: return finish()
    case .reopen: return openFlash()
    case .read where isComparing: return differs()
    case .open where status == DK6Status.badState.rawValue && !reopened:
      // The reply to an earlier try was lost, or a memory was left open.
      reopened = true
      step = .reopen
      return ask(DK6Frame(.closeMemory, [0]))
    default: break
    }
    if status == DK6Status.checkError.rawValue {
      return again("the loader receives damaged frames")
    }
    if status == DK6Status.notAuthorised.rawValue {
      return fail(
        "refused", "the loader stays locked: its key is not the one given",
        "state the board's own ISP key, or ask for the one that it was locked with")
    }
    return fail(
      "refused", "the loader refused \(step.words): \(DK6Status.words(status))",
      imageTouched
        ? "bring the board into its ISP mode and flash it again"
        : "check that the image is for this chip")
  }

  private mutating func recognise(_ data: [UInt8]) -> [ProgrammerAction] {
    guard let words = BootWords.read(data, count: 2) else {
      return fail("protocol", "the loader does not say which chip it is in", "reset the board")
    }
    identity.chip = words[0]
    identity.romVersion = words[1]
    step = .unlock
    let name = identity.chipName ?? BootText.hex(words[0], digits: 8)
    return [.note("chip \(name), ROM \(BootText.hex(words[1], digits: 8))")]
      + ask(DK6Frame(.unlock, [1] + DK6Key.ordinary))
  }

  private mutating func askType() -> [ProgrammerAction] {
    step = .type
    return ask(run(.readMemory, Self.typePlace))
  }

  private mutating func closeConfiguration() -> [ProgrammerAction] {
    step = .closeConfiguration
    return ask(DK6Frame(.closeMemory, [0]))
  }

  /// Everything is known, and nothing touched: does it fit?
  private mutating func prepare() -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    if !identity.address.isEmpty {
      actions.append(.note("address \(BootText.colons(identity.address))"))
    }
    guard let first = segments.first, let last = segments.last else { return actions + leave() }
    guard let flash = identity.flash, flash.sectorSize > 0 else {
      return actions + fail("protocol", "the loader does not describe its flash", "reset the board")
    }
    let end = UInt64(flash.base) + UInt64(flash.length)
    guard first.address >= flash.base, last.end <= end else {
      return actions
        + fail(
          "image",
          "the image reaches from \(BootText.hex(first.address)) to \(BootText.hex(last.end)), and the"
            + " flash from \(BootText.hex(flash.base)) to \(BootText.hex(end))",
          "choose an image for this chip")
    }
    // The last page may be cut short by the end of the flash.
    let page = UInt64(flash.sectorSize)
    erasures = ImageSegment.pages(of: segments, from: UInt64(flash.base), size: page).map {
      $0.lowerBound..<min($0.upperBound, end)
    }
    return actions + openFlash()
  }

  private mutating func openFlash() -> [ProgrammerAction] {
    step = .open
    return ask(DK6Frame(.openMemory, [DK6Memory.flash, 15]))
  }

  private mutating func erase(_ index: Int) -> [ProgrammerAction] {
    guard erasures.indices.contains(index) else { return write(0, 0) }
    step = .erase(index)
    imageTouched = true
    let timeout = patience(for: erasures[index])
    return progress("erase") + ask(run(.eraseMemory, erasures[index]), timeout: timeout)
  }

  /// 2 ms a page are usual; ten times that is given, and never more than two minutes.
  private func patience(for run: Range<UInt64>) -> Int {
    let pages = run.count / max(1, Int(identity.flash?.sectorSize ?? 512))
    return Self.ordinaryTimeout + min(pages * 20_000, 120_000_000)
  }

  private mutating func write(_ segment: Int, _ offset: Int) -> [ProgrammerAction] {
    let bytes = chunk(segment, offset)
    guard segments.indices.contains(segment) else {
      return options.verifies ? read(0, 0) : close()
    }
    guard !bytes.isEmpty else { return write(segment + 1, 0) }
    step = .write(segment: segment, offset: offset)
    return ask(run(.writeMemory, place(segment, offset, bytes.count), bytes))
  }

  private mutating func read(_ segment: Int, _ offset: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else {
      return (isComparing ? [.note("the flash holds the image already")] : []) + close()
    }
    let count = chunk(segment, offset).count
    guard count > 0 else { return read(segment + 1, 0) }
    step = .read(segment: segment, offset: offset)
    return ask(run(.readMemory, place(segment, offset, count)))
  }

  private mutating func compare(
    _ segment: Int, _ offset: Int, _ data: [UInt8]
  ) -> [ProgrammerAction] {
    let wanted = chunk(segment, offset)
    guard data == wanted else {
      if isComparing { return differs() }
      let address = place(segment, offset, wanted.count).lowerBound
      return fail(
        "verify", "the flash does not hold what was sent for \(BootText.hex(address, digits: 8))",
        "flash the board again; if it fails at the same place, the flash is worn")
    }
    if isComparing {
      return progress("compare") + read(segment, offset + wanted.count)
    }
    verified += wanted.count
    return progress("verify", verified) + read(segment, offset + wanted.count)
  }

  private mutating func differs() -> [ProgrammerAction] {
    isComparing = false
    return erase(0)
  }

  private mutating func close() -> [ProgrammerAction] {
    step = .close
    return ask(DK6Frame(.closeMemory, [0]))
  }

  private mutating func leave() -> [ProgrammerAction] {
    guard options.resets else { return finish() }
    step = .reset
    return ask(DK6Frame(.reset), timeout: 500_000, tries: 1)
  }

  private func chunk(_ segment: Int, _ offset: Int) -> [UInt8] {
    guard segments.indices.contains(segment) else { return [] }
    return Array(segments[segment].bytes.dropFirst(offset).prefix(DK6Bootloader.block))
  }

  private func place(_ segment: Int, _ offset: Int, _ count: Int) -> Range<UInt64> {
    guard segments.indices.contains(segment) else { return 0..<0 }
    let start = UInt64(segments[segment].address) + UInt64(offset)
    return start..<(start + UInt64(count))
  }

  /// Handle and mode 0, then address and length, then what a write brings.
  private func run(
    _ command: DK6Command, _ range: Range<UInt64>, _ bytes: [UInt8] = []
  ) -> DK6Frame {
    let words = BootWords.bytes(
      UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.count))
    return DK6Frame(command, [0, 0] + words + bytes)
  }
}
