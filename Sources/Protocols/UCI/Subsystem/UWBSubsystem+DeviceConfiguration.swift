extension UWBSubsystem {
  mutating func setDeviceConfiguration(_ parameters: [DeviceConfigTLV]) -> CoreSetConfigResponse {
    var failed: [DeviceConfigFailure] = []
    for parameter in parameters {
      if let status = fault(of: parameter) {
        failed.append(DeviceConfigFailure(id: parameter.id, status: status))
      }
    }
    guard failed.isEmpty else {
      return CoreSetConfigResponse(status: .invalidParam, failed: failed)
    }
    for parameter in parameters {
      deviceConfiguration.removeAll { $0.id == parameter.id }
      deviceConfiguration.append(parameter)
    }
    return CoreSetConfigResponse(status: .ok, failed: [])
  }

  /// A list in which NXP's identifiers of two bytes may stand between others.
  ///
  /// It is read to its end, whatever its count says: AOSP's own file counts wrong. Values of
  /// two-byte identifiers are taken and not kept, for nothing is known that reads them back.
  mutating func setDeviceConfiguration(raw: [UInt8]) -> CoreSetConfigResponse {
    guard let list = try? UCITLV.list(from: raw, dialect: personality.dialect) else {
      return CoreSetConfigResponse(status: .syntaxError)
    }
    return setDeviceConfiguration(
      list.filter { $0.id <= 0xFF }.map {
        DeviceConfigTLV(id: DeviceConfigID(rawValue: UInt8($0.id)), value: $0.value)
      })
  }

  private func fault(of parameter: DeviceConfigTLV) -> UCIStatus? {
    guard let definition = parameter.id.definition,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return .invalidParam }
    if definition.access == .readOnly { return .readOnly }
    let isRightSize = definition.sizes.isEmpty || definition.sizes.contains(parameter.value.count)
    return isRightSize ? nil : .invalidMessageSize
  }

  func deviceConfiguration(_ ids: [DeviceConfigID]) -> CoreGetConfigResponse {
    var found: [DeviceConfigTLV] = []
    var missing: [DeviceConfigTLV] = []
    for id in ids {
      if let value = value(of: id) {
        found.append(DeviceConfigTLV(id: id, value: value))
      } else {
        missing.append(DeviceConfigTLV(id: id, value: []))
      }
    }
    return missing.isEmpty
      ? CoreGetConfigResponse(status: .ok, tlvs: found)
      : CoreGetConfigResponse(status: .invalidParam, tlvs: missing)
  }

  private func value(of id: DeviceConfigID) -> [UInt8]? {
    if id == .deviceState { return [deviceState.rawValue] }
    if let set = deviceConfiguration.first(where: { $0.id == id }) { return set.value }
    guard let definition = id.definition,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return nil }
    let zeros = [Int64](repeating: 0, count: 1)
    return definition.bytes(
      of: definition.defaultValue.isEmpty ? zeros : definition.defaultValue)
  }
}
