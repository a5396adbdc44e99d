import UCI

extension UCIHooks {
  /// Changes every SESSION_INFO.
  mutating func changeInfo(
    _ change: @escaping @Sendable (inout SessionInfoNotification, UCIHistory) -> Void
  ) {
    onSend(SessionInfoNotification.self) { body, history in
      var changed = body
      change(&changed, history)
      return [changed.packet]
    }
  }

  /// Changes every two-way measurement.
  mutating func changeMeasurements(
    _ change: @escaping @Sendable (inout TWRShortMeasurement) -> Void
  ) {
    changeInfo { info, _ in
      info.measurements = info.measurements.map { measurement in
        guard case .twrShort(var record) = measurement else { return measurement }
        change(&record)
        return .twrShort(record)
      }
    }
  }
}

extension UCIMisbehaviour {
  /// Faults of what a session reports.
  static let ranging: [UCIMisbehaviour] = [
    UCIMisbehaviour("sequence-gap", "Every fourth report leaves out a sequence number.") {
      $0.changeInfo { info, _ in info.sequenceNumber &+= info.sequenceNumber / 4 }
    },
    UCIMisbehaviour("sequence-starts-at-1", "The first report has the sequence number 1.") {
      $0.changeInfo { info, _ in info.sequenceNumber &+= 1 }
    },
    UCIMisbehaviour("wrong-token-in-info", "Reports carry the token of another session.") {
      $0.changeInfo { info, _ in info.sessionToken &+= 1 }
    },
    UCIMisbehaviour("wrong-mac-in-info", "Reports name another address than the peer's.") {
      $0.changeMeasurements { record in record.mac = record.mac.map { ~$0 } }
    },
    UCIMisbehaviour("distance-off-by-a-metre", "Every distance is a metre too long.") {
      $0.changeMeasurements { record in
        if record.distance < 0xFF00 { record.distance &+= 100 }
      }
    },
    UCIMisbehaviour(
      "timeout-with-distance", "A peer that was not heard is reported with a distance of 0."
    ) {
      $0.changeMeasurements { record in
        if record.status == .rangingRXTimeout { record.distance = 0 }
      }
    },
    UCIMisbehaviour(
      "measurement-count-wrong", "Reports announce one measurement more than they hold."
    ) {
      $0.onSendPacket(SessionInfoNotification.self) { packet, _ in
        var wrong = packet
        if wrong.payload.count > 24 { wrong.payload[24] &+= 1 }
        return [.now(wrong)]
      }
    },
    UCIMisbehaviour("cadence-double", "Rounds come at twice the interval that was configured.") {
      $0.interval = { $0 * 2 }
    },
    UCIMisbehaviour("floods-reports", "Rounds come every millisecond, whatever was configured.") {
      $0.interval = { _ in .milliseconds(1) }
    },
    UCIMisbehaviour("skips-a-block", "Every fourth round is not reported.") {
      $0.round = { _, round in round.number % 4 != 3 }
    },
    UCIMisbehaviour(
      "stops-after-five-rounds",
      "After five rounds nothing is reported and the session stays ACTIVE."
    ) {
      $0.round = { _, round in round.number < 5 }
    },
    UCIMisbehaviour(
      "ignores-measurement-limit", "A session goes on after MAX_NUMBER_OF_MEASUREMENTS rounds."
    ) {
      $0.onReceive(SessionSetAppConfigCommand.self) { packet, history in
        guard
          var body = try? SessionSetAppConfigCommand(packet: packet, dialect: history.dialect)
        else { return [.take(packet)] }
        body.tlvs.removeAll { $0.id == .maxNumberOfMeasurements }
        return [.take(body.packet)]
      }
    },
    UCIMisbehaviour("ignores-sts", "The radio ranges with peers whose STS is another one.") {
      $0.checksSTS = false
    },
    UCIMisbehaviour(
      "peerless-success", "A peer that was not heard is reported at one metre."
    ) {
      $0.round = { measurements, round in
        for peer in round.peers where !measurements.contains(where: { $0.address == peer }) {
          measurements.append(UWBSMeasurement(address: peer, distanceCentimetres: 100))
        }
        return true
      }
    },
    UCIMisbehaviour(
      "peerless-negative", "A peer that was not heard is reported at a negative distance."
    ) {
      $0.changeMeasurements { record in
        guard record.status == .rangingRXTimeout else { return }
        record.status = .okNegativeDistanceReport
        record.distance = 10
      }
    },
    UCIMisbehaviour("leaves-out-unheard", "Reports have no record of a peer that was not heard.") {
      $0.changeInfo { info, _ in
        info.measurements.removeAll { measurement in
          guard case .twrShort(let record) = measurement else { return false }
          return record.status == .rangingRXTimeout
        }
      }
    },
    UCIMisbehaviour("timeout-only", "Every peer is reported as not heard.") {
      $0.round = { measurements, _ in
        measurements = []
        return true
      }
    },
  ]
}
