import BootProtocols
import Foundation
import TestSupport
import Testing

@testable import VirtualBoards

@Suite("The page of fault names")
struct FaultPageTests {
  @Test("every fault of a virtual board is on its page")
  func page() throws {
    func section(_ title: String, _ about: String, _ rows: [(String, String)]) -> [String] {
      ["", "## \(title)", "", about, ""]
        + DocumentationPage.table(["name", "what is wrong"], rows.map { ["`\($0.0)`", $0.1] })
    }
    let accessories = AccessoryFault.all.map { ($0.name, $0.summary) }
    let subsystems = UCIFault.all.map { ($0.name, $0.summary) }
    let loaders = BootProtocol.allCases.filter { !$0.misbehaviours.isEmpty }.map { loader in
      (loader.rawValue, loader.misbehaviours.map { "`\($0)`" }.joined(separator: ", "))
    }
    let lines =
      [
        "# Faults of virtual boards", "",
        "The defects that a virtual board can be given, by name, to see a case fail.", "",
        "`misbehaviour: NAME` in a rig file gives a virtual board one of them: copy `Rigs/loopback.yaml`, add "
          + "the line to a board, and run. Each is one deviation from the reference; the tests of this "
          + "project hold every case against one that it must find. This page is made from the program's "
          + "tables. What goes wrong on the line and in the room instead is on the page [Worlds, faults and "
          + "recordings](Worlds-and-recordings.md).",
      ]
      + section("Accessories", "`firmware: ni-accessory`", accessories)
      + section(
        "Accessories, right but unusual", "Variations, with which every case has to pass.",
        AccessoryFault.variations.map { ($0.name, $0.summary) })
      + section(
        "Accessories for Android phones", "`firmware: ranging-oob`",
        OOBFault.all.map { ($0.name, $0.summary) })
      + section("UCI boards", "`firmware: uci`", subsystems)
      + section(
        "UCI boards, right but unusual", "Variations, with which every case has to pass.",
        UCIFault.variations.map { ($0.name, $0.summary) })
      + ["", "## Bootloaders", ""]
      + DocumentationPage.table(
        ["firmware", "names"], loaders.map { ["`\($0.0)`", $0.1] })
    let (written, made) = try DocumentationPage.compare(
      "Faults.md", with: lines.joined(separator: "\n") + "\n")
    #expect(written == made, "write it anew with UWBRIG_UPDATE_SNAPSHOTS=1")
  }
}
