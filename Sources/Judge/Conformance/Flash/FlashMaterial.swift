import BootProtocols
import Digests
import FirmwareImages
import FoundationEssentials
import RigFile
import Runner
import WireFormat

/// The images that the cases write: on a real board the one that the rig file gives it and no other,
/// on a virtual one an image of the rig's own making.
enum FlashMaterial {
  /// An init packet, and the firmware that it is for.
  static func package(for board: RigBoard) throws -> (initPacket: [UInt8], firmware: [UInt8]) {
    if let image = try given(board) {
      guard case .dfuPackage(let package) = image.detail,
        let part = package.images.first(where: { $0.role == .application })
      else { throw unsuitable(board, "a DFU package with an application") }
      return (part.initPacket.bytes, part.firmware)
    }
    let firmware = bytes(9000, seed: 1)
    return (initPacket(for: firmware, version: 1, hardware: 52), firmware)
  }

  /// An init packet of an application that goes with no SoftDevice.
  static func initPacket(for firmware: [UInt8], version: UInt32, hardware: UInt32) -> [UInt8] {
    var command = InitCommand()
    command.firmwareVersion = version
    command.hardwareVersion = hardware
    command.softDevices = [0]
    command.type = 0
    command.applicationSize = UInt32(firmware.count)
    command.hash = InitCommand.Hash(type: 3, bytes: MessageDigest.sha256(firmware).reversed())
    return command.packet
  }

  static func mcubootImage(
    for board: RigBoard, otherThan running: [UInt8]
  ) throws -> [UInt8] {
    if let image = try given(board) {
      guard image.contents.segments.count == 1,
        let own = SMPImage(image.contents.segments[0].bytes), own.isIntact
      else { throw unsuitable(board, "a signed MCUboot image") }
      guard own.hash != running else {
        throw CaseEnding.skip("\(board.name) runs the image of the rig file already")
      }
      return Array(image.contents.segments[0].bytes.prefix(own.size))
    }
    let candidates = (1...2).map { number in
      SMPImage.wrap(
        bytes(6000, seed: UInt8(number)), major: UInt8(number), minor: 0, revision: 0)
    }
    let other = candidates.first { SMPImage($0)?.hash != running }
    return other ?? candidates[0]
  }

  /// Segments for a loader that writes anywhere: four pages behind the usual bootloader.
  static func segments(for board: RigBoard, at address: UInt32) throws -> [ImageSegment] {
    guard let image = try given(board) else {
      return [ImageSegment(address: address, bytes: bytes(4000, seed: 3))]
    }
    guard !image.baseIsAssumed else { throw unsuitable(board, "an image that says where it goes") }
    return image.contents.segments
  }

  /// Bytes that show a wrong order, a lost part and a missing erase.
  static func bytes(_ count: Int, seed: UInt8) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ ($0 >> 8) &* 11) &+ seed }
  }

  private static func given(_ board: RigBoard) throws -> FirmwareImage? {
    guard let image = board.image else { return nil }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: image.file)) } catch {
      throw CaseEnding.rigFault("\(board.name): the image cannot be read: \(image.file)")
    }
    do throws(ImageError) {
      return try FirmwareImage(
        bytes: Array(data), named: URL(filePath: image.file).lastPathComponent)
    } catch { throw CaseEnding.rigFault("\(board.name): \(error)") }
  }

  private static func unsuitable(_ board: RigBoard, _ wanted: String) -> CaseEnding {
    .rigFault("\(board.name): the image of the rig file is not \(wanted)")
  }
}
