import Errors
import LabRuntime
import Links
import Synchronization
import Testing

@testable import Bluetooth

@Suite("Messages over Bluetooth LE")
struct BLELinkTests {
  @Test(
    "a message that the server refuses is none, and no failure of the link",
    arguments: [0x0D, 0x0E, 0x80] as [UInt8])
  func refused(code: UInt8) throws {
    let lab = Lab.simulated(seed: 1)
    try lab.run {
      let channel = AirChannel(lab)
      let connection = ATTConnection(lab, name: "peer", over: channel)
      let peer = Peer { _, packet in
        packet.first == 0x13 ? [[0x01, 0x12, 3, 0, code]] : [packet]
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await channel.serve(peer, lab) }
        let found = try await connection.discover()
        let refusals = Mutex<[RigError]>([])
        let link = BLELink(
          connection, receive: found.first { $0.handle == Peer.receive }, transmit: Peer.transmit,
          wrapping: nil
        ) { error in refusals.withLock { $0.append(error) } }
        try await link.send([0x0A])
        try await link.send([])
        let told = refusals.withLock { $0.map(\.reason) }
        let number = String(code, radix: 16, uppercase: true)
        #expect(told.count == 2 && told.allSatisfy { $0.hasSuffix("(ATT error 0x\(number))") })
        link.close()
        try await group.waitForAll()
      }
    }
  }
}
