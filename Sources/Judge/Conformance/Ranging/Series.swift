import LabRuntime
import UCIHost

enum Series {
  static func median(_ values: [Double]) -> Double { values.median ?? 0 }

  static func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    // The smallest value that so large a share does not exceed.
    return sorted[max(0, min(sorted.count, Int((Double(sorted.count) * share).rounded(.up))) - 1)]
  }

  static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// Milliseconds from round to round, of rounds that were left out their share.
  static func intervals(_ rounds: [RangingRound]) -> [Double] {
    zip(rounds, rounds.dropFirst()).compactMap { one, next in
      guard next.sequence > one.sequence else { return nil }
      let span = Double(one.at.duration(to: next.at).microseconds) / 1000
      return span / Double(next.sequence - one.sequence)
    }
  }
}
