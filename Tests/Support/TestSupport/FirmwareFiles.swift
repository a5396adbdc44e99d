import Digests
import WireFormat

/// Firmware files as other tools make them.
public enum FirmwareFiles {
  /// An unsigned package for Nordic's Secure DFU of an application for an nRF52, dated 1980.
  public static func dfuPackage(_ application: [UInt8], version: UInt8 = 1) -> [UInt8] {
    zip([
      ("application.bin", application),
      ("application.dat", initPacket(application, version: version)),
      (
        "manifest.json",
        Array(
          #"{"manifest": {"application": {"bin_file": "application.bin", "dat_file": "application.dat"}}}"#
            .utf8)
      ),
    ])
  }

  /// The init packet of such an application, for any SoftDevice version 0.
  public static func initPacket(_ application: [UInt8], version: UInt8 = 1) -> [UInt8] {
    let hash: [UInt8] = MessageDigest.sha256(application).reversed()
    let command = [
      number(1, Int(version)), number(2, 52), bytes(3, [0]), number(4, 0), number(5, 0),
      number(6, 0), number(7, application.count), bytes(8, number(1, 3) + bytes(2, hash)),
      number(9, 0), bytes(10, number(1, 1) + bytes(2, [])),
    ]
    return bytes(1, number(1, 1) + bytes(2, Array(command.joined())))
  }

  /// A file with the suffix of USB DFU behind it.
  public static func withDFUSuffix(
    _ file: [UInt8], vendor: UInt16, product: UInt16, device: UInt16 = 0xFFFF
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.write(file)
    for field in [device, product, vendor, 0x0100] { writer.write(field) }
    writer.write(Array("UFD".utf8) + [16])
    writer.write(~CRC32.ieee(writer.bytes))
    return writer.bytes
  }

  /// An archive of stored members.
  public static func zip(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var archive = WireWriter()
    var directory = WireWriter()
    for (name, contents) in members {
      let start = UInt32(archive.count)
      var common = WireWriter()
      for field in [20, 0, 0, 0, 0x21] as [UInt16] { common.write(field) }
      common.write(CRC32.ieee(contents))
      for _ in 0..<2 { common.write(UInt32(contents.count)) }
      common.write(UInt16(name.utf8.count))
      common.write(0 as UInt16)
      archive.write(0x0403_4B50 as UInt32)
      archive.write(common.bytes + Array(name.utf8) + contents)
      directory.write(0x0201_4B50 as UInt32)
      directory.write(20 as UInt16)
      directory.write(common.bytes + [UInt8](repeating: 0, count: 10))
      directory.write(start)
      directory.write(Array(name.utf8))
    }
    let start = UInt32(archive.count)
    archive.write(directory.bytes)
    archive.write(0x0605_4B50 as UInt32)
    archive.write(0 as UInt32)
    for _ in 0..<2 { archive.write(UInt16(members.count)) }
    archive.write(UInt32(directory.count))
    archive.write(start)
    archive.write(0 as UInt16)
    return archive.bytes
  }

  /// A number of a protocol buffer.
  private static func number(_ field: UInt8, _ value: Int) -> [UInt8] {
    [field << 3] + variable(value)
  }

  /// Bytes of a protocol buffer.
  private static func bytes(_ field: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [field << 3 | 2] + variable(bytes.count) + bytes
  }

  private static func variable(_ value: Int) -> [UInt8] {
    value > 0x7F ? [UInt8(value & 0x7F) | 0x80] + variable(value >> 7) : [UInt8(value)]
  }
}
