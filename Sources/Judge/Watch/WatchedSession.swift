import LabRuntime
import UCI

/// A session of a UCI board as the watch follows it.
struct WatchedSession: Sendable {
  /// Reports that may be on their way when a session starts again.
  static let mostOldReports = 3

  /// The identifier that the host chose.
  let id: UInt32
  /// What later messages call it.
  let token: UInt32
  var state: UCISessionState?
  /// A command that may change its state has been sent since the state was last told.
  var isCommanded = true
  /// Until when the last command may still change its state.
  var changesUntil: LabInstant
  /// It was told to start, and not yet that it is no longer active.
  var isStarted = false
  /// When it ceased to be active.
  var ceased: LabInstant?
  /// It has reported a round since.
  var hasReportedLate = false
  var interval = Duration.zero
  var sequence: UInt32?
  /// What its reports say that they are.
  var measurementType: UCIMeasurementType?
  /// Reports that may still go on from before the last start, which may begin the numbers anew.
  var oldReports = 0
  /// Reports come for every round: their numbers follow each other without a gap.
  var reportsAll = true
  var address: [UInt8]?

  /// Takes the parameters of a SESSION_SET_APP_CONFIG, as far as they are whole.
  mutating func configure(_ payload: ArraySlice<UInt8>) {
    var place = payload.startIndex + 5
    while place + 1 < payload.endIndex {
      let value = place + 2
      let end = value + Int(payload[place + 1])
      guard end <= payload.endIndex else { return }
      if payload[place] == AppConfigID.deviceMACAddress.rawValue {
        address = Array(payload[value..<end])
      } else if payload[place] == AppConfigID.sessionInfoNtfConfig.rawValue {
        reportsAll = end == value + 1 && payload[value] == 1
      }
      place = end
    }
  }

  /// Holds a report against what the session has told before.
  mutating func take(
    _ report: SessionInfoNotification, at now: LabInstant, _ sight: inout UCISight
  ) {
    let before = self
    if report.currentRangingInterval > 0 {
      interval = .milliseconds(Int64(report.currentRangingInterval))
    }
    // A round may be in the air when the session ends.
    let grace = max(before.interval * 2, .milliseconds(500))
    let isLate = ceased.map { $0.duration(to: now) > grace } ?? true
    // A reset ends it before the board has said so: what was measured until then may come first.
    if !isStarted, isLate || hasReportedLate && state != .active {
      sight[.trespass] = Breach(
        expected: "no report: the session is \(state?.name ?? "new")",
        got: "\(SessionInfoNotification.name) number \(report.sequenceNumber)",
        unasked: SessionInfoNotification.name)
    }
    hasReportedLate = !isStarted
    if let last = sequence {
      let follows =
        reportsAll ? report.sequenceNumber == last &+ 1 : report.sequenceNumber > last
      let isAnew = oldReports > 0 && report.sequenceNumber <= 1
      if isAnew, !follows { oldReports = 0 } else if oldReports > 0 { oldReports -= 1 }
      if !follows, !isAnew {
        sight[.sequence] = Breach(
          expected: "number \(last &+ 1)", got: "number \(report.sequenceNumber)")
      }
    }
    sequence = report.sequenceNumber
    if let type = before.measurementType, type != report.measurementType {
      sight[.field] = Breach(
        expected: "ranging_measurement_type: \(type.name) as before",
        got: report.measurementType.name)
    }
    if before.oldReports == 0 {
      measurementType = before.measurementType ?? report.measurementType
    }
  }
}
