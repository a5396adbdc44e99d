import FileGrammar
import Notation

/// How long a rig waits and how much it demands.
///
/// Where the vendor of a protocol documents no number, the limit is the rig's own.
public struct RigLimits: Sendable, Hashable {
  /// An accessory answers an initialize message.
  public var accessoryAnswer: Duration = .seconds(1)
  /// An accessory reports that ranging has started.
  public var accessoryStart: Duration = .seconds(2)
  /// An accessory reports that ranging has stopped.
  public var stopAnswer: Duration = .seconds(1)
  /// Nothing said for so long is silence.
  public var silence: Duration = .seconds(1)
  /// The radio has stopped after a stop.
  public var radioStop: Duration = .seconds(5)
  /// A UWB subsystem answers a command.
  public var uciResponse: Duration = .seconds(2)
  /// Shortest ranging interval.
  public var intervalMinimum: Duration = .milliseconds(100)
  /// Ranging block of a session with the usual update rate.
  public var blockInterval: Duration = .milliseconds(180)
  /// A peer not heard for so long is removed.
  public var removalTimeout: Duration = .seconds(15)
  /// Sessions at the same time.
  public var maximumSessions = 4
  /// A suspended session lives on for so long.
  public var suspension: Duration = .seconds(60)
  /// An accessory advertises again after a disconnection.
  public var readvertise: Duration = .seconds(5)
  /// A closed link can be opened again.
  public var reopen: Duration = .seconds(10)
  /// Largest drift of a board's clock, parts per million.
  public var driftMaximum = 200
  /// What the median of measured distances may be off the true one, in centimetres: half of what is
  /// usual without calibration, and what 95 of 100 may be off at 1 m (Android CDD 7.4.9, C-1-6).
  public var distanceMaximum = 15
  /// Longest ranging interval.
  public var intervalMaximum: Duration = .milliseconds(5000)
  /// Ranging block of a session with the infrequent update rate.
  public var blockIntervalInfrequent: Duration = .milliseconds(774)
  /// The lateness that 95 of 100 ranging rounds keep to, as the host reads them: one that is not a
  /// real-time host reads late.
  public var jitterMaximum: Duration = .milliseconds(25)

  /// The defaults.
  public init() {}
}

private struct LimitKeys {
  typealias Path<Value> = any WritableKeyPath<RigLimits, Value> & Sendable

  static let mapping = Mapping(LimitKeys())
  static let durations: [(name: String, path: Path<Duration>, about: String)] = [
    ("accessory-answer", \.accessoryAnswer, "an accessory answers an initialize"),
    ("accessory-start", \.accessoryStart, "an accessory reports that ranging has started"),
    ("stop-answer", \.stopAnswer, "an accessory reports that ranging has stopped"),
    ("silence", \.silence, "nothing received for this long is silence"),
    ("radio-stop", \.radioStop, "the radio has stopped after a stop"),
    ("uci-response", \.uciResponse, "a UWB subsystem answers a command"),
    ("interval-minimum", \.intervalMinimum, "shortest ranging interval"),
    ("block-interval", \.blockInterval, "ranging block of a session with the usual update rate"),
    ("removal-timeout", \.removalTimeout, "a silent peer is removed"),
    ("suspension", \.suspension, "a suspended session is invalidated"),
    ("readvertise", \.readvertise, "an accessory advertises again after a disconnection"),
    ("reopen", \.reopen, "a closed link can be opened again"),
    ("interval-maximum", \.intervalMaximum, "longest ranging interval"),
    (
      "block-interval-infrequent", \.blockIntervalInfrequent,
      "ranging block with the infrequent update rate"
    ),
    ("jitter-maximum", \.jitterMaximum, "lateness that 95 of 100 ranging rounds keep to"),
  ]

  let settings = durations.map {
    Setting(
      $0.name, .duration(positive: true), default: RigLimits()[keyPath: $0.path], $0.about)
  }
  let sessions = Setting(
    "maximum-sessions", .integer(1...255), default: RigLimits().maximumSessions,
    "sessions of one phone at the same time")
  let drift = Setting(
    "drift-maximum", .integer(1...1_000_000), default: RigLimits().driftMaximum,
    "largest drift of a board's clock, parts per million")
  let distance = Setting(
    "distance-maximum", .integer(1...100_000), default: RigLimits().distanceMaximum,
    "error of the median distance, centimetres")
}

extension Form<RigLimits> {
  static var limits: Form {
    LimitKeys.mapping.form.map { values in
      var limits = RigLimits()
      for (setting, (_, path, _)) in zip(values.keys.settings, LimitKeys.durations) {
        limits[keyPath: path] = values.read(setting)
      }
      limits.maximumSessions = values.sessions
      limits.driftMaximum = values.drift
      limits.distanceMaximum = values.distance
      if limits.intervalMinimum > limits.intervalMaximum {
        let at = values["interval-minimum"] ?? values["interval-maximum"] ?? values.field
        at.fault(
          allowed: "interval-minimum up to interval-maximum ("
            + "\(DurationText.format(limits.intervalMaximum)))")
      }
      return limits
    }
  }
}
