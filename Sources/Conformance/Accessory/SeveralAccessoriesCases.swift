import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// One phone and several accessories.
enum SeveralAccessoriesCases {
  static let all: [Case] = [two]

  static let two = Case(
    "M02", suite: "accessory", "two accessories at once",
    requirement: "Two accessories range with one phone at once, in blocks of 162 and 180 ms.",
    source: "multi-platform-uwb issue 57; accessory protocol §3.3", boards: .accessoryPair,
    needs: [.radio], declared: .milliseconds(360)
  ) { bench in
    let (first, second) = (try bench.accessory(0), try bench.accessory(1))
    let one = try await bench.session(with: first) { $0.rangingDuration = 162 }
    let other = try await bench.session(with: second) { $0.rangingDuration = 180 }
    let oneRadio = try await bench.startRanging(one, on: first)
    let otherRadio = try await bench.startRanging(other, on: second)
    try await bench.expectRounds(2, of: one, on: oneRadio, "rounds with \(first.name)")
    try await bench.expectRounds(2, of: other, on: otherRadio, "rounds with \(second.name)")
  }
}
