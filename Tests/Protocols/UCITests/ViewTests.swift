import Testing
import WireFormat

@testable import UCI

@Suite("messages read in place")
struct ViewTests {
  private static func session(_ packet: UCIPacket) -> SessionInfoNotification? {
    guard
      case .sessionInfoNotification(let body) = UCIMessage.decode(packet: packet, dialect: .fira2)
    else { return nil }
    return body
  }

  private static let packets: [UCIPacket] = Vector.packets.compactMap { vector in
    var receiver = UCIReceiver(dialect: vector.dialect)
    guard case .packet(let packet, _) = receiver.append(vector.bytes).first,
      session(packet) != nil
    else { return nil }
    return packet
  }

  @Test("a view of SESSION_INFO_NTF has the fields of the value", arguments: packets)
  func sameFields(packet: UCIPacket) throws {
    let body = try #require(Self.session(packet))
    let view = try SessionInfoNotificationView(packet.payload.wireBytes)
    #expect(view.sequenceNumber == body.sequenceNumber)
    #expect(view.sessionToken == body.sessionToken)
    #expect(view.rcrIndicator == body.rcrIndicator)
    #expect(view.currentRangingInterval == body.currentRangingInterval)
    #expect(view.measurementType == body.measurementType)
    #expect(view.macAddrMode == body.macAddrMode)
    #expect(view.husPrimarySessionID == body.husPrimarySessionID)
    #expect(view.rfu1 == body.rfu1)
    #expect(view.rfu2 == body.rfu2)
    #expect(Int(view.num) == UCIMeasurement.count(body.measurements))
    var elements = 0
    for (index, measurement) in body.measurements.enumerated() {
      switch measurement {
      case .twrShort(let record):
        let element = try element(of: view.twrShort(at: index)?.bytes.copied())
        #expect(element == bytes(of: record))
        #expect(view.twrShort(at: index)?.macNumber == record.macNumber)
        #expect(view.twrShort(at: index)?.distance == record.distance)
        #expect(view.twrShort(at: index)?.aoaDestElevation == record.aoaDestElevation)
        #expect(view.twrShort(at: index)?.rssiDBm == record.rssiDBm)
        elements += 1
      case .twrExtended(let record):
        #expect(view.twrExtended(at: index)?.macNumber == record.macNumber)
        #expect(view.twrExtended(at: index)?.slotIndex == record.slotIndex)
        elements += 1
      case .owrAoAShort(let record):
        #expect(view.owrAoAShort(at: index)?.blockIndex == record.blockIndex)
        elements += 1
      case .owrAoAExtended(let record):
        #expect(view.owrAoAExtended(at: index)?.aoaElevationFoM == record.aoaElevationFoM)
        elements += 1
      default: break
      }
    }
    let isAbsent =
      view.twrShort(at: elements) == nil && view.twrExtended(at: elements) == nil
      && view.owrAoAShort(at: elements) == nil && view.owrAoAExtended(at: elements) == nil
    #expect(isAbsent)
    let isAbsentBefore = view.twrShort(at: -1) == nil && view.twrShort(at: Int.max) == nil
    #expect(isAbsentBefore)
  }

  @Test("a view of a cut payload is refused, or has no element that is cut", arguments: packets)
  func cut(packet: UCIPacket) throws {
    for length in 0..<packet.payload.count {
      let payload = Array(packet.payload[..<length])
      do throws(WireError) {
        let view = try SessionInfoNotificationView(payload.wireBytes)
        #expect(length >= 25)
        for index in 0..<Int(view.num) {
          let end = 25 + 31 * (index + 1)
          if let one = view.twrShort(at: index) {
            #expect(end <= length)
            #expect(one.bytes.byteCount == 31)
          }
        }
      } catch {
        #expect(length < 25)
        #expect(error.code == .truncated)
      }
    }
  }

  @Test("addresses and reserved bytes are the same however they are given")
  func inlineBytes() throws {
    var record = TWRShortMeasurement(
      mac: [0x12, 0x34], status: .ok, nlos: UCILineOfSight(rawValue: 0), distance: 1,
      aoaAzimuth: 0, aoaAzimuthFoM: 0, aoaElevation: 0, aoaElevationFoM: 0, aoaDestAzimuth: 0,
      aoaDestAzimuthFoM: 0, aoaDestElevation: 0, aoaDestElevationFoM: 0, slotIndex: 0, rssi: 0)
    #expect(record.macNumber == 0x3412)
    #expect(record.rfu == [])
    record.mac = [0x56]
    #expect(record.mac == [0x56, 0x00])
    record.rfu = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    #expect(record.rfu == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    let bytes = bytes(of: record)
    #expect(bytes.count == 31)
    #expect(Array(bytes.suffix(11)) == record.rfu)
    var reader = WireReader(bytes)
    #expect(try TWRShortMeasurement(reading: &reader, dialect: .fira2) == record)
    record.rfu = [0, 0]
    #expect(record.rfu == [])
  }

  private func bytes(of record: TWRShortMeasurement) -> [UInt8] {
    var writer = WireWriter()
    record.encode(into: &writer)
    return writer.bytes
  }

  private func element(of bytes: [UInt8]?) throws -> [UInt8] { try #require(bytes) }
}
