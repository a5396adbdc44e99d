extension UWBSubsystem {
  mutating func setDeviceConfiguration(_ parameters: [DeviceConfigTLV]) -> CoreSetConfigResponse {
    let failed = parameters.compactMap { parameter in
      fault(of: parameter).map { DeviceConfigFailure(id: parameter.id, status: $0) }
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
    let missing = ids.filter { value(of: $0) == nil }
    guard missing.isEmpty else {
      return CoreGetConfigResponse(
        status: .invalidParam, tlvs: missing.map { DeviceConfigTLV(id: $0, value: []) })
    }
    return CoreGetConfigResponse(
      status: .ok, tlvs: ids.map { DeviceConfigTLV(id: $0, value: value(of: $0) ?? []) })
  }

  private func value(of id: DeviceConfigID) -> [UInt8]? {
    if id == .deviceState { return [deviceState.rawValue] }
    if let set = deviceConfiguration.first(where: { $0.id == id }) { return set.value }
    guard let definition = id.definition,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return nil }
    return definition.bytes(of: definition.defaultValue.isEmpty ? [0] : definition.defaultValue)
  }
}
