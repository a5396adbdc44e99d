import NearbyAccessory
import Testing
import WireFormat

struct MessageTests {
  @Test(
    "every identifier survives in both directions with any body", arguments: UInt8.min...UInt8.max)
  func identity(identifier: UInt8) throws {
    for direction in AccessoryMessage.Direction.allCases {
      for body in [[], [0x02, 0x00], [0x04, 0x7F, 0x68, 0x69, 0xFF]] as [[UInt8]] {
        let bytes = [identifier] + body
        if identifier == 0x2F, direction == .accessoryToPhone, body.isEmpty { continue }
        let message = try AccessoryMessage.decode(bytes, direction: direction)
        #expect(message.encode() == bytes)
        #expect(message.identifier.rawValue == identifier)
        #expect(message.body == body)
        let isKnown = message.identifier.isDefined(in: direction)
        #expect(isKnown == (message != .unknown(message.identifier, body: body)))
      }
    }
  }

  @Test(
    "an identifier has its direction",
    arguments: [
      (0x01, [.accessoryToPhone]), (0x02, [.accessoryToPhone]), (0x03, [.accessoryToPhone]),
      (0x04, [.accessoryToPhone]), (0x0A, [.phoneToAccessory]), (0x0B, [.phoneToAccessory]),
      (0x0C, [.phoneToAccessory]), (0x1A, [.phoneToAccessory]), (0x1B, [.phoneToAccessory]),
      (0x20, [.phoneToAccessory, .accessoryToPhone]),
      (0x21, [.phoneToAccessory, .accessoryToPhone]), (0x2F, [.accessoryToPhone]),
      (0x30, [.phoneToAccessory]), (0xA5, [.phoneToAccessory]), (0x00, []), (0xFF, []),
    ] as [(UInt8, [AccessoryMessage.Direction])])
  func directions(identifier: UInt8, directions: [AccessoryMessage.Direction]) {
    let identifier = AccessoryMessage.Identifier(rawValue: identifier)
    #expect(AccessoryMessage.Direction.allCases.filter(identifier.isDefined) == directions)
  }

  @Test("only the identifiers of the sample application are in its profile")
  func sampleProfile() {
    let sample = (0...UInt8.max).filter {
      AccessoryMessage.Identifier(rawValue: $0).isInSampleProfile
    }
    #expect(sample == [0x01, 0x02, 0x03, 0x0A, 0x0B, 0x0C])
  }

  @Test("a message without bytes is an error that names the identifier")
  func empty() {
    let error = #expect(throws: WireError.self) {
      try AccessoryMessage.decode([], direction: .phoneToAccessory)
    }
    #expect(error?.code == .truncated)
    #expect(error?.field == "identifier")
  }

  @Test("a Qorvo notification holds its distance and text")
  func notification() throws {
    let bytes: [UInt8] = [0x2F, 0x04, 0x19, 0x68, 0x69]
    let message = try AccessoryMessage.decode(bytes, direction: .accessoryToPhone)
    guard case .qorvoNotify(let notification) = message else {
      Issue.record("it is \(message)")
      return
    }
    #expect(notification.distance == 25 && notification.text == Array("hi".utf8))
    #expect(message.encode() == bytes)
  }

  @Test(
    "a Qorvo notification whose length is wrong is an error",
    arguments: [[0x2F], [0x2F, 0x02], [0x2F, 0x01, 0x00], [0x2F, 0x05, 0x19, 0x68, 0x69]]
      as [[UInt8]])
  func badNotification(bytes: [UInt8]) {
    let error = #expect(throws: WireError.self) {
      try AccessoryMessage.decode(bytes, direction: .accessoryToPhone)
    }
    #expect(error?.offset == 1)
  }

  @Test("random bytes are decoded to something that encodes to the same bytes, or are an error")
  func fuzz() {
    var random = SeededGenerator(seed: 11)
    var survivors = [0, 0, 0, 0, 0]
    for round in 0..<20_000 {
      var bytes = random.bytes(upTo: 64)
      // Half of the inputs begin like a blob of a version that exists.
      if round % 2 == 0, bytes.count > 4 {
        bytes.replaceSubrange(0..<4, with: [UInt8(round / 2 % 4), 0, UInt8(round / 8 % 3), 0])
        if bytes.count > 19 {
          bytes.replaceSubrange(15..<18, with: [UInt8(19 + round % 16), UInt8(round / 2 % 3), 0])
        }
      }
      for direction in AccessoryMessage.Direction.allCases {
        count(bytes, &survivors[0]) { () throws(WireError) in
          try AccessoryMessage.decode(bytes, direction: direction).encode()
        }
      }
      count(bytes, &survivors[1]) { () throws(WireError) in
        try AccessoryConfigurationData.decode(bytes).encode()
      }
      count(bytes, &survivors[2]) { () throws(WireError) in
        try ShareableConfigurationData.decode(bytes).encode()
      }
      count(bytes, &survivors[3]) { () throws(WireError) in
        try UwbDeviceConfigurationData.decode(bytes).encode()
      }
      count(bytes, &survivors[4]) { () throws(WireError) in
        try UwbPhoneConfigurationData.decode(bytes).encode()
      }
      _ = AcceptancePolicy.strict.review(bytes)
    }
    #expect(survivors.allSatisfy { $0 > 500 }, "too few inputs decode: \(survivors)")
  }

  private func count(
    _ bytes: [UInt8], _ survivors: inout Int, _ again: () throws(WireError) -> [UInt8]
  ) {
    do throws(WireError) {
      let encoded = try again()
      survivors += 1
      if encoded != bytes { Issue.record("\(bytes) became \(encoded)") }
    } catch {
      if error.found.isEmpty || error.allowed.isEmpty { Issue.record("an error without words") }
    }
  }
}
