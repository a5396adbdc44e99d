import Journal
public import LabRuntime

/// A time in milliseconds that a case judges, with the moments that it is made of: what this machine
/// may have falsified of it.
///
/// ```swift
/// try context.measure(
///   "answer to initialize", .span(from: asked, to: answer.at), limits: Event.Limits(max: 200))
/// ```
public struct JudgedTime: Sendable {
  /// The time as it was taken.
  public let value: Double
  /// The values that the board's own times may have had, of those that come next to what is allowed.
  let candidates: @Sendable (MomentLateness) -> [Double]

  /// The time from what the rig did to what it received, or from one message to a later one.
  public static func span(from start: LabInstant, to end: LabInstant) -> JudgedTime {
    spans([(start, end)]) { $0[0] }
  }

  /// A figure of several spans that grows with each of them, such as their median.
  public static func spans(
    _ spans: [(from: LabInstant, to: LabInstant)],
    _ figure: @escaping @Sendable ([Double]) -> Double
  ) -> JudgedTime {
    let values = spans.map { $0.from.duration(to: $0.to).inMilliseconds }
    return JudgedTime(value: figure(values)) { lateness in
      let shortest = zip(spans, values).map { $1 - lateness.lost($0.from, $0.to) }
      // What began may have been seen later than it was; what ended never before.
      let longest = zip(spans, values).map { $1 + lateness.at($0.from) }
      return [figure(shortest), figure(longest)]
    }
  }

  /// A figure of the moments at which a board sent something by itself, at a steady interval.
  ///
  /// - Parameters:
  ///   - moments: when each came, with its place in the board's own count.
  ///   - interval: the milliseconds from place to place that a board within the limits may keep.
  ///   - figure: of the milliseconds since the first moment, in their order.
  public static func schedule(
    _ moments: [(place: Double, at: LabInstant)], interval: ClosedRange<Double>,
    _ figure: @escaping @Sendable ([Double]) -> Double
  ) -> JudgedTime {
    let first = moments.first?.at ?? .zero
    let times = moments.map { first.duration(to: $0.at).inMilliseconds }
    return JudgedTime(value: figure(times)) { lateness in
      let late = moments.map { lateness.at($0.at) }
      guard late.contains(where: { $0 > 0 }) else { return [] }
      let middle = (interval.lowerBound + interval.upperBound) / 2
      let intervals: Set = [interval.lowerBound, middle, interval.upperBound]
      var values: [Double] = []
      for interval in intervals {
        // A board that keeps its interval from one of the moments on, as near to each other moment
        // as that one's lateness allows.
        for anchor in moments.indices {
          for shift in Set([0, late[anchor]]) {
            let start = times[anchor] - shift - interval * moments[anchor].place
            values.append(
              figure(
                moments.indices.map { index in
                  let due = start + interval * moments[index].place
                  return max(times[index] - late[index], min(times[index], due))
                }))
          }
        }
      }
      return values
    }
  }

  /// The remark on a value beyond its limits that this machine may have made so; nil for one that is
  /// the board's.
  func excuse(_ limits: Event.Limits, _ lateness: MomentLateness) -> String? {
    guard value.isFinite, candidates(lateness).contains(where: limits.allow) else {
      return nil
    }
    return lateness.excuse
  }
}

/// What a lab knows of its own lateness, in milliseconds.
struct MomentLateness {
  let lab: Lab
  /// The other processes of this machine that play boards of the case.
  var players: [Player] = []

  /// The remark on a time that this machine may have made too long.
  var excuse: String {
    let whom = players.isEmpty ? "the rig" : "the rig, or the process that plays the board,"
    return "this machine did not let \(whom) run for part of that time, so the board may be well "
      + "within it"
  }

  /// How much earlier something may have come that was seen at an instant.
  func at(_ instant: LabInstant) -> Double {
    lab.lateness(at: instant, of: players).inMilliseconds
  }

  /// Whether the machine took half of the time or more within which an answer had to come that has not:
  /// boards answer in a small part of their limit.
  func tookAnswer(awaitedFor limit: Duration) -> Bool {
    let now = lab.now
    let lost = lab.lostTime(from: now.advanced(by: .zero - limit), to: now, of: players)
    return lost * 2 >= limit
  }

  /// How much of a span the board's own part of it may be shorter.
  func lost(_ start: LabInstant, _ end: LabInstant) -> Double {
    lab.lostTime(from: start, to: end, ofAnswersOf: players).inMilliseconds
  }
}
