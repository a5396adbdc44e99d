import Boards
import Testing

@Suite("USB descriptors")
struct USBDescriptorsTests {
  static let good = MockDevice.probe(
    "1-1", address: 7, serial: "000683298616", terminals: ["ttyACM0"]
  ).descriptors

  @Test("device, configuration, interfaces and endpoints are read")
  func whole() {
    let descriptors = USBDescriptors(parsing: Self.good)
    #expect(descriptors.vendor == 0x1366)
    #expect(descriptors.product == 0x1014)
    #expect(descriptors.release == 0x0100)
    #expect(descriptors.serialString == 3)
    #expect(descriptors.notes == [])
    let interfaces = descriptors.interfaces(ofConfiguration: 1)
    #expect(interfaces.map(\.number) == [0, 1, 2])
    #expect(interfaces.last?.endpoints.map(\.address) == [0x83, 0x04])
    #expect(interfaces.last?.endpoints.allSatisfy(\.isBulk) == true)
  }

  static let flood = good + [UInt8](repeating: 0xFF, count: 1 << 17)
  static let faults: [(bytes: [UInt8], note: String)] = [
    ([], "it has no device descriptor"),
    ([0, 1, 2, 3], "a descriptor says that it has 0 bytes; the rest is not read"),
    ([1, 1, 2, 3], "a descriptor says that it has 1 bytes; the rest is not read"),
    ([18, 1, 0], "a descriptor says that it has 18 bytes, and 3 are left"),
    ([4, 1, 0, 0], "its device descriptor is too short"),
    (good + [255, 4, 0], "a descriptor says that it has 255 bytes, and 3 are left"),
    (good + Array(good.prefix(18)), "it has a second device descriptor"),
    (good + [9, 4, 0, 0, 0, 2, 2, 1, 0], "interface 0 is there twice"),
    (good + [3, 4, 0], "an interface is too short"),
    (good + [3, 2, 0], "a configuration is too short"),
    ([9, 4, 0, 0, 0, 2, 2, 1, 0], "an interface stands before any configuration"),
    (flood, "its descriptors are endless"),
  ]

  @Test("what is wrong is noted, and what came before it is kept", arguments: faults)
  func wrong(_ bytes: [UInt8], _ note: String) {
    let descriptors = USBDescriptors(parsing: bytes)
    #expect(descriptors.notes.contains(note), "\(descriptors.notes)")
    if bytes.starts(with: Self.good) {
      #expect(descriptors.interfaces(ofConfiguration: 1).count == 3)
    }
  }

  @Test("no bytes whatever trap, and what is kept is bounded")
  func hostile() {
    var random = SplitMix(seed: 7)
    for round in 0..<5_000 {
      var bytes = round % 2 == 0 ? Self.good : []
      if bytes.isEmpty {
        bytes = (0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      } else {
        for _ in 0..<4 {
          let place = Int(random.next() % UInt64(bytes.count))
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let descriptors = USBDescriptors(parsing: bytes)
      #expect(descriptors.notes.count <= 9)
      #expect(descriptors.configurations.count <= 16)
      #expect(descriptors.configurations.allSatisfy { $0.interfaces.count <= 64 })
    }
  }

  @Test("a flood of interfaces and endpoints is cut")
  func flood() {
    let interfaces = (0..<255).flatMap { [9, 4, UInt8($0), 0, 0, 2, 2, 1, 0] as [UInt8] }
    let endpoints = (0..<2000).flatMap { _ in [7, 5, 0x81, 2, 64, 0, 0] as [UInt8] }
    let descriptors = USBDescriptors(parsing: Self.good + interfaces + endpoints)
    #expect(descriptors.configurations.first?.interfaces.count == 64)
    #expect(descriptors.notes.contains("it has more interfaces than are read"))
  }
}

/// Chance that a seed decides.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
