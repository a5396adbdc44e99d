import Testing

@testable import Links

@Suite("the Telnet below RFC 2217")
struct TelnetTests {
  @Test("data with every byte value comes back, however it is cut", arguments: [1, 2, 3, 7, 512])
  func roundTrip(piece: Int) {
    let data = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
    let wire = Telnet.escaped(data)
    #expect(wire.count == data.count + 2)
    var telnet = Telnet()
    var got: [UInt8] = []
    for start in stride(from: 0, to: wire.count, by: piece) {
      for item in telnet.receive(Array(wire[start..<min(start + piece, wire.count)])) {
        if case .data(let bytes) = item { got += bytes }
      }
    }
    #expect(got == data)
  }

  static let conversations: [([UInt8], [Telnet.Item])] = [
    ([255, 251, 44], [.negotiation(verb: 251, option: 44)]),
    ([65, 255, 253, 0, 66], [.data([65]), .negotiation(verb: 253, option: 0), .data([66])]),
    (
      [255, 250, 44, 101, 0, 1, 194, 0, 255, 240],
      [.subnegotiation(option: 44, value: [101, 0, 1, 194, 0])]
    ),
    // 0xFF inside a value is doubled.
    ([255, 250, 44, 106, 255, 255, 255, 240], [.subnegotiation(option: 44, value: [106, 255])]),
    // A NOP means nothing; a break of the other side means nothing to a client.
    ([255, 241, 255, 243, 1], [.data([1])]),
    // A subnegotiation that is broken off is dropped, and data goes on.
    ([255, 250, 44, 1, 255, 0, 7], [.data([7])]),
    ([255, 250, 255, 240, 8], [.data([8])]),
  ]

  @Test("commands are told from data", arguments: conversations)
  func items(wire: [UInt8], items: [Telnet.Item]) {
    var whole = Telnet()
    #expect(whole.receive(wire) == items)
    var cut = Telnet()
    #expect(wire.flatMap { cut.receive([$0]) } == items)
  }

  @Test("a subnegotiation without an end is kept to 64 bytes")
  func bounded() {
    var telnet = Telnet()
    let flood = [255, 250, 44] + [UInt8](repeating: 1, count: 100_000)
    #expect(telnet.receive(flood).isEmpty)
    let items = telnet.receive([255, 240])
    #expect(items == [.subnegotiation(option: 44, value: [UInt8](repeating: 1, count: 63))])
  }
}

@Suite("the commands of a remote port")
struct ComPortControlTests {
  @Test("what a server says changes what is known of the port")
  func answers() {
    var control = ComPortControl()
    #expect(control.isAgreed == nil)
    #expect(control.receive(.negotiation(verb: 253, option: 44)).isEmpty)
    #expect(control.isAgreed == true)
    _ = control.receive(.subnegotiation(option: 44, value: [101, 0, 1, 194, 0]))
    #expect(control.rate == 115_200)
    _ = control.receive(.subnegotiation(option: 44, value: [108]))
    #expect(control.isSuspended)
    _ = control.receive(.subnegotiation(option: 44, value: [109]))
    #expect(!control.isSuspended)
    _ = control.receive(.subnegotiation(option: 44, value: [106, 0x08 | 0x02]))
    _ = control.receive(.subnegotiation(option: 44, value: [106, 0x10 | 0x04]))
    #expect(control.errors == LineErrors(framing: 1, parity: 1, overrun: 1, breaks: 1))
  }

  @Test("an option that is not ours is refused once, and a repeat is not answered")
  func noLoop() {
    var control = ComPortControl()
    #expect(control.receive(.negotiation(verb: 251, option: 1)) == [255, 254, 1])
    #expect(control.receive(.negotiation(verb: 251, option: 1)).isEmpty)
    #expect(control.receive(.negotiation(verb: 253, option: 24)) == [255, 252, 24])
    #expect(control.receive(.negotiation(verb: 254, option: 24)).isEmpty)
  }

  @Test("values that are too short are no answer", arguments: [[], [101], [101, 0, 0, 1], [106]])
  func short(value: [UInt8]) {
    var control = ComPortControl()
    _ = control.receive(.subnegotiation(option: 44, value: value))
    #expect(control.rate == nil)
    #expect(control.errors == LineErrors())
  }
}
