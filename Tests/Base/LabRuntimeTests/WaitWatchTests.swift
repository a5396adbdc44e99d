import CRigShims
import Testing

@testable import LabRuntime

@Suite("The watch over waits")
struct WaitWatchTests {
  /// What is recorded of a process that is looked at at these times, in milliseconds.
  private static func stalls(_ looks: [(at: Int64, isWaiting: Bool)]) -> MachineStalls {
    let stalls = MachineStalls()
    for (last, now) in zip(looks, looks.dropFirst()) {
      let wait = WaitWatch.waiting(
        was: last.isWaiting, is: now.isWaiting, from: last.at * 1_000_000, to: now.at * 1_000_000)
      if let wait { stalls.record(from: wait.from, to: wait.to) }
    }
    return stalls
  }

  @Test("takes a wait of two seconds as one, from look to look")
  func long() {
    let looks = (0...500).map { (at: Int64($0) * 5, isWaiting: (50..<450).contains($0)) }
    let stalls = Self.stalls(looks)
    #expect(stalls.lost(from: 0, to: 2_500_000_000) == 2_005_000_000)
    #expect(stalls.lateness(at: 2_252_000_000) == 2_007_000_000)
  }

  @Test(
    "believes of a wait that was seen once no more than looks are apart as planned",
    arguments: [
      (10, 20, 30, 20), (0, 5, 10, 10), (0, 300, 305, 25), (0, 5, 900, 25),
    ] as [(Int64, Int64, Int64, Int64)])
  func once(before: Int64, seen: Int64, after: Int64, milliseconds: Int64) {
    let stalls = Self.stalls([(before, false), (seen, true), (after, false)])
    #expect(stalls.lost(from: 0, to: 1_000_000_000) == milliseconds * 1_000_000)
  }

  @Test("has nothing to say of who does not wait, however pressed the disks are")
  func others() {
    let stalls = Self.stalls((0...100).map { (at: Int64($0) * 5, isWaiting: false) })
    #expect(stalls.lost(from: 0, to: 500_000_000) == 0)
  }

  @Test("finds what serves a place, and looks at it")
  func places() {
    // Nothing serves port 0, and no terminal has this number.
    for place in [Player.Place.port(0), .terminal(999_999), .group(999_999_999)] {
      let player = Player(place: place)
      player.search(at: 0, of: 1)
      player.lookAtDisk(from: 0, to: 5_000_000)
      player.lookAtProcessor(since: 0, 5_000_000)
      #expect(player.diskWaits.lost(from: 0, to: 5_000_000) == 0)
      #expect(player.processorWaits.lost(from: .min, to: .max) == 0)
    }
    let first = Player.join(.port(1))
    #expect(first.isJoined)
    #expect(Player.join(.port(1)) === first, "a link that is opened again has the same")
    first.leave()
    first.leave()
    #expect(!first.isJoined)
  }

  @Test("finds that processes wait for a processor where there are more than processors")
  func crowd() throws {
    var (input, output, group) = (Int32(-1), Int32(-1), pid_t(0))
    let command = "for n in $(seq $(($(nproc) * 2 + 1))); do (while :; do :; done) & done; wait"
    try #require(unsafe rig_spawn_shell(command, nil, &input, &output, &group) == 0)
    defer {
      _ = rig_end_group(group, 0)
      for file in [input, output] { rig_close(file) }
    }
    let player = Player(place: .group(group))
    let began = rig_monotonic_ns()
    var last = began
    // Within a second or two; half a minute is never.
    while player.processorWaits.lost(from: began, to: .max) == 0, last - began < 30_000_000_000 {
      rig_sleep_until(last + 5_000_000)
      let now = rig_monotonic_ns()
      player.search(at: now, of: 1)
      player.lookAtProcessor(since: last, now)
      last = now
    }
    #expect(player.processorWaits.lost(from: began, to: last) > 0)
    player.forget()
  }
}
