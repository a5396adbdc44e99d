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

  /// NXP's tag of receive delays: a count, and for each antenna its id and a u16 in Q14.2.
  private static let receiveDelay: UInt8 = 0x02

  /// NXP_SET_DEVICE_CALIBRATION; other tags than the receive delay are taken and not kept.
  mutating func calibrate(_ command: NXPSetDeviceCalibrationCommand) -> [Action] {
    guard command.tag == Self.receiveDelay else {
      return [send(NXPSetDeviceCalibrationResponse(status: .ok))]
    }
    let count = Int(command.value.first ?? 0)
    let rest = Array(command.value.dropFirst())
    guard rest.count == 3 * count else {
      return [send(NXPSetDeviceCalibrationResponse(status: .invalidMessageSize))]
    }
    for place in stride(from: 0, to: rest.count, by: 3) {
      // Its antennas are counted from 1.
      let name = UWBSCalibration.delay(
        antenna: Int(rest[place]) - 1, channel: Int(command.channel))
      guard
        let status = calibration.set(name, to: [rest[place + 1], rest[place + 2], 0, 0])
      else { return [] }
      if status != .ok { return [send(NXPSetDeviceCalibrationResponse(status: status))] }
    }
    return [send(NXPSetDeviceCalibrationResponse(status: .ok))]
  }

  /// NXP_GET_DEVICE_CALIBRATION of the receive delay of the first antenna.
  func calibration(_ command: NXPGetDeviceCalibrationCommand) -> NXPGetDeviceCalibrationResponse {
    let name = UWBSCalibration.delay(antenna: 0, channel: Int(command.channel))
    guard command.tag == Self.receiveDelay, let value = calibration.value(of: name) else {
      return NXPGetDeviceCalibrationResponse(status: .invalidParam)
    }
    return NXPGetDeviceCalibrationResponse(
      status: .ok, value: [1, 1] + value.prefix(2))
  }
}
