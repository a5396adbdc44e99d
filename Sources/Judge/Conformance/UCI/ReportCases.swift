import Journal
import Runner
import Statistics
import UCI
import UCIHost
import WireFormat

/// Reports of a session about its rounds; the peer is never there.
enum ReportCases {
  static let all: [Case] = [cadence, sequence, complete, peer, token, alone, count]

  static let cadence = Case.uci(
    "UR05", "cadence",
    requirement:
      "Rounds are reported at the interval that was configured, none left out, and half of "
      + "them within a tenth of it of their time.",
    source: "observed: DWM3001CDK; AOSP (RANGING_DURATION)",
    declared: RangingParameters.blockInterval * 10
  ) { context, host in
    _ = try await context.rangingSession(on: host)
    let reports = try await context.reports(10, from: host)
    try context.measureInterval(
      of: reports, "interval of 10 rounds", expected: 100, tolerance: 0.05)
    // Of single ones that come late the median knows nothing.
    try context.measure(
      "usual deviation of 10 rounds",
      .schedule(reports.map(\.at), interval: 95...105) { $0.deviations.median ?? 0 },
      limits: Event.Limits(max: 10))
  }

  static let sequence = Case.uci(
    "UR06", "sequence numbers",
    requirement: "The rounds of a session are numbered from 0, one by one.",
    source: "observed: DWM3001CDK; AOSP", declared: RangingParameters.blockInterval * 6
  ) { context, host in
    _ = try await context.rangingSession(on: host)
    try context.requireNumbers(
      of: await context.reports(6, from: host), "sequence numbers of the first rounds",
      expected: "0, 1, 2, 3, 4, 5")
  }

  /// Bytes that boards put behind the records: none, or those of SR1xx and SR2xx.
  private static let vendorSizes = [0, 16, 21, 29]

  static let complete = Case.uci(
    "UR07", "reports are complete",
    requirement: "A report holds as many records of two-way ranging as it says, and nothing that "
      + "its vendor does not define.",
    source: "observed: DWM3001CDK; AOSP", declared: RangingParameters.blockInterval
  ) { context, host in
    _ = try await context.rangingSession(on: host)
    let report = try await context.nextReport(from: host).report
    try context.require(
      report.measurementType == .twr, "the kind of measurement",
      expected: UCIMeasurementType.twr.name, got: report.measurementType.name)
    try context.require(
      vendorSizes.contains(report.vendorData.count), "a report holds as many records as it says",
      expected: "nothing behind the records, or what NXP puts there",
      got: "\(report.vendorData.count) bytes")
  }

  static let peer = Case.uci(
    "UR08", "the peer in reports",
    requirement: "Every record of a report names a configured peer, and none is named twice.",
    source: "observed: DWM3001CDK; AOSP", declared: RangingParameters.blockInterval * 3
  ) { context, host in
    _ = try await context.rangingSession(on: host)
    for (report, _) in try await context.reports(3, from: host) {
      let addresses = report.measurements.map { Hexadecimal.encode($0.address ?? []) }
      try context.require(
        addresses.isEmpty || addresses == ["020a"], "the addresses in a report", expected: "020a",
        got: addresses.isEmpty ? "none" : addresses.joined(separator: ", "))
    }
  }

  static let token = Case.uci(
    "UR09", "the session in reports",
    requirement: "A report carries the token of its session.",
    source: "observed: DWM3001CDK, pica; AOSP", declared: RangingParameters.blockInterval
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    let report = try await context.nextReport(from: host).report
    try context.requireEqual(report.sessionToken, session.token, "the session in a report")
  }

  static let alone = Case.uci(
    "UR10", "no peer",
    requirement: "A peer that is not there is reported as not heard, without a distance.",
    source: "observed: DWM3001CDK (RX_TIMEOUT, distance 0xFFFF), QM35 (distance 0); AOSP",
    declared: RangingParameters.blockInterval * 3
  ) { context, host in
    _ = try await context.rangingSession(on: host)
    for (report, _) in try await context.reports(3, from: host) {
      try context.requireNotHeard(report, host)
    }
  }

  static let count = Case.uci(
    "UR11", "count the rounds", .inferred,
    requirement: "The number of rounds of a session is at least that of the reports, and at most "
      + "one more.",
    source: "AOSP; pica", declared: RangingParameters.blockInterval * 3
  ) { context, host in
    let session = try await context.rangingSession(on: host)
    _ = try await context.reports(3, from: host)
    let response = try await context.expect(
      .ok, for: session.countCommand, from: host, "rounds are counted")
    // Over a slow line some were reported while the question was on its way.
    let since = host.takePackets(where: \.isReport).count
    try context.require(
      response.count.map { (3...4 + UInt32(since)).contains($0) } ?? false,
      "the number of rounds after \(3 + since) reports", expected: "3 to \(4 + since)",
      got: response.count.map(String.init) ?? "no count")
  }
}

extension CaseContext {
  /// Asserts that a report says of every peer that it was not heard.
  func requireNotHeard(_ report: SessionInfoNotification, _ host: UCIHost) throws {
    let records = report.measurements.map(\.record)
    // Makes differ in which failure they report of a peer that is not there.
    let isSilent = records.allSatisfy { record in
      record.map { !$0.isSuccess && $0.hasNoDistance } ?? false
    }
    let words = records.map { record in
      record.map { "\($0.status.name(host)) at \($0.distance) cm" } ?? "another measurement"
    }
    // A report without any record says nothing of the peer.
    try require(
      !records.isEmpty && isSilent, "a peer that is not there is not heard",
      expected: "records of a failure such as \(UCIStatus.rangingRXTimeout.name(host)), "
        + "all at 65535 or 0 cm", got: words.isEmpty ? "no record" : words.joined(separator: ", "))
  }
}
