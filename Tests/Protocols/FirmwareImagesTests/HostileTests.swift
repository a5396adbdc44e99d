import BootProtocols
import FirmwareImages
import Testing

/// Files that somebody has bent: nothing traps, and nothing grows beyond the file.
@Suite("Hostile images")
struct HostileTests {
  static let files = [
    "0.esp.bin", "1-intelhex.hex", "1.dfu", "1.elf", "1.uf2", "1.zip", "2.signed.bin",
  ]

  /// Reads it as everything that it could be, and looks at all of it.
  private func read(_ bytes: [UInt8], _ name: String) -> Int {
    let contents = [
      try? IntelHex(bytes).contents, try? ELFFile(bytes).contents,
      try? UF2File(bytes).families.first?.contents, try? DfuSeFile(bytes).targets.first?.contents,
    ]
    var largest = contents.reduce(0) { max($0, $1?.byteCount ?? 0) }
    _ = (try? MCUbootImage(bytes), try? ESPImage(bytes), try? NordicDFUPackage(bytes))
    guard let image = try? FirmwareImage(bytes: bytes, named: name, base: 0x1000) else {
      return largest
    }
    largest = max(largest, image.contents.byteCount)
    _ = image.description
    _ = image.mcubootImages(at: [0, 0xC000, .max, -1])
    for method in FlashMethod.allCases {
      for map in [FlashMap.qorvoCLI, .zephyrDWM3001CDK] {
        _ = image.findings(for: FlashJob(map: map, method: method))
      }
    }
    if case .dfuPackage(let package) = image.detail {
      largest = max(largest, package.images.map(\.firmware.count).max() ?? 0)
    }
    return largest
  }

  @Test(
    "a file that is not what its name says is refused with what can be done",
    arguments: ["hex", "elf"])
  func misnamed(ending: String) {
    let error = #expect(throws: ImageError.self) {
      try FirmwareImage(bytes: [1, 2, 3], named: "app.\(ending)")
    }
    #expect(error?.description.hasSuffix("say where they go: --base 0x10000.") ?? false)
  }

  @Test("bytes changed, cut, doubled and swapped: an answer or an error", arguments: files)
  func mutated(file: String) throws {
    let bytes = try Fixture.bytes(file)
    var chance = Chance(seed: UInt64(file.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xFFFF))
    for _ in 0..<60 {
      var bent = bytes
      for _ in 0...chance.below(4) where !bent.isEmpty {
        let place = chance.below(bent.count)
        switch chance.below(5) {
        case 0: bent[place] = UInt8(chance.below(256))
        case 1: bent[place] = [0x00, 0x7F, 0x80, 0xFF][chance.below(4)]
        case 2: bent.removeSubrange(place..<min(bent.count, place + 1 + chance.below(40)))
        case 3: bent.insert(contentsOf: chance.bytes(1 + chance.below(9)), at: place)
        default: bent.swapAt(place, chance.below(bent.count))
        }
      }
      // A deflated member may be some times its file; nothing else is.
      #expect(read(bent, file) <= 64 << 20)
      if file != "1.zip" { #expect(read(bent, file) <= bent.count * 4 + 4096) }
    }
  }

  @Test("every length that a header can lie about", arguments: files)
  func lengths(file: String) throws {
    let bytes = try Fixture.bytes(file)
    for start in stride(from: 0, to: min(bytes.count - 4, 160), by: 2) {
      for value in [0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000] as [UInt32] {
        var bent = bytes
        for byte in 0..<4 {
          bent[start + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
        }
        #expect(read(bent, file) <= bytes.count * 4 + 4096)
      }
    }
  }

  @Test("a name that a terminal must not see is printed without its control characters")
  func names() throws {
    let image = try FirmwareImage(
      bytes: [1, 2, 3, 4], named: "a\u{1B}[2J\u{7}.bin", base: 0)
    #expect(image.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
