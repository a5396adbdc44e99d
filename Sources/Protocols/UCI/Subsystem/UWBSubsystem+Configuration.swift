extension UWBSubsystem {
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
    let touched = command.tlvs.map(\.id)
    failed += inconsistencies(of: staged).filter { fault in
      touched.contains(fault.id) && !failed.contains { $0.id == fault.id }
    }
    guard failed.isEmpty else {
      let onlyActive = failed.allSatisfy { $0.status == .errorSessionActive }
      let status: UCIStatus = onlyActive ? .errorSessionActive : .invalidParam
      return [send(SessionSetAppConfigResponse(status: status, failed: failed))]
    }
    guard staged.contains(all: personality.requiredToConfigure) else {
      return [send(SessionSetAppConfigResponse(status: .rejected, failed: []))]
    }
    sessions[index].configuration = staged
    sessions[index].controleeSubSessions = session.controleeSubSessions.filter {
      staged.destinations.contains($0.key)
    }
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
    if parameter.id == .uwbInitiationTime, parameter.value.count != initiationTimeSize {
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

  /// Addresses whose size or number does not follow from the parameters that say it.
  ///
  /// Only those that are set in one command count against it: MAC_ADDRESS_MODE and
  /// NUMBER_OF_CONTROLEES may come in an earlier one than the addresses.
  func inconsistencies(of configuration: AppConfiguration) -> [AppConfigFailure] {
    var failures: [AppConfigFailure] = []
    let size = configuration.addressSize
    if let own = configuration[.deviceMACAddress], own.count != size {
      failures.append(AppConfigFailure(id: .deviceMACAddress, status: .invalidMessageSize))
    }
    let list = configuration[.dstMACAddress] ?? []
    let count = Int(configuration.number(.numberOfControlees) ?? 1)
    if list.isEmpty || list.count != count * size || count > personality.maximumControlees {
      failures.append(AppConfigFailure(id: .dstMACAddress, status: .invalidMessageSize))
    }
    return failures
  }

  /// An empty list asks for everything that is set or has a default.
  func configuration(_ command: SessionGetAppConfigCommand) -> SessionGetAppConfigResponse {
    guard let index = index(of: command.sessionToken) else {
      return SessionGetAppConfigResponse(status: .errorSessionNotExist, tlvs: [])
    }
    let configuration = sessions[index].configuration
    let missing = command.ids.filter { value(of: $0, in: configuration) == nil }
    guard missing.isEmpty else {
      return SessionGetAppConfigResponse(
        status: .invalidParam, tlvs: missing.map { AppConfigTLV(id: $0, value: []) })
    }
    let all = AppConfigID.definitions.map { AppConfigID(rawValue: $0.id) }
    let tlvs = (command.ids.isEmpty ? all : command.ids).compactMap { id in
      value(of: id, in: configuration).map { AppConfigTLV(id: id, value: $0) }
    }
    return SessionGetAppConfigResponse(status: .ok, tlvs: tlvs)
  }

  /// FiRa 2.x counts this time in 8 bytes, FiRa 1.x in 4.
  private var initiationTimeSize: Int { personality.reportedVersion == .fira2 ? 8 : 4 }

  private func value(of id: AppConfigID, in configuration: AppConfiguration) -> [UInt8]? {
    if let value = configuration[id] { return value }
    guard let definition = id.definition, !definition.defaultValue.isEmpty,
      definition.vendor == nil || definition.vendor == personality.dialect.vendor
    else { return nil }
    return definition.bytes(
      of: definition.defaultValue, size: id == .uwbInitiationTime ? initiationTimeSize : nil)
  }
}
