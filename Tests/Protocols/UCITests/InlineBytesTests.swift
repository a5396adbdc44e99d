import Testing
import WireFormat

@testable import UCI

@Suite("A record without arrays")
struct InlineBytesTests {
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
}
