internal import Digests
internal import WireFormat

extension SecureDFUBootloader {
  /// The most that an init packet may have.
  static let commandLimit = 512

  /// Carries out a request; nil where the protocol has no answer.
  mutating func answer(_ frame: [UInt8]) -> SecureDFUResponse? {
    guard let opcode = frame.first, opcode != SecureDFUOpcode.response else { return nil }
    func response(_ result: SecureDFUResult, _ payload: [UInt8] = []) -> SecureDFUResponse {
      SecureDFUResponse(opcode: opcode, result: result, payload: payload)
    }
    guard let request = SecureDFURequest(frame) else {
      let isKnown = SecureDFUOpcode(rawValue: opcode) != nil
      if settings.fault == .acceptsUnknownRequests { return response(.success) }
      return response(isKnown ? .invalidParameter : .notSupported)
    }
    switch request {
    case .protocolVersion: return response(.success, [1])
    case .ping(let identifier):
      defer { lastPing = identifier }
      return response(.success, [settings.fault == .answersPingsLate ? lastPing : identifier])
    case .mtu:
      let factor: UInt16 = settings.fault == .tellsLongBuffer ? 4 : 1
      return response(.success, LittleEndian.bytes(settings.mtu &* factor))
    case .setReceiptInterval(let count):
      receiptInterval = Int(count)
      receiptCountdown = Int(count)
      return response(.success)
    case .hardwareVersion: return response(.success, hardware)
    case .firmwareVersion(let image): return response(.success, firmware(image))
    case .abort:
      record.forgetTransfer()
      save()
      return response(.success)
    case .select(let type): return select(type, response)
    case .create(let type, let size): return response(create(type, size))
    case .write(let data): return write(data)
    case .checksum: return kind == nil ? response(.notPermitted) : checksum
    case .execute:
      let (result, error) = execute()
      return response(result, error.map { [$0.rawValue] } ?? [])
    }
  }

  private var hardware: [UInt8] {
    [
      settings.part, settings.variant, UInt32(truncatingIfNeeded: settings.flashSize),
      settings.ramSize, UInt32(truncatingIfNeeded: settings.pageSize),
    ].flatMap { LittleEndian.bytes($0) }
  }

  /// The bootloader is image 0; behind the last image comes type 0xFF.
  private func firmware(_ image: UInt8) -> [UInt8] {
    let none: (UInt8, [UInt32]) = (0xFF, [0, 0, 0])
    let (type, numbers): (UInt8, [UInt32]) =
      switch image {
      case 0:
        (
          2,
          [
            settings.bootloaderVersion, UInt32(truncatingIfNeeded: settings.bootloaderStart),
            UInt32(truncatingIfNeeded: settings.flashSize - settings.bootloaderStart)
              &- 2 &* UInt32(truncatingIfNeeded: settings.pageSize),
          ]
        )
      case 1 where record.isApplicationValid:
        (
          1,
          [
            record.applicationVersion, UInt32(truncatingIfNeeded: settings.applicationStart),
            UInt32(truncatingIfNeeded: record.applicationSize),
          ]
        )
      default: none
      }
    return [type] + numbers.flatMap { LittleEndian.bytes($0) }
  }

  private mutating func select(
    _ type: UInt8, _ response: (SecureDFUResult, [UInt8]) -> SecureDFUResponse
  ) -> SecureDFUResponse {
    let known = SecureDFUObjectType(rawValue: type)
    guard let selected = known ?? (settings.fault == .selectsAnyType ? .command : nil) else {
      return response(.unsupportedType, [])
    }
    // Selecting changes which object CalcCRC speaks of, and nothing else.
    kind = selected
    let limit = selected == .command ? Self.commandLimit : settings.pageSize
    return response(
      .success, LittleEndian.bytes(UInt32(truncatingIfNeeded: limit)) + position)
  }

  /// Offset and CRC of the object at hand.
  private var position: [UInt8] {
    let (offset, value) =
      kind == .command ? (command.count, CRC32.ieee(command)) : (received, crc.value)
    if settings.fault == .forgetsTheCRC, offset > 64 {
      return LittleEndian.bytes(UInt32(truncatingIfNeeded: offset)) + LittleEndian.bytes(~value)
    }
    return LittleEndian.bytes(UInt32(truncatingIfNeeded: offset)) + LittleEndian.bytes(value)
  }

  private var checksum: SecureDFUResponse {
    SecureDFUResponse(
      opcode: SecureDFUOpcode.checksum.rawValue, result: .success, payload: position)
  }

  private mutating func create(_ type: UInt8, _ size: UInt32) -> SecureDFUResult {
    receiptCountdown = receiptInterval
    guard let created = SecureDFUObjectType(rawValue: type) else { return .unsupportedType }
    guard size > 0 else { return .invalidParameter }
    switch created {
    case .command:
      guard size <= Self.commandLimit || settings.fault == .takesAnySize else {
        return .insufficientResources
      }
      kind = .command
      commandSize = Int(size)
      command = []
      if record.isInitExecuted {
        record.forgetTransfer()
        if settings.keepsProgress { save() }
      }
      forgetProgress()
      return .success
    case .data:
      guard record.isInitExecuted else {
        return settings.fault == .takesFirmwareFirst ? .success : .notPermitted
      }
      let pageSize = UInt32(truncatingIfNeeded: settings.pageSize)
      guard size <= pageSize else { return .insufficientResources }
      let end = UInt64(executed) + UInt64(size)
      guard end <= UInt64(record.imageSize) else { return .notPermitted }
      guard size % pageSize == 0 || end == UInt64(record.imageSize) else {
        return .invalidParameter
      }
      kind = .data
      beginData(Int(size))
      return .success
    }
  }

