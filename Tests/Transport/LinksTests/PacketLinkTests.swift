import Glibc
import LabRuntime
import Links
import Testing

@Suite("A link over a packet socket")
struct PacketLinkTests {
  @Test("what the peer has sent before it reset the connection is received, then the end")
  func lastWords() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      var pair: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &pair) == 0)
      _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
      let link = lab.packetLink("the peer", over: pair[0])
      // What a peer has not read when it closes makes the end a reset.
      try await link.send([0x01])
      for packet in [[7, 8], [9]] as [[UInt8]] {
        try #require(write(pair[1], packet, packet.count) == packet.count)
      }
      Glibc.close(pair[1])
      let events = LabChannel<LinkEvent>(lab, label: "what the peer has sent")
      link.start { events.send($0) }
      var told: [[UInt8]] = []
      while case .received(let chunk) = try await events.receive() { told.append(chunk.bytes) }
      #expect(told == [[7, 8], [9]])
      link.close()
    }
  }
}
