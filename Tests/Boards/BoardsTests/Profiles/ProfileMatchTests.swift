import BootProtocols
import Links
import Testing

@testable import Boards

@Suite("Matching devices with profiles")
struct ProfileMatchTests {
  let library: ProfileLibrary

  init() throws { library = try ProfileLibrary.shipped() }

  @Test("a debug probe alone is one of several boards, the likeliest first")
  func ambiguous() throws {
    let match = try #require(library.match([Devices.jlink("000760123456")]).first)
    #expect(match.certainty == .ambiguous)
    #expect(match.likeliest?.name == "dwm3001cdk")
    let names = match.candidates.map(\.profile.name)
    #expect(names.contains("qm33120wdk1"))
    #expect(names.last == "dwm1001-dev", "ids that nobody has verified come last")
    let question = try #require(match.questions.first)
    #expect(question.what.contains("Qorvo DWM3001CDK"))
    #expect(question.how.contains("like:"))
    let other = try #require(library.match([Devices.jlink("000683298616")]).first)
    #expect(other.likeliest?.chip.mcu.value == "nRF52840")
  }

  @Test(
    "a J-Link is known by its vendor and its bits, not by a list of product ids",
    arguments: [
      (0x1014, true), (0x1015, true), (0x1024, true), (0x1051, true), (0x1061, true),
      (0x1080, true), (0x0105, true), (0x0106, false), (0x1001, false), (0x100F, false),
    ] as [(UInt16, Bool)])
  func decoder(_ product: UInt16, _ isProbe: Bool) {
    let device = Devices.jlink("000760123456", product: product)
    #expect(library.match([device]).isEmpty == !isProbe)
  }

  @Test("what speaks on a port is asked about until it was found out")
  func firmware() throws {
    let device = Devices.native("F1498C5AB09C")
    let open = try #require(library.match([device]).first).questions
    #expect(open.contains { $0.how.contains("`uwbrig boards --probe` asks") })
    let evidence = IdentityEvidence(firmware: ["F1498C5AB09C": [0: .uci]])
    let known = try #require(library.match([device], evidence: evidence).first).questions
    #expect(open.count - known.count == 1)
    #expect(!known.contains { $0.what.contains("What speaks on interface") })
  }

  @Test(
    "a probe and a native port are one board only where their serial numbers are known to belong")
  func pairing() throws {
    let probe = Devices.jlink("000760123456", at: "1-1")
    let native = Devices.native("F1498C5AB09C", at: "1-2")
    let apart = library.match([native, probe])
    #expect(apart.count == 2)
    #expect(apart.first?.devices == [probe])
    #expect(apart.allSatisfy { $0.questions.contains { $0.how.contains("FICR") } })
    let together = library.match(
      [native, probe],
      evidence: IdentityEvidence(nativeSerials: ["000760123456": "F1498C5AB09C"]))
    #expect(together.count == 1)
    let board = try #require(together.first)
    #expect(board.devices == [probe, native])
    #expect(board.candidates.first?.parts == ["probe", "native"])
    #expect(board.candidates.allSatisfy { $0.profile.name != "dwm1001-dev" })
  }

