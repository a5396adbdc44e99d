internal import Digests

extension SMPBootloader {
  /// Carries out a request; no answer to what is none. The second value says that a reset follows.
  mutating func answer(_ request: SMPMessage) -> (CBORValue?, restart: Bool) {
    guard request.operation == .read || request.operation == .write else { return (nil, false) }
    guard let payload = try? CBORValue(decoding: request.payload), case .map = payload else {
      return (error(3), false)
    }
    if case .isBusy(let count) = settings.fault, requests <= count { return (error(10), false) }
    if case .takesLess(let limit) = settings.fault,
      request.payload.count + SMPMessage.headerSize > limit
    {
      return (error(2), false)
    }
    let isWrite = request.operation == .write
    switch (request.group, request.command, isWrite) {
    case (SMPCommand.osGroup, SMPCommand.echo, _):
      guard let text = payload["d"]?.text else { return (error(3), false) }
      let isCut = settings.fault == .cutsEchoes
      return (.map(["r": .text(isCut ? String(text.prefix(16)) : text)]), false)
    case (SMPCommand.osGroup, SMPCommand.reset, true): return (.map([]), true)
    case (SMPCommand.osGroup, SMPCommand.parameters, false) where settings.hasParameters:
      return (
        .map([
          "buf_size": CBORValue(settings.bufferSize), "buf_count": CBORValue(settings.bufferCount),
        ]), false
      )
    case (SMPCommand.osGroup, SMPCommand.applicationInfo, false) where settings.mode == .application:
      return (.map(["output": .text("uwbrig virtual board")]), false)
    case (SMPCommand.osGroup, SMPCommand.bootloaderInfo, false)
    where settings.mode == .application:
      let isMode = payload["query"]?.text == "mode"
      return (isMode ? .map(["mode": .unsigned(2)]) : .map(["bootloader": .text("MCUboot")]), false)
    case (SMPCommand.imageGroup, _, _): return (imageAnswer(request, payload, isWrite), false)
    default: return (settings.fault == .ignoresUnknown ? nil : error(8), false)
    }
  }

  private mutating func imageAnswer(
    _ request: SMPMessage, _ payload: CBORValue, _ isWrite: Bool
  ) -> CBORValue? {
    let version = request.version
    switch (request.command, isWrite) {
    case (SMPCommand.imageState, false): return imageList
    case (SMPCommand.imageState, true) where settings.mode == .application:
      if let code = setState(payload) { return imageError(code, version) }
      return imageList
    case (SMPCommand.imageUpload, true):
      let answer = take(payload, version)
      uploadAnswers += 1
      if case .losesAnswer(let number) = settings.fault, uploadAnswers == number { return nil }
      return answer
    case (SMPCommand.imageErase, true) where settings.fault == .erasesRunning:
      store.erase(store.slots[payload["slot"]?.integer == 0 ? 0 : 1].start, count: 8192)
      return success(version)
    case (SMPCommand.imageErase, true) where settings.mode == .application:
      guard (payload["slot"]?.integer ?? 1) == 1 else { return imageError(14, version) }
      guard store.pending == .none else { return imageError(9, version) }
      store.erase(store.slots[1].start, count: store.slots[1].size)
      upload = nil
      return success(version)
    case (SMPCommand.slotInfo, false) where settings.mode == .application: return slotInfo
    default: return error(8)
    }
  }

  /// An error of the whole protocol, in either version.
  private func error(_ code: Int) -> CBORValue { .map(["rc": CBORValue(code)]) }

  private func success(_ version: UInt8) -> CBORValue {
    version == 0 ? .map(["rc": .unsigned(0)]) : .map([])
  }

  /// An error of the image group; version 1 has but a few codes for all of them.
  private func imageError(_ code: Int, _ version: UInt8) -> CBORValue {
    let usesGroups = version > 0 && settings.version > 0 || settings.fault == .forgetsTheVersion
    guard !usesGroups else {
      return .map([
        "err": .map(["group": CBORValue(Int(SMPCommand.imageGroup)), "rc": CBORValue(code)])
      ])
    }
    let common = [3: 5, 8: 5, 9: 2, 14: 3, 20: 3, 21: 3, 22: 3, 23: 3, 24: 3, 28: 6, 30: 3, 33: 6]
    return .map(["rc": CBORValue(common[code] ?? 1)])
  }

  private var imageList: CBORValue {
    let pending = settings.mode == .application ? store.pending : .none
    let images = [0, 1].compactMap { slot -> CBORValue? in
      guard settings.mode == .application || slot == 0, let image = store.image(slot) else {
        return nil
      }
      let isFirst = slot == 0
      return .map([
        "slot": CBORValue(slot), "version": .text(image.version),
        "hash": .bytes(settings.fault == .hidesHashes ? [] : image.hash),
        "bootable": .boolean(image.isBootable),
        "pending": .boolean(!isFirst && (pending == .test || pending == .permanent)),
        "confirmed": .boolean(isFirst ? pending != .revert : pending == .revert),
        "active": .boolean(isFirst), "permanent": .boolean(!isFirst && pending == .permanent),
      ])
    }
    return .map(["images": .array(images), "splitStatus": .unsigned(0)])
  }

