import Links
import Notation
import Testing

@testable import RigFile

@Suite("Twister's hardware map")
struct TwisterMapTests {
  private static let map = """
    - connected: true
      id: 000683759358
      platform: decawave_dwm3001cdk/nrf52833
      product: J-Link
      runner: jlink
      runner_params: ["--speed", "4000"]
      serial: /dev/serial/by-id/usb-SEGGER_J-Link_000683759358-if02
      baud: 921600
      fixtures: [uwb, "ranging:2"]
      notes: "shelf 2: \\"left\\""
    - connected: false
      id: DT04BNT1
      platform: [nrf52840dk/nrf52840, nrf52840dk/nrf52811]
      product: unknown
      runner: pyocd
    - connected: true
      id: unknown
      platform: native_sim
      product: unknown
      runner: unknown
      serial_pty: socat - TCP:127.0.0.1:5000
    - connected: true
      id: unknown
      platform: dwm1001_dev
      product: unknown
      runner: nrfjprog
      serial: /dev/ttyUSB3
      flash_before: true
      script_param: {pre_script_timeout: 30}
    """

  private func twister(
    _ interfaces: [String: Int] = [:], paths: [String: String] = [:]
  ) -> TwisterMap {
    TwisterMap(
      interface: { serial, _ in interfaces[serial] }, path: { serial, _ in paths[serial] },
      profiles: ["dwm3001cdk", "dwm1001-dev"])
  }

  private func rig(_ text: String) throws -> RigFile {
    try RigFile.parse(text, file: "rig.yaml", directory: "")
  }

  private func data(_ text: String) throws -> String {
    try #require(YAMLDocument.root(of: text, findings: Findings(file: "")), "\(text)").node.flow
  }

  @Test("becomes a rig whose boards are known by their serial numbers")
  func boards() throws {
    var twister = twister()
    let file = try rig(twister.rig(of: Self.map, file: "map.yaml"))
    #expect(file.boards.map(\.name) == ["decawave-dwm3001cdk", "dwm1001-dev"])
    #expect(file.boards.map(\.profile) == ["dwm3001cdk", "dwm1001-dev"])
    #expect(file.boards[0].link.description == "usb:serial=000683759358,interface=2?baud=921600")
    #expect(file.boards[1].link.description == "serial:/dev/ttyUSB3")
    #expect(twister.remarks.count == 1)
  }

  @Test("comes back from the rig as it was, whatever is plugged in meanwhile")
  func mapToMap() throws {
    for interface in [[:], ["000683759358": 0]] {
      var (first, second) = (twister(interface), twister())
      let rig = try rig(first.rig(of: Self.map, file: "map.yaml"))
      #expect(try data(second.map(of: rig)) == data(Self.map))
    }
  }

  @Test("carries a rig there and back")
  func rigToRig() throws {
    let text = """
      version: 1
      name: bench 3
      boards:
        - {name: lock, firmware: ni-accessory, link: "usb:serial=F149,interface=0", claims: {acd: "1.1"}}
        - {name: far, firmware: uci, link: "tcp://10.0.0.2:7000", role: controller, position: [1.5, 0, 1]}
      limits: {accessory-answer: 2s}
      """
    var (there, back) = (twister(paths: ["F149": "/dev/ttyACM7"]), twister())
    let map = try there.map(of: rig(text))
    #expect(TwisterMap.isMap(map) && !TwisterMap.isMap(text))
    #expect(map.contains("serial: \"/dev/ttyACM7\"") && map.contains("id: \"F149\""))
    let again = try rig(back.rig(of: map, file: "map.yaml"))
    let before = try rig(text)
    #expect(again.boards == before.boards)
    #expect(again.name == before.name && again.limits == before.limits)
    // And once more, now with twister's own keys in it.
    var third = twister()
    #expect(try data(third.map(of: again)) == data(map))
  }

  @Test("says what a changed rig says")
  func changed() throws {
    var (there, back) = (twister(), twister())
    let text = try there.rig(of: Self.map, file: "map.yaml")
      .replacing("serial=000683759358,interface=2?baud=921600", with: "serial=NEW,interface=2")
    let map = try back.map(of: rig(text))
    let first = try #require(
      YAMLDocument.root(of: map, findings: Findings(file: ""))?.node.items?.first)
    #expect(first["id"]?.text == "NEW")
    #expect(first["serial"] == nil && first["connected"]?.text == "false")
    #expect(first["fixtures"]?.items?.count == 2)
  }

  @Test(
    "is refused where it is none",
    arguments: [
      "[]", "[1]", "[{connected: false, id: a}]", "{a: 1}", "[{connected: true, id: unknown}]",
    ])
  func refused(text: String) {
    var twister = twister()
    #expect(throws: RigFileErrors.self) { try twister.rig(of: text, file: "map.yaml") }
  }
}
