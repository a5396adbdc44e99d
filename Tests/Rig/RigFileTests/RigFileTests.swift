import BootProtocols
import Links
import Notation
import Room
import Testing
import WireFormat

@testable import RigFile

/// The faults of a text, as a person sees them.
func faults(_ text: String) -> [String] {
  do {
    _ = try RigFile.parse(text, file: "rig.yaml", directory: "/rigs")
    return []
  } catch let errors as RigFileErrors {
    return errors.errors.map(\.description)
  } catch {
    return ["\(error)"]
  }
}

func rig(_ text: String) throws -> RigFile {
  try RigFile.parse(text, file: "/rigs/bench.yaml", directory: "/rigs")
}

@Suite("Rig files that are right")
struct RigFileTests {
  /// The worked example of the contract.
  static let example = """
    version: 1
    name: bench-3
    time: real                   # real | virtual
    boards:
      - name: lock
        firmware: ni-accessory
        link: usb:serial=F1498C5AB09C,interface=0
        use: device
        profile: dwm3001cdk
        framing: length16
        claims: {acd: "1.1", background: false, vendor-ids: [0x2F], sessions: 1}
        settle: 100ms
        log: serial:/dev/ttyACM1
        reset: dtr
        power: hub:1-1.4:2
        recovery: [reopen, lines, protocol]
        position: [1.5, 0, 1]
        facing: {yaw: 0, pitch: 0, roll: 0}
        image: {file: app.hex, method: auto}
        retries: 0
      - name: phone
        firmware: uci
        role: controller
        dialect: fira2+qorvo
        personality: fira2-qorvo
        link: virtual
    room: {obstacles: [], noise: default, los: true}
    faults: clean
    limits: {accessory-answer: 3s}
    """

  @Test("every key of the contract is read")
  func everyKey() throws {
    let file = try rig(RigFileTests.example)
    #expect(file.name == "bench-3")
    #expect(file.time == .real)
    #expect(file.boards.map(\.name) == ["lock", "phone"])
    #expect(file.virtualBoards.map(\.name) == ["phone"])
    #expect(file.limits.accessoryAnswer == .seconds(3))
    #expect(file.faults == .clean)
    let lock = try #require(file.board(named: "lock"))
    #expect(lock.firmware == .niAccessory)
    #expect(lock.link == .usb(.serial("F1498C5AB09C"), interface: 0, SerialParameters()))
    #expect(lock.use == .device)
    #expect(lock.profile == "dwm3001cdk")
    #expect(lock.framing == .length16)
    #expect(lock.claims.acd == "1.1")
    #expect(lock.claims.background == false)
    #expect(lock.claims.vendorIDs == [0x2F])
    #expect(lock.claims.sessions == 1)
    #expect(lock.settle == .milliseconds(100))
    #expect(lock.log == .serial(path: "/dev/ttyACM1", SerialParameters()))
    #expect(lock.reset == .dtr)
    #expect(lock.power == .hub(path: "1-1.4", port: 2))
    #expect(lock.recovery == [.reopen, .lines, .protocol])
    #expect(lock.position == Position(1.5, 0, 1))
    #expect(lock.image == RigBoard.Image(file: "/rigs/app.hex"))
    #expect(lock.part == nil)
    let phone = try #require(file.board(named: "phone"))
    #expect(phone.role == .controller)
    #expect("\(try #require(phone.dialect))" == "fira2+qorvo")
    #expect(phone.part?.personality == "fira2-qorvo")
    #expect(phone.power == .virtual)
    #expect(phone.use == .helper)
  }

  @Test("nothing of what the example asks for is missing in this build")
  func notAvailable() throws {
    #expect(try rig(RigFileTests.example).notAvailable.map(\.description) == [])
  }

