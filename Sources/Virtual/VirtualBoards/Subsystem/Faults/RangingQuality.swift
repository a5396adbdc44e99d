import UCI

extension UCIHooks {
  /// Changes every two-way measurement that gave a distance.
  mutating func changeFixes(
    _ change: @escaping @Sendable (inout TWRShortMeasurement, UInt32, UCIHistory) -> Void
  ) {
    changeRecords { record, sequence, history in
      if record.status == .ok { change(&record, sequence, history) }
    }
  }
}

extension UCIFault {
  static let rangingQuality: [UCIFault] = [
    .init("late-first-fix", "The first 30 rounds after a start hear no peer.") {
      $0.round = { measurements, round in
        if round.number < 30 { measurements = [] }
        return true
      }
    },
    .init("jittered-cadence", "Every other report comes 60 ms late.") {
      $0.onSendPacket(SessionInfoNotification.self) { packet, _ in
        let isLate = packet.payload.first.map { !$0.isMultiple(of: 2) } ?? false
        return [UCIDelivery(packet: packet, delay: isLate ? .milliseconds(60) : .zero)]
      }
    },
    .init("lossy", "Every third round hears no peer.") {
      $0.round = { measurements, round in
        if round.number % 3 == 2 { measurements = [] }
        return true
      }
    },
    .init("scattered-distances", "Distances scatter by half a metre.") {
      $0.changeFixes { record, sequence, _ in
        if sequence.isMultiple(of: 2), record.distance < 0xFF00 { record.distance &+= 100 }
      }
    },
    .init("distance-moves-with-starts", "Distances move by half a metre from start to start.") {
      $0.changeFixes { record, _, history in
        // A stop and a start are two commands.
        let shift = UInt16(clamping: history.commands % 64) &* 25
        if record.distance < 0xF000 { record.distance &+= shift }
      }
    },
    .init("distance-drifts", "Distances grow by a centimetre a round.") {
      $0.changeFixes { record, sequence, _ in
        if record.distance < 0xF000 { record.distance &+= UInt16(clamping: sequence % 1024) }
      }
    },
    .init("angles-at-random", "Angles are reported, and mean nothing.") {
      $0.changeFixes { record, sequence, _ in
        record.aoaAzimuth = sequence.isMultiple(of: 2) ? 45 * 128 : -45 * 128
        record.aoaAzimuthFoM = 100
      }
    },
    .init("always-blocked", "Every way is reported as blocked.") {
      $0.changeFixes { record, _, _ in record.nlos = .nlos }
    },
    .init("never-blocked", "Every way is reported as free.") {
      $0.changeFixes { record, _, _ in record.nlos = .los }
    },
    .init("signal-strength-too-high", "Every signal is reported at -1 dBm.") {
      $0.changeFixes { record, _, _ in record.rssi = 2 }
    },
  ]
}
