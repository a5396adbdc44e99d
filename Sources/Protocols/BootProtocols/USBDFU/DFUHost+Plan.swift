internal import WireFormat

extension DFUHost {
  /// Every transfer that there will be, once it is sure that the image fits.
  func makePlan() throws(BootFailure) -> [Step] {
    if segments.isEmpty { return [] }
    guard descriptor.canDownload else {
      throw failure("the device takes no downloads", "flash it over its debug port")
    }
    return descriptor.isDfuSe ? try addressed() : try plain()
  }

  private func plain() throws(BootFailure) -> [Step] {
    guard segments.count == 1 else {
      throw failure(
        "a plain DFU device takes one image, and this one has \(segments.count) segments",
        "convert it into one binary file")
    }
    var steps: [Step] = []
    var number: UInt16 = 0
    for offset in stride(from: 0, to: total, by: descriptor.transferSize) {
      steps.append(.block(segment: 0, offset: offset, number: number))
      number = number &+ 1
    }
    steps.append(.end)
    // A device that left DFU mode cannot be read back.
    if verifies, descriptor.canUpload, descriptor.survivesManifestation {
      number = 0
      for offset in stride(from: 0, to: total, by: descriptor.transferSize) {
        steps.append(.upload(segment: 0, offset: offset, number: number))
        number = number &+ 1
      }
      steps.append(.settle)
    }
    return steps
  }

  private func addressed() throws(BootFailure) -> [Step] {
    guard let memory else {
      throw failure(
        "the device does not describe its memory",
        "choose the alternate setting whose name begins with @")
    }
    if let place = ImageSegment.overlap(segments) {
      throw failure(
        "two segments overlap at \(BootText.hex(place, digits: 8))", "merge the images into one")
    }
    var steps = try sectors(of: memory).map { Step.erase($0) }
    for (segment, place) in blocks(by: 0x8000) {
      steps += place.map { .block(segment: segment, offset: $0.offset, number: $0.number) }
        .reduce(into: [pointer(segment, place)]) { $0.append($1) }
    }
    if verifies, descriptor.canUpload {
      for (segment, place) in blocks(by: 0x8000) {
        steps += [.settle, pointer(segment, place), .settle]
        steps += place.map { .upload(segment: segment, offset: $0.offset, number: $0.number) }
      }
      steps.append(.settle)
    }
    return steps + [.point(segments[0].address), .end]
  }

  private typealias Place = (offset: Int, number: UInt16)

  private func pointer(_ segment: Int, _ place: [Place]) -> Step {
    let offset = place.first?.offset ?? 0
    return .point(segments[segment].address &+ UInt32(truncatingIfNeeded: offset))
  }

  /// Blocks from number 2 on, in runs that a 16-bit number can count.
  private func blocks(by limit: Int) -> [(segment: Int, places: [Place])] {
    var runs: [(segment: Int, places: [Place])] = []
    for (segment, content) in segments.enumerated() {
      var places: [Place] = []
      for offset in stride(from: 0, to: content.bytes.count, by: descriptor.transferSize) {
        places.append((offset, UInt16(truncatingIfNeeded: places.count + 2)))
        guard places.count == limit else { continue }
        runs.append((segment, places))
        places = []
      }
      if !places.isEmpty { runs.append((segment, places)) }
    }
    return runs
  }

  /// The sectors that the segments lie in, each once; all of them must exist and allow it.
  private func sectors(of memory: DfuSeMemory) throws(BootFailure) -> [UInt32] {
    var addresses: [UInt32] = []
    for segment in segments {
      var place = UInt64(segment.address)
      while place < segment.end {
        guard let address = UInt32(exactly: place), let sector = memory.sector(around: address),
          sector.isWritable
        else {
          throw failure(
            "the device has no writable memory at \(BootText.hex(place, digits: 8))",
            "choose an image for this device")
        }
        if sector.isErasable, addresses.last != sector.address { addresses.append(sector.address) }
        place = sector.end
      }
    }
    return addresses
  }

  private func failure(_ message: String, _ advice: String) -> BootFailure {
    BootFailure(code: "unsupported", message: message, advice: advice, imageTouched: false)
  }

  mutating func perform(_ index: Int) -> [DFUHostAction] {
    guard plan.indices.contains(index) else { return finish() }
    stage = .transferring(index)
    switch plan[index] {
    case .erase(let address):
      touched = true
      let done =
        index == 0
        ? [DFUHostAction.progress(BootProgress(phase: "erase", done: 0, total: total))] : []
      return done + [.transfer(DFUTransfer(.download, data: [0x41] + BootWords.bytes(address)))]
    case .point(let address):
      return [.transfer(DFUTransfer(.download, data: [0x21] + BootWords.bytes(address)))]
    case .block(let segment, let offset, let number):
      touched = true
      let data = chunk(segment, offset)
      return [.transfer(DFUTransfer(.download, value: number, data: data))]
    case .settle: return [.transfer(DFUTransfer(.abort))]
    case .upload(let segment, let offset, let number):
      let length = descriptor.isDfuSe ? chunk(segment, offset).count : descriptor.transferSize
      return [.transfer(DFUTransfer(.upload, value: number, length: length))]
    case .end: return [.transfer(DFUTransfer(.download))]
    }
  }

  /// Where the transfer stood, as the end of a sentence.
  func words(_ index: Int) -> String {
    guard plan.indices.contains(index) else { return "at the end" }
    return switch plan[index] {
    case .erase(let address): "when it was to erase at \(BootText.hex(address, digits: 8))"
    case .point(let address): "when it was given the address \(BootText.hex(address, digits: 8))"
    case .block: "while it was written, after \(written) bytes"
    case .settle: "between two phases"
    case .upload: "while it was read back"
    case .end: "when the image was complete"
    }
  }
}