  @Test("the shortest file has every default of the contract")
  func defaults() throws {
    let file = try rig(
      "version: 1\nboards: [{name: a, firmware: ni-accessory, link: 'tcp://localhost:7000'}]")
    #expect(file.name == "bench")
    #expect(file.time == .real)
    #expect(file.faults == .clean)
    #expect(file.room == RigRoom())
    #expect(file.notAvailable == [])
    let board = try #require(file.boards.first)
    #expect(board.use == .device)
    #expect(board.framing == .length16)
    #expect(board.power == .none)
    #expect(board.recovery == [.reopen, .lines, .protocol])
    #expect(board.retries == 0)
    #expect(board.claims == RigBoard.Claims())
    #expect(board.settle == nil)
    let limits = file.limits
    #expect(limits.accessoryAnswer == .seconds(1))
    #expect(limits.accessoryStart == .seconds(2))
    #expect(limits.stopAnswer == .seconds(1))
    #expect(limits.silence == .seconds(1))
    #expect(limits.radioStop == .seconds(5))
    #expect(limits.uciResponse == .seconds(2))
    #expect(limits.intervalMinimum == .milliseconds(100))
    #expect(limits.blockInterval == .milliseconds(180))
    #expect(limits.removalTimeout == .seconds(15))
    #expect(limits.maximumSessions == 4)
    #expect(limits.suspension == .seconds(60))
    #expect(limits.readvertise == .seconds(5))
    #expect(limits.reopen == .seconds(10))
    #expect(limits.driftMaximum == 200)
    #expect(limits.intervalMaximum == .milliseconds(5000))
    #expect(limits.blockIntervalInfrequent == .milliseconds(774))
    #expect(limits.jitterMaximum == .milliseconds(25))
  }

  @Test("a controller plays along beside an accessory, unless it says that it is to be judged")
  func use() throws {
    let radio = "{name: r, firmware: uci, link: virtual, role: controller"
    let accessory = "{name: a, firmware: ni-accessory, link: virtual}"
    func use(_ boards: String) throws -> RigBoard.Use? {
      try rig("version: 1\nboards: [\(boards)]").board(named: "r")?.use
    }
    #expect(try use("\(radio)}") == .device)
    #expect(try use("\(radio)}, \(accessory)") == .helper)
    #expect(try use("\(accessory), \(radio)}") == .helper)
    #expect(try use("\(radio), use: device}, \(accessory)") == .device)
    #expect(try use("{name: r, firmware: uci, link: virtual}, \(accessory)") == .device)
  }

  @Test("a message link has no framing, a virtual board has the first personality")
  func dependentDefaults() throws {
    let file = try rig(
      """
      version: 1
      boards:
        - {name: a, firmware: ni-accessory, link: "ble:name=Lock,service=nus"}
        - {name: b, firmware: ni-accessory, link: virtual}
        - {name: c, firmware: uci, link: virtual, misbehaviour: caps-tag-twice}
      """)
    #expect(file.boards.map(\.framing) == [nil, .length16, nil])
    #expect(file.boards.map(\.part?.personality) == [nil, "reference", "fira2-qorvo"])
    #expect(file.boards.map(\.part?.misbehaviour) == [nil, nil, "caps-tag-twice"])
  }

  @Test(
    "every form of power and reset is read",
    arguments: [
      ("power: none", RigBoard.Power.none, nil), ("power: virtual", .virtual, nil),
      ("power: ykush:YK123:2", .ykush(serial: "YK123", port: 2), nil),
      (
        "power: {command: {cut: off 1, restore: on 1, timeout: 3s}}",
        .command(cut: "off 1", restore: "on 1", timeout: .seconds(3)), nil
      ),
      (
        "power: {command: {cut: a, restore: b}}",
        .command(cut: "a", restore: "b", timeout: .seconds(10)), nil
      ),
      ("reset: rts", .virtual, RigBoard.Reset.rts), ("reset: probe", .virtual, .probe),
      ("reset: power", .virtual, .power),
      ("reset: {command: ./reset.sh}", .virtual, .command("./reset.sh")),
    ] as [(String, RigBoard.Power, RigBoard.Reset?)])
  func equipment(key: String, power: RigBoard.Power, reset: RigBoard.Reset?) throws {
    let file = try rig("version: 1\nboards:\n- {name: a, firmware: uci, link: virtual, \(key)}")
    #expect(file.boards.first?.power == power)
    #expect(file.boards.first?.reset == reset)
  }

  @Test(
    "what is right and not built is reported apart from faults",
    arguments: [
      ("link: virtual, reset: probe", "reset of a virtual board by probe is"),
      ("link: virtual, recovery: [probe]", "recovery of a virtual board by probe is"),
    ])
  func lacking(keys: String, what: String) throws {
    let file = try rig("version: 1\nboards:\n- {name: a, firmware: ni-accessory, \(keys)}")
    #expect(file.notAvailable.map(\.what) == [what])
  }

