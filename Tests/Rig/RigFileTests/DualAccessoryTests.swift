import BootProtocols
import Testing
import WireFormat

@testable import RigFile

@Suite("An accessory for both kinds of phone")
struct DualAccessoryTests {
  private static func text(_ firmware: String, _ keys: String = "") -> String {
    "version: 1\nboards: [{name: a, link: virtual, firmware: \(firmware)\(keys)}]"
  }

  @Test(
    "has both firmwares, in any order",
    arguments: ["[ni-accessory, ranging-oob]", "[ranging-oob, ni-accessory]"])
  func both(firmware: String) throws {
    let file = try RigFile.parse(Self.text(firmware, ", framing: slip"), file: "r", directory: "")
    let board = try #require(file.boards.first)
    #expect(board.speaks(.niAccessory) && board.speaks(.rangingOOB) && !board.speaks(.uci))
    #expect(board.framing == .slip)
  }

  @Test(
    "no other two firmwares share a link",
    arguments: ["[ni-accessory, uci]", "[ni-accessory]", "[ni-accessory, ni-accessory]", "[]"])
  func others(firmware: String) {
    #expect(throws: (any Error).self) {
      try RigFile.parse(Self.text(firmware), file: "r", directory: "")
    }
  }

  @Test("it is no Bluetooth LE device with one channel")
  func channel() {
    #expect(throws: (any Error).self) {
      try RigFile.parse(
        Self.text("[ni-accessory, ranging-oob]", ", gatt: nus"), file: "r", directory: "")
    }
  }

  @Test("claims of Ranging OOB are a version")
  func claims() throws {
    let file = try RigFile.parse(
      Self.text("ranging-oob", ", claims: {oob: 2}"), file: "r", directory: "")
    #expect(file.boards.first?.claims.oob == 2)
  }
}
