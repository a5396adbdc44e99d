extension UWBSubsystem {
  // MARK: Application configuration

  mutating func configure(_ command: SessionSetAppConfigCommand) -> [Action] {
    guard let index = index(of: command.sessionToken) else {
      return [send(SessionSetAppConfigResponse(status: .errorSessionNotExist, failed: []))]
    }
    let session = sessions[index]
    let isActive = session.state == .active
    var staged = session.configuration
    var failed: [AppConfigFailure] = []
    for parameter in command.tlvs {
      if isActive, !personality.changeableWhileActive.contains(parameter.id) {
        failed.append(AppConfigFailure(id: parameter.id, status: .errorSessionActive))
      } else if let status = fault(of: parameter) {
        failed.append(AppConfigFailure(id: parameter.id, status: status))
      } else {
        staged[parameter.id] = parameter.value
      }
    }
    failed += inconsistencies(of: staged, set: command.tlvs.map(\.id), failed: failed.map(\.id))
    guard failed.isEmpty else {
      let onlyActive = failed.allSatisfy { $0.status == .errorSessionActive }
      let status: UCIStatus = onlyActive ? .errorSessionActive : .invalidParam
      return [send(SessionSetAppConfigResponse(status: status, failed: failed))]
    }
    guard staged.contains(all: personality.requiredToConfigure) else {
      return [send(SessionSetAppConfigResponse(status: .rejected, failed: []))]
    }
    sessions[index].configuration = staged
    var actions = [send(SessionSetAppConfigResponse(status: .ok, failed: []))]
    if session.state == .initial, staged.contains(all: personality.requiredToStart) {
      sessions[index].state = .idle
      actions.append(sessionStatus(session.token, .idle))
    }
    if isActive { actions.append(.updateRanging(token: session.token, staged)) }
    return actions
  }

  /// Why the board does not take a parameter; nil when it does.
  private func fault(of parameter: AppConfigTLV) -> UCIStatus? {
    guard let definition = parameter.id.definition,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return .invalidParam }
    if definition.access == .readOnly { return .readOnly }
    if !definition.sizes.isEmpty, !definition.sizes.contains(parameter.value.count) {
      return .invalidMessageSize
    }
    // FiRa 2.x counts this time in 8 bytes, FiRa 1.x in 4.
    if parameter.id == .uwbInitiationTime,
      parameter.value.count != (personality.dialect.version == .fira2 ? 8 : 4)
    {
      return .invalidMessageSize
    }
    guard let numbers = definition.numbers(of: parameter.value) else { return nil }
    for number in numbers {
      if let range = definition.range, !range.contains(number) { return .invalidRange }
      if !definition.values.isEmpty, definition.valueName(number) == nil { return .invalidRange }
    }
    if let supported = personality.supportedValues[parameter.id],
      !numbers.allSatisfy(supported.contains)
    {
      return .invalidRange
    }
    return nil
  }

  /// Parameters whose size follows from others, looked at when all are known.
  private func inconsistencies(
    of staged: AppConfiguration, set ids: [AppConfigID], failed: [AppConfigID]
  ) -> [AppConfigFailure] {
    var failures: [AppConfigFailure] = []
    let size = staged.addressSize
    if ids.contains(.deviceMACAddress), !failed.contains(.deviceMACAddress),
      staged.address.count != size
    {
      failures.append(AppConfigFailure(id: .deviceMACAddress, status: .invalidMessageSize))
    }
    if ids.contains(.dstMACAddress), let list = staged[.dstMACAddress] {
      let count = Int(staged.number(.numberOfControlees) ?? 1)
      if list.count != count * size || count > personality.maximumControlees {
        failures.append(AppConfigFailure(id: .dstMACAddress, status: .invalidMessageSize))
      }
    }
    return failures
  }

  /// An empty list asks for everything that is set or has a default.
  func configuration(_ command: SessionGetAppConfigCommand) -> SessionGetAppConfigResponse {
    guard let index = index(of: command.sessionToken) else {
      return SessionGetAppConfigResponse(status: .errorSessionNotExist, tlvs: [])
    }
    let configuration = sessions[index].configuration
    if command.ids.isEmpty {
      let all = AppConfigID.definitions.compactMap { definition -> AppConfigTLV? in
        let id = AppConfigID(rawValue: definition.id)
        return value(of: id, in: configuration).map { AppConfigTLV(id: id, value: $0) }
      }
      return SessionGetAppConfigResponse(status: .ok, tlvs: all)
    }
    var found: [AppConfigTLV] = []
    var missing: [AppConfigTLV] = []
    for id in command.ids {
      if let value = value(of: id, in: configuration) {
        found.append(AppConfigTLV(id: id, value: value))
      } else {
        missing.append(AppConfigTLV(id: id, value: []))
      }
    }
    return missing.isEmpty
      ? SessionGetAppConfigResponse(status: .ok, tlvs: found)
      : SessionGetAppConfigResponse(status: .invalidParam, tlvs: missing)
  }

  private func value(of id: AppConfigID, in configuration: AppConfiguration) -> [UInt8]? {
    if let value = configuration[id] { return value }
    guard let definition = id.definition, !definition.defaultValue.isEmpty,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return nil }
    return definition.bytes(of: definition.defaultValue)
  }

  // MARK: Device configuration

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
