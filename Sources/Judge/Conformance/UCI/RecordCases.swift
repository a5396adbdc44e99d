import Journal
import Runner
import UCI
import UCIHost

/// Whether the fields of a record fit each other, and what was asked for.
enum RecordCases {
  static let all: [Case] = [alone, pair, proximity, present]

  static let alone = Case.uci(
    "UR29", "consistent records",
    requirement: "A record has no values beside its status: no distance, angle or strength when "
      + "its round failed, none out of range in any case.",
    source: "AOSP (units and ranges); observed: DWM3001CDK, QM35",
    declared: RangingParameters.quickInterval * 3
  ) { context, host in
    let session = try await context.session(on: host, in: .active, .quick { $0.angleRequest = 0 })
    for (report, _) in try await context.reports(3, of: session) {
      try context.requireConsistent(report)
    }
  }

  static let pair = Case.uciPair(
    "UR30", "consistent records of two boards",
    requirement: "A successful record has a distance, and neither angles nor signal strength when "
      + "the session does not ask for them.",
    source: "AOSP (AOA_RESULT_REQ, RSSI_REPORTING)",
    declared: RangingParameters.quickInterval * 3
  ) { context, controller, controlee in
    let pair = try await context.pair(
      controller, controlee, .quick { $0.angleRequest = 0 }, .quickPeer { $0.angleRequest = 0 })
    for session in [pair.controller, pair.controlee] {
      for report in try await context.successes(3, of: session, "the peer is heard") {
        try context.requireConsistent(report)
      }
    }
  }

  static let proximity = Case.uciPair(
    "UR31", "reports by distance", .inferred,
    requirement: "With SESSION_INFO_NTF_CONFIG 2, a peer inside of the limits is reported, also "
      + "where they are 2 m around it or were set while it ranges, and one outside is not.",
    source: "AOSP (NEAR_PROXIMITY_CONFIG, FAR_PROXIMITY_CONFIG)",
    declared: RangingParameters.quickInterval * 12, parameters: ["controller", "controlee"]
  ) { context, controller, controlee in
    let near = limits(0, 18_000)
    let asks = context.parameter == "controller"
    let pair = try await context.pair(
      controller, controlee, .quick { if asks { $0.additional = near } },
      .quickPeer { if !asks { $0.additional = near } })
    let session = asks ? pair.controller : pair.controlee
    func start(_ near: Int, _ far: Int) async throws {
      try await context.stop(session)
      try await session.configure(limits(UInt64(max(0, near)), UInt64(far)))
      try await context.restart(session)
    }
    let reports = try await context.successes(
      1, of: session, "a peer inside of the limits is reported")
    guard let distance = reports[0].successes.first.map({ Int($0.distance) }) else {
      throw context.violation(
        "a peer inside of the limits is reported", expected: "its distance", got: "another record")
    }
    try await start(distance - 200, distance + 200)
    _ = try await context.successes(
      1, of: session, "a peer inside of limits 2 m around it is reported")
    // No bench is as long as that.
    try await start(18_000, 20_000)
    // Some tell a round of the session before a little behind this start.
    _ = try await context.listen(to: session.host, for: RangingParameters.quickInterval * 2)
    try await context.expectNoReports(of: session, "a peer outside of the limits is not reported")
    // Some take no limits while a session ranges (UP19).
    let around = limits(UInt64(max(0, distance - 200)), UInt64(distance + 200))
    guard try await (asks ? controller : controlee).attempt(session.setting(around)).status == .ok
    else { return }
    _ = try await context.successes(
      1, of: session, "a peer inside of limits that were taken while it ranges is reported")
  }

  private static func limits(_ near: UInt64, _ far: UInt64) -> [AppConfigParameter] {
    [
      AppConfigParameter(.sessionInfoNtfConfig, 2), AppConfigParameter(.nearProximityConfig, near),
      AppConfigParameter(.farProximityConfig, far),
    ]
  }

  static let present = Case.uciPair(
    "UR32", "one of several controlees",
    requirement: "Of several controlees, the one that is there is reported as heard and the other "
      + "as not heard, whichever stands first, also when it was removed and added again.",
    source: "AOSP; pica (MULTI_NODE_MODE)", declared: RangingParameters.quickInterval * 8,
    parameters: ["first", "last"]
  ) { context, controller, controlee in
    try await context.needOneToMany(controller)
    try await context.needOneToMany(controlee)
    let controlees: [UInt16] = context.parameter == "first" ? [0x0A02, 0x0A03] : [0x0A03, 0x0A02]
    let pair = try await context.pair(
      controller, controlee, .quickOneToMany(controlees), .quickPeer { $0.multiNodeMode = 1 })
    for report in try await context.successes(3, of: pair.controller, "one controlee is heard") {
      try context.requireControlees(report, controlees, "the controlees in a report")
      try context.requireNoDistance(ofFailuresIn: report)
      let heard = report.successes.map(\.mac)
      try context.require(
        heard == [[0x02, 0x0A]], "the controlee that is heard", expected: "020a",
        got: CaseContext.list(heard))
    }
    // Lists that change are for UM08.
    for action in [UCIMulticastAction.remove, .add] {
      let change = pair.controller.multicast(action, [0x0A02])
      guard try await controller.attempt(change).status == .ok else { return }
      _ = try await context.listen(to: controller, for: RangingParameters.quickInterval * 2)
    }
    pair.controller.discardRounds()
    _ = try await context.successes(
      1, of: pair.controller, "a controlee that was removed and added again is heard")
  }
}

