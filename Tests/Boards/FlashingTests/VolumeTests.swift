import Boards
import FirmwareImages
import Foundation
import LabRuntime
import Testing
import WireFormat

@testable import Flashing

/// The drive of a bootloader that is a folder, and what a bootloader does with it.
private final class Drive: Sendable {
  let folder: URL

  init(_ information: String? = Drive.information) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "uwbrig-drive-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let information {
      try Data(information.utf8).write(to: folder.appending(path: "INFO_UF2.TXT"))
    }
  }

  static let information =
    "UF2 Bootloader 0.6.1 lib/nrfx (v2.0.0)\r\nModel: Virtual nRF52833\r\nBoard-ID: nRF52833-uwbrig\r\n"

  var image: [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: "FLASH.UF2"))).map(Array.init)
  }

  func clean() { try? FileManager.default.removeItem(at: folder) }

  /// Takes the file once it is whole, and leaves; what it held.
  func takeImage(_ lab: Lab, within limit: Duration = .seconds(60)) async throws -> UF2File? {
    let end = lab.now.advanced(by: limit)
    while lab.now < end {
      try await lab.sleep(for: .milliseconds(50), label: "a file on the drive")
      guard let bytes = image, let file = try? UF2File(bytes) else { continue }
      clean()
      return file
    }
    return nil
  }
}

