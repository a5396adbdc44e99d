import NearbyAccessory
import Testing
import WireFormat

struct AndroidDialectTests {
  static let dialect = AndroidDialect(
    initialize: [0xA5],
    data: UwbDeviceConfigurationData(
      chipIdentifier: [0xD4, 0x02], chipFirmware: [2, 6], middleware: [4, 3, 0],
      profileMask: 0x0E, rangingRoles: 1, macAddress: [0, 0]))

  static let phone = UwbPhoneConfigurationData(
    sessionIdentifier: 0x0403_0201, profile: 2, deviceRangingRole: 1, macAddress: [0x34, 0x12])

  private func harness(
    _ change: (inout AccessoryBehaviour) -> Void = { _ in }
  ) -> AccessoryHarness {
    var behaviour = AccessoryBehaviour.reference
    behaviour.android = Self.dialect
    change(&behaviour)
    return AccessoryHarness(behaviour)
  }

  @Test("an initialize of the dialect is answered with the data of the capture, but the address")
  func answer() throws {
    var harness = harness()
    let actions = harness.write([0xA5])
    // Captured of a Stella board, whose address was F2 FF.
    let expected = try Hexadecimal.decode("01000000D40202060403000E00000001") + [0x01, 0x20]
    #expect(actions == [.send(.accessoryConfigurationData(expected))])
    #expect(harness.machine.speaksAndroid)
  }

  @Test("the 14 bytes of an Android phone start the radio, in the byte order of the firmware")
  func start() throws {
    for bigEndian in [false, true] {
      var harness = harness { $0.android?.readsBigEndian = bigEndian }
      _ = harness.write([0xA5])
      let blob = try Self.phone.encode(bigEndian: bigEndian)
      #expect(blob.count == 14)
      #expect(harness.write([0x0B] + blob) == [.startRadio(.android(Self.phone), run: 1)])
      #expect(harness.machine.handle(.radioStarted(run: 1)) == [.send(.didStart())])
      #expect(harness.stop() == [.stopRadio(run: 1), .send(.didStop())])
    }
  }

  @Test("a phone of the other byte order is another session where no version is tested")
  func otherOrder() throws {
    for checksVersion in [true, false] {
      var harness = harness {
        $0.android?.readsBigEndian = true
        $0.android?.checksVersion = checksVersion
      }
      _ = harness.write([0xA5])
      var turned = Self.phone
      turned.version = SpecificationVersion(0x0100, 0)
      turned.sessionIdentifier = 0x0102_0304
      #expect(
        harness.write([0x0B] + (try Self.phone.encode()))
          == (checksVersion ? [] : [.startRadio(.android(turned), run: 1)]))
    }
  }

  static let wrong: [(rule: String, change: @Sendable (inout UwbPhoneConfigurationData) -> Void)] =
    [
      ("length", { $0.trailing = [0] }), ("version", { $0.version = .v1_1 }),
      ("version", { $0.version = .v2_0 }), ("preamble", { $0.preambleCode = 8 }),
      ("preamble", { $0.preambleCode = 13 }), ("channel", { $0.channel = 7 }),
      ("profile", { $0.profile = 0 }), ("profile", { $0.profile = 4 }),
      ("profile", { $0.profile = 255 }), ("role", { $0.deviceRangingRole = 0 }),
      ("role", { $0.deviceRangingRole = 2 }), ("role", { $0.deviceRangingRole = 3 }),
    ]

  @Test("what was not offered is refused by name, and starts nothing", arguments: wrong.indices)
  func refused(index: Int) throws {
    var phone = Self.phone
    Self.wrong[index].change(&phone)
    guard case .refused(let violation) = Self.dialect.review(try phone.encode()) else {
      Issue.record("accepted")
      return
    }
    #expect(violation.rule == Self.wrong[index].rule)
    var harness = harness()
    _ = harness.write([0xA5])
    #expect(harness.write([0x0B] + (try phone.encode())) == [])
    #expect(harness.machine.state == .configured)
  }

  @Test("a blob that is cut anywhere is refused", arguments: 0..<14)
  func cut(length: Int) throws {
    let blob = Array(try Self.phone.encode().prefix(length))
    guard case .refused(let violation) = Self.dialect.review(blob) else {
      Issue.record("accepted")
      return
    }
    #expect(violation.rule == "layout")
  }

  @Test("the dialect of the last initialize decides what a configuration is")
  func lastInitialize() throws {
    var harness = harness()
    _ = harness.write([0xA5])
    #expect(try harness.configure() == [])
    _ = harness.initialize()
    #expect(!harness.machine.speaksAndroid)
    #expect(harness.write([0x0B] + (try Self.phone.encode())) == [])
    #expect(try harness.configure() == [.startRadio(.apple(Samples.shareable()), run: 1)])
  }

  @Test("the end of the connection ends the dialect")
  func disconnected() {
    var harness = harness()
    _ = harness.write([0xA5])
    _ = harness.machine.handle(.linkDown)
    #expect(!harness.machine.speaksAndroid)
  }

  @Test("an accessory that draws its address on each call answers anew while it ranges")
  func answerAnew() throws {
    var behaviour = AccessoryBehaviour.reference
    behaviour.initializeWhileActive = .answerAnew
    var harness = try AccessoryHarness.at(.ranging, behaviour)
    let before = harness.machine.configuration.uwb.sourceAddress
    let session = harness.machine.session
    let answer = harness.initialize()
    #expect(answer == [try harness.configurationMessage()])
    #expect(harness.machine.configuration.uwb.sourceAddress != before)
    #expect(harness.machine.state == .ranging)
    #expect(harness.machine.session == session)
  }
}
