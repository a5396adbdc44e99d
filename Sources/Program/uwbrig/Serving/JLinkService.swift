import ArgumentParser
import LabRuntime
import Links
import Notation
import VirtualBoards

/// A virtual J-Link that is asked for.
struct JLinkOrder: Equatable {
  var chip: NRF52Memory.Chip
  var serial: UInt32
  var flash: String?
}

/// How a virtual J-Link is asked for.
struct JLinkOptions: ParsableArguments {
  @Option(
    name: .customLong("jlink"),
    help: ArgumentHelp(
      "Serve a J-Link on 127.0.0.1 with a chip behind it, nrf52833 or nrf52840, for OpenOCD.",
      valueName: "chip"), transform: Self.chip)
  var chip: NRF52Memory.Chip?

  @Option(
    name: .customLong("jlink-serial"),
    help: ArgumentHelp("The serial number of the J-Link.", valueName: "number"))
  var serial: UInt32 = 760_123_456

  @Option(
    name: .customLong("jlink-flash"),
    help: ArgumentHelp(
      "A file that holds the chip's flash, byte for byte; made where there is none.",
      valueName: "file"))
  var flash: String?

  var order: JLinkOrder? { chip.map { JLinkOrder(chip: $0, serial: serial, flash: flash) } }

  mutating func validate() throws {
    if serial == 0 { throw ValidationError("--jlink-serial: found 0, allowed is 1 or more") }
  }

  private static func chip(_ text: String) throws -> NRF52Memory.Chip {
    if let chip = NRF52Memory.Chip.all.first(where: { $0.name == text.lowercased() }) {
      return chip
    }
    let names = NRF52Memory.Chip.all.map(\.name)
    let hint = NearestName.nearest(to: text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    throw ValidationError("allowed are \(names.joined(separator: ", "))\(hint)")
  }
}

/// A virtual J-Link and the port that it is served on.
struct JLinkService: Sendable {
  let listener: TCPListener
  private let order: JLinkOrder
  private let probe: VirtualJLink
  private let clients: DatagramDestination

  init(_ order: JLinkOrder, lab: Lab) throws {
    self.order = order
    let memory = NRF52Memory(order.chip, serial: order.serial)
    probe = try VirtualJLink(
      lab: lab, probe: JLinkProbe(serial: order.serial, memory: memory), flashFile: order.flash)
    listener = try TCPListener(lab, address: "127.0.0.1", port: VirtualJLink.port) {
      Output.diagnostic("Warning: \($0)")
    }
    clients = try DatagramDestination(port: VirtualJLink.port)
  }

  var document: VirtualDocument.JLink {
    .init(serial: order.serial, chip: order.chip.name, port: listener.port)
  }

  func serve() async { await probe.serve(listener) }

  func announce() async { await probe.announce(to: clients) }
}
