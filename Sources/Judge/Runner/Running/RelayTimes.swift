import Journal
import LabRuntime
import Synchronization

/// How long the rig itself takes to pass shareable data on: from the moment at which the model of the
/// phone has made it to the moment at which its first byte has gone out.
final class RelayTimes: Sendable {
  /// Times that are kept; a longer run is judged by its beginning.
  private static let limit = 100_000
  /// The middle one that an idle machine should keep, in microseconds.
  private static let target = 200.0

  private let times = Mutex<[Duration]>([])

  func note(_ time: Duration) {
    times.withLock { if $0.count < Self.limit { $0.append(time) } }
  }

  /// The measurements of a run; none when nothing was passed on.
  var measurements: [Event.Measurement] {
    let sorted = times.withLock { $0.sorted() }
    guard !sorted.isEmpty else { return [] }
    func microseconds(at share: Int) -> Double {
      Double(sorted[(sorted.count - 1) * share / 100].nanoseconds) / 1000
    }
    return [
      Event.Measurement(
        name: "relay time p50", value: microseconds(at: 50), unit: "us",
        limits: Event.Limits(max: Self.target)),
      Event.Measurement(name: "relay time p99", value: microseconds(at: 99), unit: "us"),
      Event.Measurement(name: "relay time sessions", value: Double(sorted.count), unit: ""),
    ]
  }
}
