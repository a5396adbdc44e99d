import Foundation
import LabRuntime
import Links
import ProbeTargets

// A J-Link on 127.0.0.1 with a chip behind it, for the programs that flash through debug probes:
//
//     virtual-jlink CHIP SERIAL FLASH-FILE
//
// CHIP is nrf52833 or nrf52840; FLASH-FILE holds the chip's flash, byte for byte, and is made where
// there is none. The first line says when connections are accepted. SIGTERM ends it.

func failed(_ message: String) -> Never {
  FileHandle.standardError.write(Data("virtual-jlink: \(message)\n".utf8))
  exit(2)
}

let arguments = CommandLine.arguments
guard arguments.count == 4,
  let chip = NRF52Memory.Chip.all.first(where: { $0.name == arguments[1] }),
  let serial = UInt32(arguments[2])
else {
  let names = NRF52Memory.Chip.all.map(\.name).joined(separator: "|")
  failed("expected \(names) SERIAL FLASH-FILE, got \(arguments.dropFirst().joined(separator: " "))")
}
do {
  let lab = Lab.serving(seed: 0)
  let probe = try VirtualJLink(
    lab: lab, probe: JLinkProbe(serial: serial, memory: NRF52Memory(chip, serial: serial)),
    flashFile: arguments[3])
  let listener = try TCPListener(lab, address: "127.0.0.1", port: VirtualJLink.port) { _ in }
  let clients = try DatagramDestination(port: VirtualJLink.port)
  print("ready {\"port\":\(listener.port)}")
  fflush(nil)
  try lab.run {
    await withDiscardingTaskGroup { group in
      group.addTask { await probe.announce(to: clients) }
      await probe.serve(listener)
    }
  }
} catch {
  failed("\(error)")
}
