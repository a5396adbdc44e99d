import Boards
import Foundation
import Notation
import TestSupport
import Testing

@Suite("Hostile board profiles")
struct HostileProfileTests {
  @Test("a profile with bytes changed at random is a profile or has faults, and nothing traps")
  func mutated() throws {
    let folder = Checkout.at("Rigs/boards")
    let original = Array(
      try String(contentsOf: folder.appending(path: "dwm3001cdk.yaml"), encoding: .utf8).utf8)
    var seed: UInt64 = 11
    func next(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      return Int(seed >> 33) % limit
    }
    let spice = Array("{}[]:-#&*!|>'\"\\\n 0x".utf8)
    var sound = 0
    for _ in 0..<150 {
      var bytes = original
      for _ in 0...next(3) {
        let at = next(bytes.count)
        switch next(3) {
        case 0: bytes[at] = spice[next(spice.count)]
        case 1: bytes.remove(at: at)
        default: bytes.insert(spice[next(spice.count)], at: at)
        }
      }
      do {
        _ = try BoardProfile.parse(String(decoding: bytes, as: UTF8.self), file: "x.yaml")
        sound += 1
      } catch { #expect(!error.errors.isEmpty) }
    }
    #expect(sound > 0 && sound < 150)
  }

  @Test(
    "what is no profile is refused with a place",
    arguments: [
      "", "version: 1", "[]", "parts: {}", "a: &a [*a]", "parts: [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]",
      "version: 1\nname: x\ntitle: x\nconfidence: certain\nchip: {mcu: x}\nparts: []",
    ])
  func refused(_ text: String) throws {
    let error = try #require(throws: DocumentErrors.self) {
      try BoardProfile.parse(text, file: "x.yaml")
    }
    #expect(error.description.hasPrefix("x.yaml:"))
  }
}
