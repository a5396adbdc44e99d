import UCI

extension UCIHooks {
  mutating func changeMeasurements(
    _ change: @escaping @Sendable (inout TWRShortMeasurement) -> Void
  ) {
    changeRecords { record, _, _ in change(&record) }
  }

  /// Changes every two-way measurement, by the sequence number of its report too.
  mutating func changeRecords(
    _ change: @escaping @Sendable (inout TWRShortMeasurement, UInt32, UCIHistory) -> Void
  ) {
    alter(SessionInfoNotification.self) { info, history in
      let sequence = info.sequenceNumber
      info.measurements = info.measurements.map { measurement in
        guard case .twrShort(var record) = measurement else { return measurement }
        change(&record, sequence, history)
        return .twrShort(record)
      }
    }
  }
}

extension UCIFault {
  static let ranging: [UCIFault] = [
    .init("sequence-gap", "Every fourth report leaves out a sequence number.") {
      $0.alter(SessionInfoNotification.self) { info, _ in
        info.sequenceNumber &+= info.sequenceNumber / 4
      }
    },
    .init("sequence-starts-at-1", "The first report has the sequence number 1.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.sequenceNumber &+= 1 }
    },
    .init("wrong-token-in-info", "Reports carry the token of another session.") {
      $0.alter(SessionInfoNotification.self) { info, _ in info.sessionToken &+= 1 }
    },
    .init("wrong-mac-in-info", "Reports name another address than the peer's.") {
      $0.changeMeasurements { record in record.mac = record.mac.map { ~$0 } }
    },
    .init("distance-off-by-a-metre", "Every distance is a metre too long.") {
      $0.changeMeasurements { record in
        if record.distance < 0xFF00 { record.distance &+= 100 }
      }
    },
    .init("timeout-with-distance", "A peer that was not heard is reported with a distance.") {
      $0.changeMeasurements { record in
        if record.status == .rangingRXTimeout { record.distance = 120 }
      }
    },
    .init("measurement-count-wrong", "Reports announce one measurement more than they hold.") {
      $0.alterBytes(SessionInfoNotification.self) { packet, _ in
        if packet.payload.count > 24 { packet.payload[24] &+= 1 }
      }
    },
    .init("cadence-double", "Rounds come at twice the interval that was configured.") {
      $0.interval = { $0 * 2 }
    },
    .init("floods-reports", "Rounds come every millisecond, whatever was configured.") {
      $0.interval = { _ in .milliseconds(1) }
    },
    .init("skips-a-block", "Every fourth round is not reported.") {
      $0.round = { _, round in round.number % 4 != 3 }
    },
    .init(
      "stops-after-five-rounds",
      "After five rounds nothing is reported and the session stays ACTIVE."
    ) {
      $0.round = { _, round in round.number < 5 }
    },
    .init(
      "ignores-measurement-limit", "A session goes on after MAX_NUMBER_OF_MEASUREMENTS rounds."
    ) {
      $0.changeParameters { list in list.filter { $0.id != .maxNumberOfMeasurements } }
    },
    .init("one-round-more", "MAX_NUMBER_OF_MEASUREMENTS is passed by one.") {
      $0.changeParameters { list in list.map { $0.withLimit { $0 &+ 1 } } }
    },
    .init("one-round-less", "MAX_NUMBER_OF_MEASUREMENTS is missed by one.") {
      $0.changeParameters { list in list.map { $0.withLimit { max($0, 2) - 1 } } }
    },
    .init("ignores-sts", "The radio ranges with peers whose STS is another one.") {
      $0.checksSTS = false
    },
    .init("peerless-success", "A peer that was not heard is reported at one metre.") {
      $0.round = { measurements, round in
        for peer in round.peers where !measurements.contains(where: { $0.address == peer }) {
          measurements.append(UWBSMeasurement(address: peer, distanceCentimetres: 100))
        }
        return true
      }
    },
    .init("peerless-negative", "A peer that was not heard is reported at a negative distance.") {
      $0.changeMeasurements { record in
        guard record.status == .rangingRXTimeout else { return }
        record.status = .okNegativeDistanceReport
        record.distance = 10
      }
    },
    .init("leaves-out-unheard", "Reports have no record of a peer that was not heard.") {
      $0.alter(SessionInfoNotification.self) { info, _ in
        info.measurements.removeAll { measurement in
          guard case .twrShort(let record) = measurement else { return false }
          return record.status == .rangingRXTimeout
        }
      }
    },
    .init("timeout-only", "Every peer is reported as not heard.") {
      $0.round = { measurements, _ in
        measurements = []
        return true
      }
    },
  ]
}

extension AppConfigTLV {
  /// The same with another limit of rounds, where it is one and not 0, which stands for none.
  fileprivate func withLimit(_ change: (UInt16) -> UInt16) -> AppConfigTLV {
    guard id == .maxNumberOfMeasurements, value.count == 2 else { return self }
    let limit = UInt16(value[0]) | UInt16(value[1]) << 8
    guard limit > 0 else { return self }
    let changed = change(limit)
    return AppConfigTLV(
      id: id, value: [UInt8(truncatingIfNeeded: changed), UInt8(truncatingIfNeeded: changed >> 8)])
  }
}
