import Boards
import BootProtocols
import Testing

@testable import Flashing

@Suite("What a flash takes from a profile")
struct FlashTraitsTests {
  /// Kinds of boards, as one part of theirs shows itself.
  struct Kinds: Sendable {
    var names: [String]
    var part = "probe"
    var method: FlashMethod?
    var differences: [String]
  }

  private static let kept =
    "what must stay (CALIB at 0x7f000, CALIB_SHA at 0x7e000, FCONFIG at 0x1e000)"
  static let kinds: [Kinds] = [
    Kinds(names: ["dwm3001cdk"], differences: []),
    Kinds(names: ["dwm3001cdk", "dwm3001cdk"], differences: []),
    Kinds(
      names: ["dwm3000evb-nrf52840dk", "qm33120wdk1"], method: .probe(.openocd), differences: []),
    Kinds(
      names: ["dwm3000evb-nrf52840dk", "qm33120wdk1"], differences: ["the ways to flash it"]),
    Kinds(
      names: ["dwm3001cdk", "dwm3000evb-nrf52833dk"], method: .probe(.openocd), differences: []),
    Kinds(
      names: ["dwm3000evb-nrf52833dk", "dwm3000evb-nrf52840dk"], part: "bootloader",
      method: .serial(.secureDFU),
      differences: ["the chip (nRF52833, nRF52840)", "the memory map", kept]),
    // The slots of MCUboot lie elsewhere, and one of the two has no such way.
    Kinds(
      names: ["dwm3001cdk", "dwm3000evb-nrf52833dk"], method: .serial(.mcubootSMP),
      differences: [
        kept, "the ways to flash it", "what its ports are for",
      ]),
  ]

  @Test(
    "profiles are told apart by what counts for the method, and by nothing else", arguments: kinds)
  func differences(_ kinds: Kinds) throws {
    let library = try ProfileLibrary.shipped()
    let traits = try kinds.names.map { name in
      FlashTraits(
        try #require(library.profile(named: name)), part: kinds.part, method: kinds.method)
    }
    #expect(FlashTraits.differences(traits) == kinds.differences)
  }

  @Test("a profile without a way by a method says so")
  func route() throws {
    let profile = try #require(try ProfileLibrary.shipped().profile(named: "dwm3001cdk"))
    #expect(FlashTraits(profile, part: "probe", method: .probe(.openocd)).hasRoute)
    #expect(!FlashTraits(profile, part: "probe", method: .serial(.nxpDK6)).hasRoute)
  }
}
