import Testing
import WireFormat

@testable import RangingOOB

struct DecodingTests {
  private static let capabilities = OOBMessage(
    version: 2,
    .capabilitiesResponse(
      OOBMessage.Capabilities(blocks: [.uwb(.init())], tail: .init())))

  @Test("of a message that is cut anywhere no decoder reads the block")
  func truncated() throws {
    let whole = Self.capabilities.encode()
    for count in 0..<whole.count {
      for tolerance in [OOBTolerance.strict, .lenient, .board] {
        let message = try? OOBMessage.decode(Array(whole.prefix(count)), tolerance: tolerance)
        guard let message, case .capabilitiesResponse(let content) = message.body else { continue }
        #expect(content.blocks.isEmpty, "\(count) bytes")
      }
    }
  }

  @Test("of a longer block the strict decoder loses the technology, the others the rest")
  func largerBlock() throws {
    let bytes = try Hexadecimal.decode(
      "010101000016080920020000010000808080 0000e80314030102")
    guard case .capabilitiesResponse(let strict) = try OOBMessage.decode(bytes).body,
      case .capabilitiesResponse(let tolerant) = try OOBMessage.decode(bytes, tolerance: .board)
        .body
    else {
      Issue.record("no capabilities")
      return
    }
    #expect(strict.blocks.first?.ultraWideband == nil)
    #expect(tolerant.blocks.first?.ultraWideband?.channels.numbers == [5, 9])
  }

  @Test("bytes behind a message are refused but by the first decoder")
  func trailing() throws {
    let bytes: [UInt8] = [1, 0, 1, 0, 0]
    #expect(throws: WireError.self) { try OOBMessage.decode(bytes) }
    #expect(throws: WireError.self) { try OOBMessage.decode(bytes, tolerance: .board) }
    #expect(
      try OOBMessage.decode(bytes, tolerance: .lenient)
        == OOBMessage(version: 1, .capabilitiesRequest(.uwb)))
  }

  @Test("a configuration of version 3 without its motion byte is for tolerant decoders")
  func withoutMotion() throws {
    let bytes = OOBMessage(version: 3, .configurationRequest(.init(blocks: [.uwb(.init())])))
      .encode()
    #expect(throws: WireError.self) { try OOBMessage.decode(bytes) }
    #expect(try OOBMessage.decode(bytes, tolerance: .board).encode() == bytes)
  }

  @Test(
    "what is encoded decodes to the same, in every version", arguments: [1, 2, 3, 9] as [UInt8])
  func roundTrip(version: UInt8) throws {
    var wifi = ConfigurationBlock.WiFiNAN()
    wifi.service = Array("service".utf8)
    var peer = ConfigurationBlock.WiFiPD()
    peer.deviceKey = [1, 2, 3]
    let configuration = OOBMessage.Configuration(
      blocks: [
        .uwb(.init()), .channelSounding(.init()), .wifiNAN(wifi), .rssi(.init()), .wifiPD(peer),
        .unknown(OOBTechnology(rawValue: 9), [7]),
      ], start: .uwb, motion: version > 1 ? .supported : nil)
    let capabilities = OOBMessage.Capabilities(
      blocks: [
        .rssi(.init()), .uwb(.init()), .channelSounding(.init()), .wifiNAN(.init()),
        .wifiPD(.init()),
      ], tail: version == 1 ? nil : .init())
    for body in [
      .configurationRequest(configuration), .capabilitiesResponse(capabilities),
    ] as [OOBMessage.Body] {
      let message = OOBMessage(version: version, body)
      #expect(try OOBMessage.decode(message.encode()) == message)
    }
  }
}
