internal import WireFormat

// What arrives.
extension MBootProgrammer {
  mutating func take(_ frame: MBootFrame) -> [ProgrammerAction] {
    if case .pingResponse(let version, _) = frame {
      guard step == .ping else { return [] }
      identity.protocolVersion = MBootIdentity.version(version)
      return progress("identify") + askProperty(0)
    }
    guard step != .ping else { return [] }
    switch frame {
    case .pingResponse, .ping: return []
    case .refuse: return resend()
    case .acknowledge:
      guard wait == .acknowledgement else { return [] }
      wait = .response
      if case .sending(let segment, let offset) = step { return sent(segment, offset) }
      return []
    case .abort:
      // The response that follows says why.
      wait = .response
      return []
    case .data(let bytes):
      guard case .receiving(let segment, let offset) = step else { return [] }
      return [.send(MBootFrame.acknowledge.stream)] + compare(segment, offset, bytes)
    case .command(let payload):
      guard let message = MBootMessage(payload: payload) else {
        return [.send(MBootFrame.refuse.stream)]
      }
      return [.send(MBootFrame.acknowledge.stream)] + respond(message)
    }
  }

  private mutating func resend() -> [ProgrammerAction] {
    guard let last, resends < 5 else {
      return fail(
        "no-answer", "the bootloader receives damaged packets \(step.words)",
        "lower the line rate or shorten the cable")
    }
    resends += 1
    wait = .acknowledgement
    return [.send(last.stream), .expect(microseconds: Self.ordinaryTimeout)]
  }

  private mutating func respond(_ message: MBootMessage) -> [ProgrammerAction] {
    let status = message.parameters.first ?? MBootStatus.fail.rawValue
    if case .property(let index) = step {
      guard message.tag == MBootMessage.propertyResponse else { return unexpected(message) }
      if status == MBootStatus.success.rawValue {
        learn(index, Array(message.parameters.dropFirst()))
      }
      return askProperty(index + 1)
    }
    if step == .reset { return finish() }
    guard status == MBootStatus.success.rawValue else {
      // Memory that was never written may not let itself be read.
      if isComparing, step.isReading {
        differs = true
        return beginWriting()
      }
      return refused(status)
    }
    switch step {
    case .idle, .over, .ping, .property, .reset: return []
    case .erase(let index): return erase(index + 1)
    case .write(let segment): return sendData(segment, 0)
    case .sending(let segment, let offset):
      guard segments.indices.contains(segment), offset >= segments[segment].bytes.count else {
        return unexpected(message)
      }
      return write(segment + 1)
    case .read(let segment):
      guard message.tag == MBootMessage.readResponse, segments.indices.contains(segment),
        message.parameters.count == 2,
        Int(message.parameters[1]) == segments[segment].bytes.count
      else { return unexpected(message) }
      step = .receiving(segment: segment, offset: 0)
      return [.expect(microseconds: Self.ordinaryTimeout)]
    case .receiving(let segment, let offset):
      guard segments.indices.contains(segment), offset >= segments[segment].bytes.count else {
        return unexpected(message)
      }
      return read(segment + 1)
    }
  }

  private mutating func unexpected(_ message: MBootMessage) -> [ProgrammerAction] {
    fail(
      "protocol",
      "the bootloader answered with \(BootText.hex(message.tag, digits: 2)) \(step.words)",
      "reset the board into its bootloader and repeat the command")
  }

  private mutating func refused(_ status: UInt32) -> [ProgrammerAction] {
    fail(
      "refused", "the bootloader refused \(step.words): \(MBootStatus.words(status))",
      imageTouched
        ? "bring the board into its bootloader and flash it again"
        : "check that the image is for this board and that its profile configures the flash")
  }
}

// Who is there.
extension MBootProgrammer {
  private mutating func askProperty(_ index: Int) -> [ProgrammerAction] {
    guard Self.properties.indices.contains(index) else { return known() }
    step = .property(index)
    return ask(MBootMessage(.getProperty, [Self.properties[index].rawValue, 0]))
  }

  private mutating func learn(_ index: Int, _ values: [UInt32]) {
    guard Self.properties.indices.contains(index), let value = values.first else { return }
    switch Self.properties[index] {
    case .currentVersion: identity.version = MBootIdentity.version(value)
    case .systemIdentifier: identity.systemIdentifier = value
    case .uniqueIdentifier: identity.uniqueIdentifier = Array(values.prefix(8))
    case .maximumPacketSize: identity.packetSize = min(max(Int(value), 16), MBootDecoder.limit)
    case .flashStart: identity.flashStart = value
    case .flashSize: identity.flashSize = value
    case .flashSectorSize: identity.sectorSize = value == 0 ? nil : value
    default: break
    }
  }

