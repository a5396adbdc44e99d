import AttributePeer
import AttributeProtocol
import Testing

/// A client and a server that hand each other their packets at once.
struct Exchange {
  var client = AttributeClient()
  var server: AttributeServer
  /// What the owner of the server answers: values by handle.
  var values: [AttributePDU.Handle: Result<[UInt8], AttributeError>] = [:]
  var written: [AttributePDU.Handle: [UInt8]] = [:]
  var requests = 0

  init(_ table: AttributeTable, ownUnit: UInt16 = 247) {
    server = AttributeServer(table, ownUnit: ownUnit)
  }

  mutating func ask(
    _ request: AttributeClient.Request
  ) -> Result<AttributeClient.Answer, AttributeClient.Failure>? {
    var packets = client.begin(request).map { [$0] } ?? []
    while !packets.isEmpty {
      requests += 1
      let taken = server.received(packets.removeFirst())
      var answers = taken.send
      for event in taken.events {
        switch event {
        case .asksValue(let handle):
          answers += server.answer(values[handle] ?? .failure(.readNotPermitted))
        case .asksWrite(let handle, let value):
          written[handle] = value
          answers += server.answer(.success([]))
        default: break
        }
      }
      for answer in answers {
        let step = client.received(answer)
        packets += step.send
        if case .answered(let result)? = step.events.first { return result }
      }
    }
    return nil
  }
}

@Suite("ATT exchanges")
struct ExchangeTests {
  static let uart = BluetoothUUID(digits: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E")
  static let receive = BluetoothUUID(digits: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E")
  static let transmit = BluetoothUUID(digits: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")

  static func table() throws -> AttributeTable {
    var table = AttributeTable()
    table.addService(BluetoothUUID(0x1800))
    table.addCharacteristic(BluetoothUUID(0x2A00), properties: 2, value: Array("Lock".utf8))
    table.addService(try #require(uart))
    table.addCharacteristic(try #require(receive), properties: 0x0C)
    table.addCharacteristic(try #require(transmit), properties: 0x10, isConfigurable: true)
    return table
  }

  @Test(
    "the shorter of both lengths is agreed, and 23 at least",
    arguments: [
      (247, 247, 247), (517, 247, 247), (247, 100, 100), (23, 247, 23), (5, 247, 23), (247, 5, 23),
    ] as [(UInt16, UInt16, Int)])
  func unit(wanted: UInt16, offered: UInt16, agreed: Int) throws {
    var exchange = Exchange(try Self.table(), ownUnit: offered)
    #expect(exchange.ask(.exchangeMTU(wanted)) == .success(.unit(agreed)))
    #expect(exchange.client.unit == agreed)
  }

  @Test("discovery finds services, characteristics and descriptors", arguments: [23, 41, 247])
  func discovery(unit: UInt16) throws {
    var exchange = Exchange(try Self.table())
    _ = exchange.ask(.exchangeMTU(unit))
    guard case .success(.services(let found))? = exchange.ask(.discover) else {
      Issue.record("nothing was found")
      return
    }
    #expect(found.map(\.uuid) == [BluetoothUUID(0x1800), Self.uart])
    #expect(found.map(\.handles) == [.init(1, 3), .init(4, 9)])
    #expect(
      found.last?.characteristics.map(\.uuid) == [Self.receive, Self.transmit].compactMap(\.self))
    #expect(found.last?.characteristics.map(\.value) == [6, 8])
    #expect(found.last?.characteristics.map(\.properties) == [0x0C, 0x10])
    #expect(found.last?.characteristics.map(\.clientConfiguration) == [nil, 9])
  }

  @Test(
    "a value of any length is read whole", arguments: [0, 1, 21, 22, 23, 44, 45, 246, 300, 512])
  func reading(length: Int) throws {
    var exchange = Exchange(try Self.table())
    let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    exchange.values[6] = .success(value)
    #expect(exchange.ask(.read(6)) == .success(.value(value)))
  }

  @Test("a value of any length is written whole", arguments: [0, 20, 21, 36, 200, 512])
  func writing(length: Int) throws {
    var exchange = Exchange(try Self.table())
    let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    #expect(exchange.ask(.write(6, value)) == .success(.written))
    #expect(exchange.written[6] == value)
  }

  @Test("a long value of which a part is refused is given up at the server")
  func abandoned() {
    var client = AttributeClient()
    let value = (0..<40).map { UInt8($0) }
    #expect(
      client.begin(.write(6, value))
        == AttributePDU.prepareWriteRequest(6, offset: 0, Array(value[..<18])).bytes)
    let first = client.received(
      AttributePDU.prepareWriteResponse(6, offset: 0, Array(value[..<18])).bytes)
    #expect(
      first.send == [AttributePDU.prepareWriteRequest(6, offset: 18, Array(value[18..<36])).bytes])
    let refused = client.received(
      AttributePDU.errorResponse(request: 0x16, 6, .prepareQueueFull).bytes)
    #expect(
      refused.send == [AttributePDU.executeWriteRequest(false).bytes] && refused.events.isEmpty)
    #expect(
      client.received(AttributePDU.executeWriteResponse.bytes).events
        == [.answered(.failure(.refused(.prepareQueueFull)))])
    #expect(client.begin(.discover) != nil)
  }

  @Test(
    "a refusal keeps its code, also one that the standard does not know",
    arguments: [0x02, 0x05, 0x0F, 0x80, 0xFE] as [UInt8])
  func refusals(code: UInt8) throws {
    var exchange = Exchange(try Self.table())
    let error = AttributeError(rawValue: code)
    exchange.values[6] = .failure(error)
    #expect(exchange.ask(.read(6)) == .failure(.refused(error)))
    #expect(exchange.ask(.read(99)) == .failure(.refused(.invalidHandle)))
  }

  @Test("a request longer than a packet is refused, and its answer is no longer than one")
  func tooLong() throws {
    var server = AttributeServer(try Self.table())
    let long = AttributePDU.prepareWriteRequest(6, offset: 0, [UInt8](repeating: 7, count: 60))
    #expect(
      server.received(long.bytes).send
        == [AttributePDU.errorResponse(request: 0x16, 0, .invalidPDU).bytes])
  }

