import Journal
import LabRuntime
import NearbyAccessory
import Rig
import Runner

/// What an accessory does with a configuration while it ranges, and with one of another exchange.
enum ReconfigureCases {
  static let all: [Case] = [sameAgain, another, olderAddress]

  static let sameAgain = Case.accessory(
    "C23", "the same configuration while ranging", .varies,
    requirement: "The same configuration again leaves ranging unbroken.",
    source: "accessory protocol §1.4 (observed: Stella)", needs: [.radio],
    declared: .milliseconds(540)
  ) { bench, accessory in
    let session = try await bench.session(with: accessory)
    let radio = try await bench.startRanging(session, on: accessory)
    try await bench.expectRounds(1, of: session, on: radio)
    try await accessory.send(.configureAndStart(try session.shareable.encode()))
    try await bench.expectRounds(
      2, of: session, on: radio, "ranging goes on after the same configuration")
  }

  static let another = Case.accessory(
    "C24", "another configuration while ranging", .varies,
    requirement: "Another configuration while ranging is applied as a whole or refused as a whole.",
    source: "accessory protocol §1.4", needs: [.radio], declared: .milliseconds(540)
  ) { bench, accessory in
    let first = try await bench.session(with: accessory)
    let firstRadio = try await bench.startRanging(first, on: accessory)
    try await bench.expectRounds(1, of: first, on: firstRadio)
    let second = bench.session(for: first.accessory)
    let secondRadio = try await bench.startRadio(for: second)
    try await accessory.send(.configureAndStart(try second.shareable.encode()))
    let answer = try await accessory.next(within: bench.limits.accessoryStart)
    if answer?.message?.identifier == .didStart {
      try await bench.expectRounds(
        2, of: second, on: secondRadio, "rounds of the configuration that was accepted")
    } else {
      try await bench.expectRounds(
        2, of: first, on: firstRadio, "rounds of the configuration that was kept")
    }
  }

  static let olderAddress = Case.accessory(
    "C25", "configuration for an older address", .inferred,
    requirement: "After a new initialize nothing ranges under the old address.",
    source: "accessory protocol §7 C25 (R4NOTE)", needs: [.radio], declared: .milliseconds(540)
  ) { bench, accessory in
    let old = try await bench.session(with: accessory)
    let fresh = try bench.decoded(try await bench.fence(accessory, "nothing comes by itself"))
    guard fresh.uwb.sourceAddress != old.accessory.uwb.sourceAddress else {
      throw CaseEnding.skip("\(accessory.name) keeps its address")
    }
    let radio = try await bench.startRadio(for: old)
    try await accessory.send(.configureAndStart(try old.shareable.encode()))
    try await bench.expectNoRounds(3, of: old, on: radio, "ranging under the old address")
  }
}
