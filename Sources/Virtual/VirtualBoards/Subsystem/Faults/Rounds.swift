import UCI

extension UCIFault {
  /// Faults of rounds: what parameters do to them, and the fields of their records.
  static let rounds: [UCIFault] = [
    .init("responder-silent", "A responder reports no rounds.") {
      $0.onSend(SessionInfoNotification.self) { body, history in
        let session = history.sessions.first { $0.token == body.sessionToken }
        return session?.configuration.isInitiator == false ? [] : [body.packet]
      }
    },
    .init("controlee-never-initiates", "A controlee cannot be the initiator.") {
      $0.refuseLists { list in
        let configuration = AppConfiguration(list)
        let isBad = configuration[.deviceType] == [0] && configuration[.deviceRole] == [1]
        return isBad ? .deviceRole : nil
      }
    },
    .init("interval-zero-in-info", "Reports say an interval of 0.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.currentRangingInterval = 0 }
    },
    .init("hopping-leaves-blocks", "With hopping, every second block has no report.") {
      $0.onSend(SessionInfoNotification.self) { body, history in
        let session = history.sessions.first { $0.token == body.sessionToken }
        let hops = session?.configuration.number(.hoppingMode) == 1
        return hops && body.sequenceNumber % 2 == 1 ? [] : [body.packet]
      }
    },
    .init("ignores-stride", "BLOCK_STRIDE_LENGTH is taken and ignored.") {
      $0.dropParameters { parameter, _ in parameter.id == .blockStrideLength }
    },
    .init("reports-always", "SESSION_INFO_NTF_CONFIG is taken and ignored.") {
      $0.dropParameters { parameter, _ in parameter.id == .sessionInfoNtfConfig }
    },
    .init("limits-of-a-byte", "Of the limits of rounds the lower byte is read alone.") {
      $0.changeParameters { list in
        list.map { parameter in
          guard [.maxNumberOfMeasurements, .maxRRRetry].contains(parameter.id),
            parameter.value.count == 2
          else { return parameter }
          return AppConfigTLV(id: parameter.id, value: [parameter.value[0], 0])
        }
      }
    },
    .init("active-takes-nothing", "A session that ranges takes no parameter at all.") {
      $0.personality = { $0.changeableWhileActive = [] }
    },
    .init("ignores-retry-limit", "MAX_RR_RETRY is taken and ignored.") {
      $0.dropParameters { parameter, _ in parameter.id == .maxRRRetry }
    },
    .init("retries-count-all-rounds", "MAX_RR_RETRY is taken for a limit of all rounds.") {
      $0.changeParameters { list in
        list.map {
          $0.id == .maxRRRetry ? AppConfigTLV(id: .maxNumberOfMeasurements, value: $0.value) : $0
        }
      }
    },
    .init("first-controlee-only", "Reports hold the record of one controlee alone.") {
      $0.alter(SessionInfoNotification.self) { info, _ in
        info.measurements = Array(info.measurements.prefix(1))
      }
    },
    .init("two-controlees-only", "Reports hold the records of two controlees at most.") {
      $0.alter(SessionInfoNotification.self) { info, _ in
        info.measurements = Array(info.measurements.prefix(2))
      }
    },
    .init("addresses-said-short", "Reports say that their addresses are short.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.macAddrMode = .short }
    },
    .init("angle-of-a-timeout", "A peer that was not heard is reported at an angle.") {
      $0.changeMeasurements { record in
        guard record.status == .rangingRXTimeout else { return }
        record.aoaAzimuth = 640
        record.aoaAzimuthFoM = 90
      }
    },
    .init("line-of-sight-7", "Records have a line of sight that does not exist.") {
      $0.changeMeasurements { $0.nlos = UCILineOfSight(rawValue: 7) }
    },
    .init("strength-unasked", "Records have a signal strength that was not asked for.") {
      $0.changeMeasurements { $0.rssi = 130 }
    },
    .init("success-without-distance", "A peer that was heard has no distance.") {
      $0.changeMeasurements { record in if record.status == .ok { record.distance = 0xFFFF } }
    },
    .init("clock-two-percent-off", "Rounds come two percent late each.") {
      $0.interval = { $0 * 102 / 100 }
    },
    .init("second-rounds-late", "Every second report comes 30 ms late.") {
      $0.onSendPacket(SessionInfoNotification.self) { packet, history in
        let isSecond = history.reports % 2 == 1
        return [UCIDelivery(packet: packet, delay: isSecond ? .milliseconds(30) : .zero)]
      }
    },
    .init("numbers-go-on", "Rounds are numbered from the first start on for ever.") {
      $0.alter(SessionInfoNotification.self) { info, history in
        info.sequenceNumber = history.reports
      }
    },
    .init("starts-at-once", "UWB_INITIATION_TIME is taken and ignored.") {
      $0.dropParameters { parameter, _ in parameter.id == .uwbInitiationTime }
    },
    .init(
      "start-time-silences-others",
      "While a session with a time of start ranges or waits, the others report no rounds."
    ) {
      $0.onSend(SessionInfoNotification.self) { body, history in
        let isAlone = history.sessions.allSatisfy {
          $0.token == body.sessionToken || $0.state != .active
            || ($0.configuration.number(.uwbInitiationTime) ?? 0) == 0
        }
        return isAlone ? [body.packet] : []
      }
    },
  ]
}
