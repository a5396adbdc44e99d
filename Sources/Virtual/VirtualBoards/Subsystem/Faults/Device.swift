import UCI

extension UWBSPersonality {
  /// Changes the value of one capability of FiRa 2.x.
  fileprivate mutating func change(_ id: CapabilityID, to value: [UInt8]?) {
    capabilities = capabilities.compactMap { capability in
      guard capability.id == id.rawValue else { return capability }
      return value.map { CapabilityTLV(id: capability.id, value: $0) }
    }
  }
}

extension UCIHooks {
  /// Says another value wherever the parameter DEVICE_STATE is read.
  mutating func changeDeviceState(to state: UInt8) {
    onSend(CoreGetConfigResponse.self) { body, _ in
      let list = (body.tlvs ?? []).map {
        $0.id == .deviceState ? DeviceConfigTLV(id: $0.id, value: [state]) : $0
      }
      return [CoreGetConfigResponse(status: body.status, tlvs: list).packet]
    }
  }
}

extension UCIFault {
  /// Faults of what a board says of itself, of device parameters and of the device's state.
  static let device: [UCIFault] = [
    .init("hangs-up-at-each-stop", "The board hangs up when a session is stopped.") {
      $0.onReceive(SessionStopCommand.self) { _, _ in [.die(.zero)] }
    },
    .init("versions-of-two-generations", "The version of the MAC is 1.3.") {
      $0.alter(CoreGetDeviceInfoResponse.self) { body, _ in body.body?.macVersion = [1, 0x30] }
    },
    .init(
      "version-outside-its-range", "The capabilities tell a range of PHY versions of the future."
    ) {
      $0.personality = { $0.change(.firaPHYVersionRange, to: [9, 0, 9, 0]) }
    },
    .init("capability-of-wrong-size", "A capability of five bytes has two.") {
      $0.personality = { $0.change(.hprfParameterSets, to: [0, 0]) }
    },
    .init("no-frame-capability", "The capabilities tell no frame configuration.") {
      $0.personality = { $0.change(.rframeConfig, to: nil) }
    },
    .init("tells-channel-6", "The capabilities tell channel 6, which is refused.") {
      $0.personality = { $0.change(.channels, to: [0x0B]) }
    },
    .init("tells-frames-it-refuses", "The capabilities tell frames SP1, which are refused.") {
      $0.personality = { $0.supportedValues[.rframeConfig] = [3] }
    },
    .init("device-info-changes", "Device information is another while there are sessions.") {
      $0.alter(CoreGetDeviceInfoResponse.self) { body, history in
        if !history.sessions.isEmpty { body.body?.uciTestVersion = [0, 0] }
      }
    },
    .init("get-config-first-alone", "Of several device parameters the first is read.") {
      $0.onSend(CoreGetConfigResponse.self) { body, _ in
        let list = Array((body.tlvs ?? []).prefix(1))
        return [CoreGetConfigResponse(status: body.status, tlvs: list).packet]
      }
    },
    .init(
      "get-config-unknown-with-others",
      "An unknown device parameter is told together with a value of another one."
    ) {
      $0.onSend(CoreGetConfigResponse.self) { body, _ in
        guard body.status != .ok else { return [body.packet] }
        let list = [DeviceConfigTLV(id: .lowPowerMode, value: [1])] + (body.tlvs ?? [])
        return [CoreGetConfigResponse(status: body.status, tlvs: list).packet]
      }
    },
    .init(
      "set-config-forgotten", "A device parameter that is written is answered with OK and not kept."
    ) {
      $0.onReceive(CoreSetConfigCommand.self) { _, _ in
        [.say(CoreSetConfigResponse(status: .ok, failed: []).packet)]
      }
    },
    .init(
      "set-config-names-good-ones", "LOW_POWER_MODE is named among device parameters that are bad."
    ) {
      $0.onSend(CoreSetConfigResponse.self) { body, _ in
        guard body.status != .ok else { return [body.packet] }
        let good = DeviceConfigFailure(id: .lowPowerMode, status: .invalidParam)
        return [
          CoreSetConfigResponse(status: body.status, failed: [good] + (body.failed ?? [])).packet
        ]
      }
    },
    .init(
      "empty-get-config-ok", "GET_CONFIG without payload is answered with OK and an empty list."
    ) {
      let empty = CoreGetConfigResponse(status: .ok, tlvs: []).packet
      $0.onReceive(CoreGetConfigCommand.self, [.say(empty)]) { packet, _ in packet.payload.isEmpty }
    },
    .init("silent-when-active", "The device does not tell that it is ACTIVE.") {
      $0.omit(CoreDeviceStatusNotification.self) { body, _ in body.deviceState == .active }
    },
    .init(
      "device-state-always-ready", "The parameter DEVICE_STATE is READY while a session ranges."
    ) {
      $0.changeDeviceState(to: 1)
    },
    .init("clock-stands-still", "The device's own time is always the same.") {
      $0.onSend(CoreQueryUWBSTimestampResponse.self) { body, _ in
        [CoreQueryUWBSTimestampResponse(status: body.status, timestamp: 5).packet]
      }
    },
  ]
}