  private var slotInfo: CBORValue {
    let slots = [0, 1].map { slot in
      CBORValue.map(["slot": CBORValue(slot), "size": CBORValue(store.slots[slot].size)])
    }
    return .map([
      "images": .array([
        .map([
          "image": .unsigned(0), "slots": .array(slots), "max_image_size": CBORValue(store.room(1)),
        ])
      ])
    ])
  }

  /// Selects or confirms an image; the code of what is wrong, or nil.
  private mutating func setState(_ payload: CBORValue) -> Int? {
    let confirms = payload["confirm"]?.boolean ?? false
    guard let hash = payload["hash"]?.bytes, !hash.isEmpty else {
      guard confirms else { return 24 }
      if settings.fault != .forgetsToConfirm { store.confirm() }
      return nil
    }
    if store.image(0)?.hash == hash {
      guard confirms else { return 33 }
      if settings.fault != .forgetsToConfirm { store.confirm() }
      return nil
    }
    guard let image = store.image(1), image.hash == hash else { return 8 }
    switch store.pending {
    case .revert: return confirms ? 32 : 28
    case .permanent where !confirms: return 28
    default: store.schedule(permanent: confirms)
    }
    return nil
  }

  private mutating func take(_ payload: CBORValue, _ version: UInt8) -> CBORValue {
    guard let offset = payload["off"]?.integer, let data = payload["data"]?.bytes else {
      return error(3)
    }
    guard (payload["image"]?.integer ?? 0) == 0 else { return imageError(14, version) }
    if offset == 0 || settings.fault == .takesAnyOffset && upload == nil {
      if let code = beginUpload(payload, data) { return imageError(code, version) }
    }
    guard var current = upload else { return imageError(20, version) }
    // The host is told where to go on, and nothing is written.
    guard offset == current.offset || settings.fault == .takesAnyOffset else {
      return told(current.offset, version)
    }
    guard current.offset + data.count <= current.length || settings.fault == .takesAnyLength else {
      return imageError(31, version)
    }
    guard write(data, current) else {
      upload = nil
      return imageError(12, version)
    }
    current.offset += data.count
    guard current.offset == current.length else {
      upload = current
      return told(current.offset, version)
    }
    upload = nil
    let stored = flash.read(store.slots[current.slot].start, count: current.length) ?? []
    let matches: Bool? =
      current.digest.isEmpty ? nil : MessageDigest.sha256(stored) == current.digest
    return told(current.offset, version, matches: matches)
  }

  private func told(_ offset: Int, _ version: UInt8, matches: Bool? = nil) -> CBORValue {
    var pairs: [CBORPair] = []
    if version == 0 || settings.mode == .recovery {
      pairs.append(CBORPair(key: .text("rc"), value: .unsigned(0)))
    }
    pairs.append(CBORPair(key: .text("off"), value: CBORValue(offset)))
    if let matches { pairs.append(CBORPair(key: .text("match"), value: .boolean(matches))) }
    return .map(pairs)
  }

  private mutating func beginUpload(_ payload: CBORValue, _ data: [UInt8]) -> Int? {
    let assumed = settings.fault == .takesUnknownLength ? 4096 : nil
    guard let length = payload["len"]?.integer ?? assumed else { return 21 }
    let digest = payload["sha"]?.bytes ?? []
    let slot = settings.mode == .recovery ? 0 : 1
    // The same image again, in the middle of it: the host has lost the thread.
    if let upload, upload.length == length, upload.digest == digest, !digest.isEmpty,
      upload.slot == slot
    {
      return nil
    }
    guard data.count >= SMPImage.headerSize else { return 22 }
    guard SMPImage.hasMagic(data) || settings.fault == .takesNoImages else { return 23 }
    let fits = length <= store.room(slot) || settings.fault == .takesAnyLength
    guard length > 0, fits else { return length > 0 ? 30 : 21 }
    guard slot == 0 || store.pending == .none else { return 9 }
    store.eraseTrailer(slot)
    store.erase(store.slots[slot].start, count: length)
    upload = Upload(slot: slot, length: length, digest: digest.count == 32 ? digest : [])
    return nil
  }

  private mutating func write(_ data: [UInt8], _ upload: Upload) -> Bool {
    var data = data
    if case .failsToWrite(let place) = settings.fault, upload.offset + data.count > place {
      return false
    }
    if settings.fault == .storesWrongBit, upload.offset == 0, data.count > 40 { data[40] ^= 0x10 }
    return store.write(data, at: store.address(upload.slot, upload.offset))
  }
}