  @Test(
    "every personality of an accessory can be played",
    arguments: Firmware.niAccessory.personalities)
  func accessoryPersonalities(name: String) throws {
    let file = try rig(
      "version: 1\nboards:\n- {name: a, firmware: ni-accessory, link: virtual, personality: \(name)}"
    )
    #expect(file.notAvailable.isEmpty)
  }

  @Test(
    "every personality of a UWB subsystem can be played",
    arguments: Firmware.uci.personalities)
  func subsystemPersonalities(name: String) throws {
    let file = try rig(
      "version: 1\nboards: [{name: a, firmware: uci, link: virtual, personality: \(name)}]")
    #expect(file.notAvailable.isEmpty)
    #expect(file.boards.map(\.part?.personality) == [name])
  }

  @Test(
    "firmware that this build cannot speak with is reported",
    arguments: [
      ("unknown", "virtual"), ("dwm1001-shell", "serial:/dev/ttyACM0"),
      ("unknown", "serial:/dev/ttyACM0"),
    ])
  func firmwares(name: String, link: String) throws {
    let file = try rig("version: 1\nboards: [{name: a, firmware: \(name), link: '\(link)'}]")
    #expect(file.notAvailable.map(\.what) == ["firmware \(name) is"])
  }

  @Test(
    "bootloaders are flashed and Qorvo's shell is calibrated, real ones and virtual ones",
    arguments: ["secure-dfu", "mcuboot-smp", "esp-rom", "nxp-dk6", "nxp-mboot", "qorvo-cli"])
  func bootloaderFirmwares(name: String) throws {
    for link in ["virtual", "serial:/dev/ttyACM0"] {
      let file = try rig("version: 1\nboards: [{name: a, firmware: \(name), link: '\(link)'}]")
      #expect(file.notAvailable.isEmpty)
    }
  }

  @Test(
    "a virtual shell has a line, and a virtual bootloader may lose its power",
    arguments: ["qorvo-cli", "dwm1001-shell"])
  func shells(name: String) throws {
    let file = try rig(
      "version: 1\nboards: [{name: a, firmware: \(name), link: virtual, rate: 9600}, "
        + "{name: b, firmware: esp-rom, link: virtual, flash: {power-loss: 5000}}]")
    #expect(file.notAvailable.isEmpty)
    #expect(file.boards.map(\.part?.rate) == [9600, nil])
    #expect(file.boards.map(\.part?.flash.powerLoss) == [nil, 5000])
  }

  @Test(
    "a virtual bootloader has a line, a buffer and flash",
    arguments: ["secure-dfu", "mcuboot-smp", "nxp-mboot"])
  func bootloaders(name: String) throws {
    let file = try rig(
      "version: 1\nboards: [{name: a, firmware: \(name), link: virtual, rate: 1000000, "
        + "buffer: 1024, flash: {file: a.bin, times: none}}]")
    #expect(file.notAvailable.isEmpty)
    let board = try #require(file.boards.first)
    #expect(board.part?.rate == 1_000_000)
    #expect(board.part?.buffer == 1024)
    #expect(board.part?.flash.file == "/rigs/a.bin")
    #expect(board.part?.flash.times == RigBoard.Flash.Times.none)
  }

  @Test("tcp and virtual links may repeat, and one USB device may carry several boards")
  func repeats() throws {
    let file = try rig(
      """
      version: 1
      boards:
        - {name: a, firmware: uci, link: "tcp://localhost:1"}
        - {name: b, firmware: uci, link: "tcp://localhost:1"}
        - {name: c, firmware: uci, link: virtual}
        - {name: d, firmware: uci, link: virtual}
        - {name: e, firmware: uci, link: "usb:serial=A,interface=0"}
        - {name: f, firmware: uci, link: "usb:serial=A,interface=2"}
      """)
    #expect(file.boards.count == 6)
  }

  @Test("relative paths are taken from the file's folder")
  func relativePaths() throws {
    let file = try rig(
      "version: 1\nboards:\n- {name: a, firmware: uci, link: 'serial:ports/a', image: {file: b.hex}}"
    )
    #expect(file.boards.first?.link.description == "serial:/rigs/ports/a")
    #expect(file.boards.first?.image?.file == "/rigs/b.hex")
    #expect(file.directory == "/rigs")
  }

}
