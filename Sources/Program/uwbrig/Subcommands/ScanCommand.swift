import ArgumentParser
import Bluetooth
import JSONDocuments
import Journal
import LabRuntime
import Printing
import Reports
import RigFile
import Runs
import Terminal

/// `scan`: what is on the air.
struct ScanCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Lists devices that advertise over Bluetooth LE.",
    subcommands: [ScanBLECommand.self])

  @OptionGroup var common: CommonOptions
}

/// `scan ble`: the Bluetooth LE devices that advertise.
struct ScanBLECommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ble",
    abstract: "Lists the Bluetooth LE devices that advertise, and how a rig file names them.",
    discussion: """
      The devices heard during the scan, strongest first: signal, address and its type, name, known \
      services. LINK can be copied into a rig file; it is shown for devices that advertise the data \
      channel of an accessory. The scan connects to nothing.

      It needs bluetoothd and an adapter, but no root. Status 3 when one of them is missing.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to listen. (default: 5s)", valueName: "duration"),
    transform: DurationArgument.parse)
  var patience = Duration.seconds(5)

  @Option(
    help: ArgumentHelp("The adapter, by name or address. (default: the first)", valueName: "hci0")
  )
  var adapter: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Show which board of a rig file each one is.", valueName: "file"),
    completion: Completions.yaml)
  var rig: String?

  @OptionGroup var common: CommonOptions

  mutating func run() throws {
    let file = try rig.map { try RigSource.read($0) }
    LabSignal.block()
    let (found, status) = try AirScan.perform(on: adapter, for: patience)
    let devices = found.map { device in
      ScanDocument.Device(
        device, isOnlyOfItsName: found.count { $0.name == device.name } == 1, rig: file)
    }
    if common.json {
      ScanDocument(devices: devices).print()
    } else {
      say(devices, hasRig: file != nil)
    }
    if status != .done { throw status }
  }

  private func say(_ devices: [ScanDocument.Device], hasRig: Bool) {
    guard !devices.isEmpty else {
      common.remark(
        "No device advertises within \(patience). Accessories stop when a phone has them.")
      return
    }
    var table = Table(
      [.init("RSSI"), .init("ADDRESS"), .init("TYPE"), .init("NAME", minimum: 8)]
        + [.init("SERVICES", minimum: 12)] + (hasRig ? [.init("RIG", minimum: 6)] : [])
        + [.init("LINK")])
    for device in devices {
      let others = device.services.count - device.profiles.count
      let services = device.profiles + (others > 0 ? ["\(others) not known"] : [])
      table.add(
        [
          device.rssi.map { "\($0)" } ?? "", device.address, device.addressType, device.name ?? "",
          services.joined(separator: ", "),
        ] + (hasRig ? [device.rigBoard ?? ""] : []) + [device.link ?? ""])
    }
    for line in table.lines(width: Terminal.width(.output)) { Output.result(line) }
  }
}
