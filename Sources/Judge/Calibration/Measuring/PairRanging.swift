import Bench
import LabRuntime
import RigFile
import UCI
import UCIHost

/// Two boards of a bench that range with each other alone, and with nobody else on the air.
struct PairRanging {
  let bench: Bench
  let settings: CalibrationPlan.Settings

  /// So many ranges of a pair; fewer where every third round is lost.
  func sample(
    _ one: BenchBoard, _ other: BenchBoard, truth: Double, count: Int
  ) async throws -> PairSample {
    let hosts = [try one.session.host(), try other.session.host()]
    for host in hosts { try await host.reset() }
    // An STS of its own: nobody else on the bench hears it, and nothing of an earlier session counts.
    var random = bench.lab.random("calibration/STS/\(bench.lab.now.nanoseconds)")
    let secret = random.bytes(6)
    var sessions: [UCISession] = []
    for (index, host) in hosts.enumerated() {
      let session = try await host.openSession(id: Self.session)
      try await session.configure(parameters(isController: index == 0, host.dialect, secret))
      sessions.append(session)
    }
    // Who answers has to listen first.
    for session in sessions.reversed() { try await session.start() }
    var sample = PairSample(truth: truth)
    let patience = bench.file.limits.uciResponse + settings.interval * 5
    let most = count + count / 2 + 20
    var isFound = false
    var early = 0
    while sample.distances.count < count, sample.rounds < most {
      let round = try await sessions[0].nextMeasurements(
        until: bench.lab.now.advanced(by: patience))
      // Until both have found each other nothing is counted.
      isFound = isFound || round.measurements.contains { $0.distanceMetres != nil }
      early += 1
      if isFound || early > Self.finding { sample.add(round) }
      while let own = takeRound(of: sessions[1]) { sample.addOther(own) }
    }
    for host in hosts { try await host.reset() }
    return sample
  }

  /// A round that the second board has reported by now.
  private func takeRound(of session: UCISession) -> RangingRound? {
    let dialect = session.host.dialect
    var isTaken = false
    let found = session.host.takePackets { packet in
      guard !isTaken, SessionInfoNotification.isNamed(by: packet) else { return false }
      isTaken = true
      return true
    }
    return found.first.flatMap { received in
      (try? SessionInfoNotification(packet: received.packet, dialect: dialect)).map {
        RangingRound($0, at: received.at)
      }
    }
  }

  private func parameters(
    isController: Bool, _ dialect: UCIDialect, _ secret: [UInt8]
  ) -> RangingParameters {
    var parameters =
      isController
      ? RangingParameters.controller(address: 0x0A01, peers: [0x0A02])
      : RangingParameters.controlee(address: 0x0A02, peers: [0x0A01])
    parameters.channel = UInt8(clamping: settings.channel)
    parameters.interval = UInt32(clamping: settings.interval.microseconds / 1000)
    parameters.staticSTSIV = secret
    parameters.reportsRSSI = dialect == UCIDialect(version: .fira1) ? nil : true
    return parameters
  }

  private static let session: UInt32 = 0xCA1
  /// Rounds that two boards may take to find each other.
  private static let finding = 20
}