extension CaseContext {
  /// Asserts that a record's line of sight is a known value, or the bits that the QM35 has: a
  /// first-path error in bit 0, and its confidence in bits 5 to 7.
  func requireLineOfSight(_ value: UCILineOfSight) throws {
    try require(
      UCILineOfSight.known.contains(value) || value.rawValue & 0x1E == 0,
      "line of sight of a record",
      expected: UCILineOfSight.known.map(\.name).joined(separator: ", ") + ", or bits 0 and 5 to 7",
      got: value.name)
  }

  /// Asserts that the records of a session that asks for no angles fit their status.
  fileprivate func requireConsistent(_ report: SessionInfoNotification) throws {
    try require(
      !report.measurements.isEmpty, "a report has a record", expected: "a record of the peer",
      got: "none")
    for record in report.measurements.compactMap(\.record) {
      let isSuccess = record.isSuccess
      try require(
        isSuccess ? record.distance != 0xFFFF : record.hasNoDistance,
        "status and distance of a record", expected: isSuccess ? "a distance" : "65535 or 0 cm",
        got: "\(record.distance) cm")
      // What a record says beside a failure has no meaning.
      if !isSuccess, record.isUnwritten { continue }
      try requireLineOfSight(record.nlos)
      try require(
        record.merits.allSatisfy { $0 == 0 } && record.angles.allSatisfy { $0 == 0 },
        "angles that were not asked for", expected: "zeros",
        got: "\(record.angles), figures of merit \(record.merits)")
      try requireEqual(record.rssi, 0, "signal strength that was not asked for")
    }
  }
}

extension SessionInfoNotification {
  /// The records of peers that were heard.
  var successes: [any TwoWayRecord] { measurements.compactMap(\.record).filter(\.isSuccess) }
}

/// The fields that two-way records with short and with extended addresses share.
protocol TwoWayRecord {
  var mac: [UInt8] { get }
  var status: UCIStatus { get }
  var nlos: UCILineOfSight { get }
  /// The distance in cm, as it is sent.
  var distance: UInt16 { get }
  var aoaAzimuth: Int16 { get }
  var aoaAzimuthFoM: UInt8 { get }
  var aoaElevation: Int16 { get }
  var aoaElevationFoM: UInt8 { get }
  var aoaDestAzimuth: Int16 { get }
  var aoaDestAzimuthFoM: UInt8 { get }
  var aoaDestElevation: Int16 { get }
  var aoaDestElevationFoM: UInt8 { get }
  var slotIndex: UInt8 { get }
  var rssi: UInt8 { get }
  var rfu: [UInt8] { get }
}

extension TwoWayRecord {
  /// Whether the peer was heard: a distance below zero has a status of its own.
  var isSuccess: Bool { status == .ok || status == .okNegativeDistanceReport }

  /// Whether the distance is what is sent for none: 0xFFFF, or 0 by the QM35.
  var hasNoDistance: Bool { distance == 0xFFFF || distance == 0 }

  var angles: [Int16] { [aoaAzimuth, aoaElevation, aoaDestAzimuth, aoaDestElevation] }

  /// The figures of merit of the angles.
  var merits: [UInt8] {
    [aoaAzimuthFoM, aoaElevationFoM, aoaDestAzimuthFoM, aoaDestElevationFoM]
  }

  /// Whether every field behind its status is ones, and what is reserved ones or zeros, or all of it is
  /// zeros: a record that was filled before its round and never written to.
  var isUnwritten: Bool { isFilled(with: 0xFF) || isFilled(with: 0) }

  private func isFilled(with byte: UInt8) -> Bool {
    let bytes = [nlos.rawValue, slotIndex, rssi] + merits
    let word = UInt16(byte) << 8 | UInt16(byte)
    return distance == word && bytes.allSatisfy { $0 == byte }
      && angles.allSatisfy { UInt16(bitPattern: $0) == word }
      && (rfu.allSatisfy { $0 == 0 } || rfu.allSatisfy { $0 == byte })
  }
}

extension TWRShortMeasurement: TwoWayRecord {}
extension TWRExtendedMeasurement: TwoWayRecord {}

extension UCIMeasurement {
  var record: (any TwoWayRecord)? {
    switch self {
    case .twrShort(let record): record
    case .twrExtended(let record): record
    default: nil
    }
  }

  /// The address of the peer, as the host reads it.
  var address: [UInt8]? { record?.mac }
}