  @Test("the chip that was read through the probe leaves fewer profiles")
  func chip() throws {
    let match = try #require(
      library.match(
        [Devices.jlink("000760123456")],
        evidence: IdentityEvidence(chips: ["000760123456": "nRF52832"])
      ).first)
    #expect(match.candidates.map(\.profile.name) == ["dwm1001-dev"])
    #expect(match.certainty == .mayBe)
  }

  @Test("what a person says decides")
  func said() throws {
    let match = try #require(
      library.match(
        [Devices.jlink("000760123456")],
        evidence: IdentityEvidence(profiles: ["000760123456": "qm33120wdk1"])
      ).first)
    #expect(match.likeliest?.name == "qm33120wdk1")
    #expect(match.certainty == .certain)
  }

  @Test("a serial number in a profile of one's own decides")
  func own() throws {
    let mine = try BoardProfile.parse(
      """
      version: 1
      name: my-kit
      title: My kit
      confidence: confirmed
      chip: {mcu: nRF52833}
      parts:
        - name: probe
          match: {vendor: 0x1366, decoder: jlink, serials: ["760123456"]}
          ports: [{interface: 0, role: command, baud: 1000000}]
      """, file: "mine.yaml")
    let library = ProfileLibrary(library.profiles + [mine])
    let match = try #require(library.match([Devices.jlink("000760123456")]).first)
    #expect(match.likeliest?.name == "my-kit")
    #expect(match.certainty == .certain)
    #expect(match.ports.first?.port?.baud == Rated(value: 1_000_000, confidence: .confirmed))
    let other = try #require(library.match([Devices.jlink("000760999999")]).first)
    #expect(!other.candidates.contains { $0.profile.name == "my-kit" })
  }

  @Test("a bridge chip may be a kit, and is never said to be one")
  func bridge() throws {
    let match = try #require(library.match([Devices.bridge(0x0403, 0x6001, name: "FT232R")]).first)
    #expect(match.certainty == .mayBe)
    #expect(match.candidates.count > 3)
    let maker = try #require(
      library.match([Devices.bridge(0x10C4, 0xEA60, name: "CP2104 USB to UART Bridge Controller")])
        .first)
    #expect(maker.certainty == .mayBe)
    #expect(maker.likeliest?.name == "makerfabs-esp32-uwb")
    #expect(library.match([Devices.bridge(0x0403, 0x6010, name: "FT2232")]).isEmpty)
  }

  @Test("an FT4222H of Qorvo is certain, and has no terminal")
  func certain() throws {
    let device = USBDevice(
      path: "2-1", bus: 2, address: 3, vendor: 0x0403, product: 0x601C, productName: "FT4222 A",
      serial: "V252101148")
    let match = try #require(library.match([device]).first)
    #expect(match.certainty == .certain)
    #expect(match.likeliest?.name == "qm35825dk")
    #expect(match.ports.isEmpty)
    #expect(match.questions.isEmpty)
  }

  @Test("ports have roles by interface number, whatever their terminals are called")
  func roles() throws {
    var device = Devices.jlink("000683298616", terminals: 2)
    device.interfaces[0].terminals = [DeviceNode(path: "/dev/ttyACM7")]
    device.interfaces[2].terminals = [DeviceNode(path: "/dev/ttyACM3")]
    let match = try #require(library.match([device]).first)
    #expect(match.ports.map(\.interface) == [0, 2])
    #expect(match.ports.map { $0.port?.role } == [.console, .idle])
    #expect(match.ports.map { $0.terminal?.path } == ["/dev/ttyACM7", "/dev/ttyACM3"])
  }

  @Test("boards without a serial number, or with one that two have, are addressed by path")
  func serials() throws {
    let none = try #require(library.match([Devices.native(nil)]).first)
    #expect(none.questions.contains { $0.how.contains("path=1-2") })
    let twins = library.match([
      Devices.native("F1498C5AB09C", at: "1-10"), Devices.native("F1498C5AB09C", at: "1-2"),
    ])
    #expect(twins.map { $0.devices.first?.path } == ["1-2", "1-10"])
    #expect(twins.allSatisfy { $0.questions.contains { $0.what.contains("same serial number") } })
  }

  @Test("devices that no profile knows are no boards")
  func others() {
    let keyboard = USBDevice(path: "1-4", bus: 1, address: 2, vendor: 0x046D, product: 0xC31C)
    #expect(library.match([keyboard]).isEmpty)
    #expect(library.match([]).isEmpty)
  }

  @Test("a listing says may be where it is not certain, and what the terminals are for")
  func description() throws {
    let native = try #require(library.description(of: Devices.native("F1498C5AB09C")))
    #expect(native.profile == nil)
    #expect(native.title == "may be Qorvo DWM3001CDK (or one of 3 others)")
    #expect(native.roles == [BoardRecognition.PortRole(interface: 0, role: "uci or qorvo-cli")])
    #expect(!native.remarks.isEmpty)
    let spi = USBDevice(
      path: "2-1", bus: 2, address: 3, vendor: 0x0403, product: 0x601C, productName: "FT4222 A")
    #expect(library.description(of: spi)?.profile == "qm35825dk")
    let hub = USBDevice(path: "1-1", bus: 1, address: 2, vendor: 0x1D6B, product: 2)
    #expect(library.description(of: hub) == nil)
  }

  @Test("a port is opened as all profiles that fit say, or as the named one does")
  func lines() throws {
    let native = Devices.native("F1498C5AB09C")
    let settings = try #require(library.lineSettings(of: native, interface: 0))
    #expect(
      settings.parameters
        == SerialParameters(flow: SerialParameters.FlowControl.none, dtr: true, rts: true))
    #expect(settings.settle == .milliseconds(100))
    #expect(library.lineSettings(of: native, interface: 7) == nil)
    #expect(library.lineSettings(of: native, interface: 0, profile: "dwm3001cdk") == settings)
    #expect(library.lineSettings(of: native, interface: 0, profile: "qn9090dk") == nil)
    let bridge = Devices.bridge(0x10C4, 0xEA60, name: "CP2104 USB to UART Bridge Controller")
    #expect(library.lineSettings(of: bridge, interface: 0) == nil)
    let named = library.lineSettings(of: bridge, interface: 0, profile: "makerfabs-esp32-uwb")
    #expect(named?.parameters.dtr == false && named?.parameters.baud == 115_200)
  }
}