  private mutating func beginData(_ size: Int) {
    dataSize = size
    received = executed
    crc = executedCRC
    if executed == 0, record.imageStart == settings.applicationStart, record.isApplicationValid {
      record.isApplicationValid = false
      save()
    }
    erase(record.imageStart + executed, count: size)
  }

  private mutating func write(_ data: [UInt8]) -> SecureDFUResponse? {
    let invalid = SecureDFUResponse(
      opcode: SecureDFUOpcode.write.rawValue, result: .invalidParameter)
    switch kind {
    case nil: return invalid
    case .command:
      let fits = command.count + data.count <= commandSize || settings.fault == .takesLongWrites
      guard fits, !record.isInitExecuted else { return invalid }
      command += data
    case .data:
      guard dataSize > 0, received - executed + data.count <= dataSize else { return invalid }
      dataWrites += 1
      if !isLost { storeData(data) }
    }
    guard receiptInterval > 0, settings.fault != .neverReports else { return nil }
    receiptCountdown -= 1
    guard receiptCountdown <= 0 else { return nil }
    receiptCountdown = receiptInterval
    return checksum
  }

  private var isLost: Bool {
    mutating get {
      switch settings.fault {
      case .losesEveryWrite: return true
      case .losesWrite(let number) where !isFaultSpent && dataWrites == number:
        isFaultSpent = true
        return true
      default: return false
      }
    }
  }

  private mutating func storeData(_ data: [UInt8]) {
    var stored = data
    if settings.fault == .storesWrongBit, received == 0, !stored.isEmpty { stored[0] ^= 0x01 }
    // The CRC is that of what came in, and says nothing of what flash made of it.
    guard store(stored, at: record.imageStart + received) else { return }
    received += data.count
    crc.update(data)
  }

  private mutating func execute() -> (SecureDFUResult, SecureDFUExtendedError?) {
    switch kind {
    case nil: return (.notPermitted, nil)
    case .command: return executeCommand()
    case .data: return executeData()
    }
  }

  private mutating func executeCommand() -> (SecureDFUResult, SecureDFUExtendedError?) {
    guard commandSize > 0, command.count == commandSize else {
      return (settings.fault == .executesShortObjects ? .success : .notPermitted, nil)
    }
    // The same packet again changes nothing: the host asks after an interruption.
    guard !record.isInitExecuted else { return (.success, nil) }
    if case .refusesInit(let code) = settings.fault {
      return (.extended, SecureDFUExtendedError(rawValue: code))
    }
    guard let packet = SecureDFUInitPacket(command) else {
      return settings.fault == .takesAnyInit ? (.success, nil) : (.extended, .initCommandInvalid)
    }
    if let error = objection(to: packet) { return (.extended, error) }
    record.initPacket = command
    record.isInitExecuted = true
    record.imageSize = Int(packet.imageSize)
    record.imageStart = place(for: record.imageSize)
    record.imageVersion = packet.firmwareVersion ?? 0
    record.progress = 0
    if settings.keepsProgress { save() }
    forgetProgress()
    return (.success, nil)
  }

  private func objection(to packet: SecureDFUInitPacket) -> SecureDFUExtendedError? {
    if settings.needsSignature, packet.signatureType == nil { return .signatureMissing }
    let suitsHardware =
      packet.hardwareVersion == settings.hardwareVersion || settings.fault == .takesAnyHardware
    guard suitsHardware else { return .hardwareMismatch }
    guard packet.type == 0, packet.imageSize > 0 else { return .initCommandInvalid }
    // 0xFFFE stands for any SoftDevice.
    let suits =
      packet.softDevices.isEmpty || packet.softDevices.contains { [0, 0xFFFE].contains($0) }
    guard suits else { return .softDeviceMismatch }
    guard packet.hashType == 3, packet.hash.count == 32 else { return .wrongHashType }
    if !packet.isDebug, record.isApplicationValid {
      guard let version = packet.firmwareVersion, version >= record.applicationVersion else {
        return .versionTooLow
      }
    }
    let room = settings.bootloaderStart - settings.applicationStart
    return packet.imageSize <= UInt64(max(0, room)) ? nil : .insufficientSpace
  }

  private mutating func executeData() -> (SecureDFUResult, SecureDFUExtendedError?) {
    // An object that was executed may be executed again: hosts do so after an interruption, when
    // they cannot know (nrfutil 6.1.7).
    if dataSize == 0, executed > 0, received == executed { return (.success, nil) }
    guard dataSize > 0, received - executed == dataSize else { return (.notPermitted, nil) }
    if settings.fault == .failsToExecute { return (.failed, nil) }
    executed = received
    executedCRC = crc
    dataSize = 0
    guard executed == record.imageSize else {
      record.progress = executed
      if settings.keepsProgress { save() }
      return (.success, nil)
    }
    return validate()
  }

  /// The image is whole: what flash holds must have the hash of the init packet.
  private mutating func validate() -> (SecureDFUResult, SecureDFUExtendedError?) {
    let image = flash.read(
      UInt32(truncatingIfNeeded: record.imageStart), count: record.imageSize)
    let packet = SecureDFUInitPacket(record.initPacket)
    guard let image, let packet,
      MessageDigest.sha256(image).reversed() == packet.hash || settings.fault == .acceptsAnyHash
    else {
      record.forgetTransfer()
      if settings.keepsProgress { save() }
      forgetProgress()
      return (.extended, .verificationFailed)
    }
    record.imageCRC = CRC32.ieee(image)
    record.isActivating = true
    save()
    return (.success, nil)
  }
}