  @Test("notifications are turned on and cut to the length of a packet")
  func notifications() throws {
    var exchange = Exchange(try Self.table())
    #expect(exchange.ask(.write(9, [1, 0])) == .success(.written))
    #expect(exchange.server.configured == [8])
    let packet = exchange.server.notification(8, [UInt8](repeating: 7, count: 41))
    #expect(
      exchange.client.received(packet).events == [.notified(8, [UInt8](repeating: 7, count: 20))])
  }

  @Test("an indication is confirmed at once")
  func indications() throws {
    var exchange = Exchange(try Self.table())
    let step = exchange.client.received(exchange.server.indication(8, [1]))
    #expect(step.send == [[0x1E]])
    #expect(step.events == [.notified(8, [1])])
    #expect(exchange.server.received([0x1E]).events == [.confirmed])
  }

  @Test(
    "a server that asks as a client is answered",
    arguments: [
      ([0x02, 0x64, 0x00], [0x03, 0x05, 0x02]),
      ([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x01, 0x10, 1, 0, 0x0A]),
      ([0x0A, 3, 0], [0x01, 0x0A, 3, 0, 0x01]), ([0x20, 3, 0, 4, 0], [0x01, 0x20, 0, 0, 0x06]),
      ([0x04, 1], [0x01, 0x04, 0, 0, 0x04]),
    ] as [([UInt8], [UInt8])])
  func asked(request: [UInt8], answer: [UInt8]) {
    var client = AttributeClient()
    #expect(client.received(request).send == [answer])
  }

  @Test(
    "what is no answer to the request ends it",
    arguments: [
      [0x0B, 1], [0x01, 0x0A, 0, 0, 1], [0x11, 0x06, 5, 0, 1, 0, 0, 0x18], [0x11, 0x03, 1],
      [0x11, 0x06, 1, 0, 9, 0, 0, 0x18, 4, 0, 12, 0, 1, 0x18], [0x11],
    ] as [[UInt8]])
  func nonsense(packet: [UInt8]) throws {
    var client = AttributeClient()
    _ = client.begin(.discover)
    guard case .answered(.failure(.malformed))? = client.received(packet).events.first else {
      Issue.record("it was taken")
      return
    }
    #expect(client.begin(.discover) != nil)
  }

  @Test("a response without a request is told of")
  func stray() {
    var client = AttributeClient()
    #expect(client.received([0x0B, 1]).events == [.violated("a response (0xB) without a request")])
  }
}

@Suite("ATT packets")
struct PacketTests {
  @Test(
    "packets are written as they were read",
    arguments: [
      [0x01, 0x0A, 0x03, 0x00, 0x0F], [0x02, 0xF7, 0x00], [0x05, 1, 9, 0, 2, 0x29],
      [0x06, 1, 0, 0xFF, 0xFF, 0, 0x28, 1, 2], [0x07, 1, 0, 3, 0, 4, 0, 9, 0],
      [0x09, 3, 1, 0, 7, 2, 0, 8], [0x0C, 3, 0, 22, 0], [0x16, 3, 0, 0, 0, 1, 2], [0x18, 1], [0x1E],
      [0x1B, 8, 0, 1, 2, 3], [0x52, 6, 0, 0x0A], [0x23, 1, 2, 3], [0xD2, 1],
    ] as [[UInt8]])
  func equal(bytes: [UInt8]) throws {
    #expect(try AttributePDU.decode(bytes).bytes == bytes)
  }

  @Test(
    "what is cut or too long is refused",
    arguments: [
      [], [0x01, 0x0A], [0x02, 1], [0x13, 0], [0x09, 1, 0], [0x05, 3, 1, 0], [0x18, 2],
      [0x08, 1, 0, 2, 0, 1],
    ] as [[UInt8]])
  func refused(bytes: [UInt8]) {
    #expect(throws: (any Error).self) { try AttributePDU.decode(bytes) }
  }

  @Test(
    "identifiers are read in both lengths",
    arguments: [
      ("2902", "00002902-0000-1000-8000-00805F9B34FB", [0x02, 0x29]),
      (
        "6e400001-b5a3-f393-e0a9-e50e24dcca9e", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
        [
          0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 0x01, 0, 0x40,
          0x6E,
        ]
      ),
    ] as [(String, String, [UInt8])])
  func identifiers(text: String, whole: String, wire: [UInt8]) throws {
    let uuid = try #require(BluetoothUUID(digits: text))
    #expect(uuid.description == whole)
    #expect(uuid.wire == wire)
    #expect(BluetoothUUID(wire: wire) == uuid)
    #expect(BluetoothUUID(digits: whole) == uuid)
  }
}
