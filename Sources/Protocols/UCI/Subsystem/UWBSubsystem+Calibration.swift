/// The calibration commands of vendors' own groups.
extension UWBSubsystem {
  /// QORVO_CALIBRATION_SET: each value by its name; the first that is refused ends it.
  mutating func calibrate(_ command: QorvoCalibrationSetCommand) -> [Action] {
    for entry in command.entries {
      guard
        let status = calibration.set(String(decoding: entry.key, as: UTF8.self), to: entry.value)
      else { return [] }
      if status != .ok { return [send(QorvoCalibrationSetResponse(status: status))] }
    }
    return [send(QorvoCalibrationSetResponse(status: .ok, entries: []))]
  }

  /// QORVO_CALIBRATION_GET: each value with a status of its own.
  func calibration(_ command: QorvoCalibrationGetCommand) -> QorvoCalibrationGetResponse {
    let values = command.keys.map { key in
      let value = calibration.value(of: String(decoding: key.key, as: UTF8.self))
      return QorvoCalibrationValue(
        key: key.key, status: value == nil ? .invalidParam : .ok, value: value ?? [])
    }
    let known = values.allSatisfy { $0.status == .ok }
    return QorvoCalibrationGetResponse(status: known ? .ok : .failed, entries: values)
  }

  /// The tags of NXP that a board keeps: a count, and for each antenna or pair of antennas its id and a
  /// u16: receive delays in Q14.2, offsets of phases in degrees (Q9.7).
  private enum NXPTag: UInt8 {
    case receiveDelay = 0x02
    case phaseOffset = 0x03

    /// Antennas and pairs are counted from 1.
    func name(_ id: UInt8, _ channel: UInt8) -> String {
      switch self {
      case .receiveDelay: UWBSCalibration.delay(antenna: Int(id) - 1, channel: Int(channel))
      case .phaseOffset: UWBSCalibration.offset(pair: Int(id) - 1, channel: Int(channel))
      }
    }
  }

  /// NXP_SET_DEVICE_CALIBRATION; other tags than the two are taken and not kept.
  mutating func calibrate(_ command: NXPSetDeviceCalibrationCommand) -> [Action] {
    guard let tag = NXPTag(rawValue: command.tag) else {
      return [send(NXPSetDeviceCalibrationResponse(status: .ok))]
    }
    let count = Int(command.value.first ?? 0)
    let rest = Array(command.value.dropFirst())
    guard rest.count == 3 * count else {
      return [send(NXPSetDeviceCalibrationResponse(status: .invalidMessageSize))]
    }
    for place in stride(from: 0, to: rest.count, by: 3) {
      let padding: [UInt8] = tag == .receiveDelay ? [0, 0] : []
      guard
        let status = calibration.set(
          tag.name(rest[place], command.channel), to: [rest[place + 1], rest[place + 2]] + padding)
      else { return [] }
      if status != .ok { return [send(NXPSetDeviceCalibrationResponse(status: status))] }
    }
    return [send(NXPSetDeviceCalibrationResponse(status: .ok))]
  }

  /// NXP_GET_DEVICE_CALIBRATION of the first antenna, or the first pair.
  func calibration(_ command: NXPGetDeviceCalibrationCommand) -> NXPGetDeviceCalibrationResponse {
    guard let tag = NXPTag(rawValue: command.tag),
      let value = calibration.value(of: tag.name(1, command.channel))
    else { return NXPGetDeviceCalibrationResponse(status: .invalidParam) }
    return NXPGetDeviceCalibrationResponse(status: .ok, value: [1, 1] + value.prefix(2))
  }
}