@Suite("A UF2 file copied to a drive")
struct VolumeTests {
  private static func image(_ count: Int = 40_000) throws -> FirmwareImage {
    try FirmwareImage(
      bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }, named: "app.bin",
      base: 0x2_6000)
  }

  private static func plan() throws -> VolumePlan {
    try VolumePlan(try image(), family: ChipMemory.nRF52833.uf2Family)
  }

  @Test("the bootloader gets every byte at its address, and its leaving ends the flash")
  func copied() throws {
    let drive = try Drive()
    defer { drive.clean() }
    let lab = Lab.simulated(seed: 1)
    let plan = try Self.plan()
    let taken = try lab.run {
      async let taken = drive.takeImage(lab)
      try await plan.perform(lab, to: try UF2Volume(at: drive.folder.path)) { _ in }
      return try await taken
    }
    let family = try #require(taken?.families.first)
    #expect(family.identifier == 0x621E_937A)
    let wanted = try Self.image().contents
    #expect(family.contents.bytes(at: 0x2_6000, count: 40_000) == wanted.segments[0].bytes)
  }

  @Test("a bootloader that stays does not take the image, and that is said")
  func stays() throws {
    let drive = try Drive()
    defer { drive.clean() }
    let lab = Lab.simulated(seed: 1)
    let plan = try Self.plan()
    let error = #expect(throws: FlashError.self) {
      try lab.run {
        try await plan.perform(lab, to: try UF2Volume(at: drive.folder.path)) { _ in }
      }
    }
    #expect(error?.code == .verification)
  }

  @Test(
    "a folder that is no bootloader's drive is left alone",
    arguments: [nil, "", "Model: something else\r\n", String(repeating: "x", count: 20_000)])
  func stranger(information: String?) throws {
    let drive = try Drive(information)
    defer { drive.clean() }
    let error = #expect(throws: FlashError.self) { try UF2Volume(at: drive.folder.path) }
    #expect(error?.code == .refused)
    #expect(drive.image == nil)
  }

  @Test("a drive that was changed for another since it was found is left alone")
  func swapped() throws {
    let drive = try Drive()
    defer { drive.clean() }
    let volume = try UF2Volume(at: drive.folder.path)
    try Data("UF2 Bootloader 1.0\r\nModel: another\r\n".utf8)
      .write(to: drive.folder.appending(path: "INFO_UF2.TXT"))
    let lab = Lab.simulated(seed: 1)
    let plan = try Self.plan()
    let error = #expect(throws: FlashError.self) {
      try lab.run { try await plan.perform(lab, to: volume) { _ in } }
    }
    #expect(error?.code == .line)
    #expect(error?.imageTouched == false)
    #expect(drive.image == nil)
  }

  @Test("what the drive says of itself is fit for a terminal")
  func escaped() throws {
    let drive = try Drive("UF2 Bootloader \u{1B}[31m\r\nModel: a\u{7}b\r\n")
    defer { drive.clean() }
    let volume = try UF2Volume(at: drive.folder.path)
    let text = volume.bootloader + volume.model
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test("the table of mounts is read with its escapes, and a partition is told from another disk")
  func mounts() {
    let table = MountTable(
      """
      /dev/sda1 /media/me/FTHR\\040BOOT vfat rw 0 0
      /dev/sdab /media/me/other vfat rw 0 0
      nonsense
      tmpfs /run tmpfs rw 0 0
      """)
    #expect(table.paths(of: "/dev/sda") == ["/media/me/FTHR BOOT"])
    #expect(table.paths(of: "/dev/sdab") == ["/media/me/other"])
    #expect(table.paths(of: "/dev/sdb") == [])
  }

  /// A tree of the kernel's with two drives, each behind a USB device of its own.
  private struct Tree {
    let root: URL
    let drives: [Drive]

    init() throws {
      root = FileManager.default.temporaryDirectory.appending(
        path: "uwbrig-tree-\(UInt64.random(in: 0 ... .max))")
      drives = [try Drive(), try Drive()]
      for (number, letter) in ["a", "b"].enumerated() {
        let place = root.appending(
          path: "sys/bus/usb/devices/1-\(number + 1)/1-\(number + 1):1.2/host\(number)/"
            + "target\(number):0:0/\(number):0:0:0/block/sd\(letter)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      }
    }

    var roots: SystemRoots { SystemRoots(below: root.path) }

    var table: MountTable {
      MountTable(
        drives.enumerated().map { number, drive in
          "\(roots.dev)/sd\(number == 0 ? "a" : "b") \(drive.folder.path) vfat rw 0 0"
        }.joined(separator: "\n"))
    }

    func device(_ number: Int) -> USBDevice {
      USBDevice(
        path: "1-\(number)", bus: 1, address: number, vendor: 0x239A, product: 0x0029,
        serial: "C0D1E2F3A4B\(number)",
        interfaces: [
          USBInterface(number: 0, interfaceClass: 2), USBInterface(number: 2, interfaceClass: 8),
        ])
    }

    func clean() {
      for drive in drives { drive.clean() }
      try? FileManager.default.removeItem(at: root)
    }
  }

  @Test("of two bootloaders' drives the board's own is found by its USB device")
  func own() throws {
    let tree = try Tree()
    defer { tree.clean() }
    for number in [1, 2] {
      let volume = try VolumeSearch(device: tree.device(number), asked: nil, roots: tree.roots)
        .find(tree.table, board: "tag")
      #expect(volume.path == tree.drives[number - 1].folder.path)
    }
  }

  @Test("a drive that was asked for and is another board's is refused")
  func foreign() throws {
    let tree = try Tree()
    defer { tree.clean() }
    let other = tree.drives[1].folder.path
    let error = #expect(throws: FlashError.self) {
      try VolumeSearch(device: tree.device(1), asked: other, roots: tree.roots)
        .find(tree.table, board: "tag")
    }
    #expect(error?.code == .refused)
    #expect(error?.advice.contains("Nothing was written") == true)
  }

  @Test("a drive that is not mounted is waited for, with the command that mounts it")
  func unmounted() throws {
    let tree = try Tree()
    defer { tree.clean() }
    let error = #expect(throws: FlashError.self) {
      try VolumeSearch(device: tree.device(1), asked: nil, roots: tree.roots)
        .find(MountTable(""), board: "tag")
    }
    #expect(error?.code == .line)
    #expect(error?.advice.contains("udisksctl mount -b") == true)
  }
}
