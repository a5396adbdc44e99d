import LabRuntime
import Links
import NearbyAccessory
import Testing
import UCI
import UCIHost

@testable import NearbySession

@Suite("A board as a phone's radio")
struct RangingRadioTests {
  private func perform<Value: Sendable>(
    _ fake: FakeRadio = FakeRadio(), seed: UInt64 = 1,
    _ body: @escaping @Sendable (UCIRangingRadio, MemoryLink, Lab) async throws -> Value
  ) throws -> Value {
    let lab = Lab.simulated(seed: seed)
    return try lab.run {
      let (near, far) = MemoryLink.pair(lab, name: "virtual:radio")
      return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await fake.serve(far, lab) }
        let host = UCIHost(FrameLink(near, cutter: UCICutter(), lab: lab), lab: lab)
        let radio = UCIRangingRadio(host, lab: lab)
        group.addTask { await radio.serve() }
        defer {
          group.cancelAll()
          near.close()
        }
        return try await body(radio, far, lab)
      }
    }
  }

  private static let order = RadioOrder(
    sessionIdentifier: 42, parameters: .controller(address: 1, peers: [0x1234]),
    peerAddress: 0x1234)

  @Test("reports every round of a session, and none after its end", arguments: UInt64(1)...5)
  func rounds(_ seed: UInt64) throws {
    let (sequences, later) = try perform(seed: seed) { radio, _, lab in
      radio.start(7, Self.order)
      var sequences: [UInt32] = []
      while sequences.count < 5 {
        guard case .heard(7, let update) = try await radio.reports.receive() else { continue }
        sequences.append(update.sequence)
      }
      radio.stop(7)
      radio.stop(7)
      try await lab.sleep(for: .seconds(1), label: "the end of the session")
      var later = 0
      while radio.reports.tryReceive() != nil { later += 1 }
      return (sequences, later)
    }
    #expect(sequences == [0, 1, 2, 3, 4])
    #expect(later == 0)
  }

  @Test("reports a start that the board refuses")
  func refused() throws {
    var fake = FakeRadio()
    fake.startStatus = .rejected
    let report = try perform(fake) { radio, _, _ in
      radio.start(3, Self.order)
      return try await radio.reports.receive()
    }
    guard case .failed(3, let reason) = report else {
      Issue.record("\(report)")
      return
    }
    #expect(reason.contains("SESSION_START"))
  }

  @Test("fails its sessions when the board is gone")
  func gone() throws {
    let reports = try perform { radio, link, _ in
      radio.start(3, Self.order)
      var reports = [try await radio.reports.receive()]
      link.close()
      while let report = try? await radio.reports.receive() { reports.append(report) }
      return reports
    }
    guard case .failed(3, _)? = reports.last else {
      Issue.record("\(reports)")
      return
    }
  }
}
