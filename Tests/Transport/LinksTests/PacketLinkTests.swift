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

  @Test("a packet has the time at which it came, and not that at which it was read")
  func arrival() throws {
    let lab = Lab.live(seed: 0)
    try lab.run {
      // The kernel begins to note times a moment after the first socket has asked it to.
      let first = try Self.socketToItself()
      defer { close(first) }
      // It tells of them in microseconds.
      let grain = Duration.microseconds(2)
      var isNoted = false
      for _ in 0..<1000 where !isNoted {
        let descriptor = try Self.socketToItself()
        let sent = lab.now
        try #require(write(descriptor, [0x01], 1) == 1)
        // It has come: what is sent to this computer is there when the call returns.
        let there = lab.now
        let link = lab.packetLink("itself", over: descriptor)
        let events = LabChannel<LinkEvent>(lab, label: "the packet")
        link.start { events.send($0) }
        let event = try await events.receive()
        guard case .received(let chunk) = event else {
          Issue.record("expected a packet, got \(event)")
          return
        }
        #expect(chunk.at >= sent.advanced(by: .zero - grain))
        isNoted = chunk.at <= there.advanced(by: grain)
        link.close()
      }
      #expect(isNoted)
    }
  }

  /// A datagram socket that is its own peer, of which the kernel notes when packets come.
  private static func socketToItself() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var (on, address) = (Int32(1), sockaddr_in())
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_TIMESTAMP, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let isConnected = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
          && connect(descriptor, address, size) == 0
      }
    }
    try #require(isConnected)
    return descriptor
  }
}
