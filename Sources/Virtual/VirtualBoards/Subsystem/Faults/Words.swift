import UCI

extension UCIFault {
  static let words: [UCIFault] = [
    .init("reserved-byte-in-info", "A reserved byte of reports is not zero.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.rfu1 = 1 }
    },
    .init("slot-200-of-a-timeout", "A timeout names a slot that the round has not.") {
      $0.changeMeasurements { if $0.status == .rangingRXTimeout { $0.slotIndex = 200 } }
    },
    .init(
      "distance-of-655-metres", "Every peer that is heard is 655 m away, the most that can be said."
    ) {
      $0.changeMeasurements { if $0.distance != 0xFFFF { $0.distance = 0xFFF0 } }
    },
    .init("test-version-zero", "The version of UCI for tests is 0.0.") {
      $0.alterBytes(CoreGetDeviceInfoResponse.self) { packet, _ in
        if packet.payload.count > 8 { packet.payload.replaceSubrange(7...8, with: [0, 0]) }
      }
    },
    .init(
      "refuses-by-another-name", "A device parameter that is refused is named by another's number."
    ) {
      $0.onSend(CoreSetConfigResponse.self) { body, _ in
        let failed = (body.failed ?? []).map {
          DeviceConfigFailure(id: .deviceState, status: $0.status)
        }
        return body.status == .ok
          ? [body.packet] : [CoreSetConfigResponse(status: body.status, failed: failed).packet]
      }
    },
    .init(
      "refuses-session-parameters-by-another-name",
      "A parameter of a session that is refused is named by another's number."
    ) {
      $0.onSend(SessionSetAppConfigResponse.self) { body, _ in
        let failed = (body.failed ?? []).map {
          AppConfigFailure(id: .deviceType, status: $0.status)
        }
        return body.status == .ok
          ? [body.packet]
          : [SessionSetAppConfigResponse(status: body.status, failed: failed).packet]
      }
    },
    .init("data-credit-twice", "Every credit is told twice.") {
      $0.onSend(SessionDataCreditNotification.self) { body, _ in [body.packet, body.packet] }
    },
    .init("no-generic-error", "CORE_GENERIC_ERROR_NTF is never sent.") {
      $0.onSend(CoreGenericErrorNotification.self) { _, _ in [] }
    },
  ]
}