  private mutating func known() -> [ProgrammerAction] {
    var actions: [ProgrammerAction] = []
    if let version = identity.version {
      actions.append(.note("bootloader \(version), protocol \(identity.protocolVersion ?? "")"))
    }
    guard let first = segments.first, let last = segments.last else { return actions + leave() }
    if let start = identity.flashStart, let size = identity.flashSize {
      let end = UInt64(start) + UInt64(size)
      guard first.address >= start, last.end <= end else {
        return actions
          + fail(
            "image",
            "the image reaches from \(BootText.hex(first.address)) to \(BootText.hex(last.end)), and the"
              + " flash from \(BootText.hex(start)) to \(BootText.hex(end))",
            "choose an image for this board")
      }
    }
    erasures = ImageSegment.pages(of: segments, from: 0, size: UInt64(sectorSize))
    return actions + (isComparing ? read(0) : beginWriting())
  }

  /// Bytes of a sector, also where the board does not tell.
  private var sectorSize: UInt32 { identity.sectorSize ?? 4096 }
}

// Writing and reading back.
extension MBootProgrammer {
  private mutating func beginWriting() -> [ProgrammerAction] {
    isComparing = false
    return erase(0)
  }

  private mutating func erase(_ index: Int) -> [ProgrammerAction] {
    guard erasures.indices.contains(index) else { return write(0) }
    step = .erase(index)
    imageTouched = true
    let run = erasures[index]
    let sectors = run.count / Int(sectorSize)
    // 45 ms a sector are usual, and 400 ms the worst that data sheets allow; never five minutes.
    let timeout = Self.ordinaryTimeout + min(sectors * 400_000, 300_000_000)
    let words = [
      UInt32(truncatingIfNeeded: run.lowerBound), UInt32(truncatingIfNeeded: run.count), 0,
    ]
    return progress("erase") + ask(MBootMessage(.flashEraseRegion, words), timeout: timeout)
  }

  private mutating func write(_ index: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(index) else { return options.verifies ? read(0) : leave() }
    step = .write(index)
    return ask(MBootMessage(.writeMemory, hasData: true, place(index)))
  }

  private mutating func sendData(_ segment: Int, _ offset: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else { return leave() }
    let packet = identity.packetSize ?? 32
    let bytes = Array(segments[segment].bytes.dropFirst(offset).prefix(packet))
    step = .sending(segment: segment, offset: offset + bytes.count)
    return sendFrame(.data(bytes))
  }

  /// The packet before `offset` is acknowledged.
  private mutating func sent(_ segment: Int, _ offset: Int) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else { return leave() }
    let before = segments.prefix(segment).reduce(0) { $0 + $1.bytes.count }
    written = before + offset
    let progress = progress("write", written)
    guard offset < segments[segment].bytes.count else {
      return progress + [.expect(microseconds: Self.ordinaryTimeout)]
    }
    return progress + sendData(segment, offset)
  }

  private mutating func read(_ index: Int) -> [ProgrammerAction] {
    if isComparing, differs { return beginWriting() }
    guard segments.indices.contains(index) else {
      return (isComparing ? [.note("the flash holds the image already")] : []) + leave()
    }
    step = .read(index)
    return ask(MBootMessage(.readMemory, place(index)))
  }

  private mutating func compare(
    _ segment: Int, _ offset: Int, _ bytes: [UInt8]
  ) -> [ProgrammerAction] {
    guard segments.indices.contains(segment) else { return leave() }
    let wanted = segments[segment].bytes.dropFirst(offset).prefix(bytes.count)
    if isComparing, !bytes.isEmpty {
      // The rest of what was asked for comes whatever it is.
      if Array(wanted) != bytes { differs = true }
      step = .receiving(segment: segment, offset: offset + bytes.count)
      return progress("compare") + [.expect(microseconds: Self.ordinaryTimeout)]
    }
    guard !bytes.isEmpty, Array(wanted) == bytes else {
      let address = UInt64(segments[segment].address) + UInt64(offset)
      return fail(
        "verify",
        "the flash does not hold what was sent for \(BootText.hex(address, digits: 8))",
        "flash the board again; if it fails at the same place, the flash is worn")
    }
    step = .receiving(segment: segment, offset: offset + bytes.count)
    verified += bytes.count
    return progress("verify", verified) + [.expect(microseconds: Self.ordinaryTimeout)]
  }

  private mutating func leave() -> [ProgrammerAction] {
    guard options.resets else { return finish() }
    step = .reset
    return ask(MBootMessage(.reset), timeout: 500_000)
  }

  /// Address, length, and the memory that is mapped at the address.
  private func place(_ index: Int) -> [UInt32] {
    guard segments.indices.contains(index) else { return [0, 0, 0] }
    let segment = segments[index]
    return [segment.address, UInt32(truncatingIfNeeded: segment.bytes.count), 0]
  }
}
