import Boards
import Foundation
import TestSupport
import Testing

@Suite("udev rules")
struct UdevRulesTests {
  let rules: UdevRules
  let lines: [String]

  init() throws {
    rules = UdevRules(try ProfileLibrary.shipped())
    lines = rules.text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test("the file in udev-rules is what the profiles give")
  func checkedIn() throws {
    let url = Checkout.at("udev-rules/60-uwbrig.rules")
    if ProcessInfo.processInfo.environment["UWBRIG_UPDATE_SNAPSHOTS"] == "1" {
      try rules.text.write(to: url, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: url, encoding: .utf8)
    #expect(stored == rules.text, "UWBRIG_UPDATE_SNAPSHOTS=1 writes it anew")
  }

  @Test("nothing is open to the world, and every mode is 0660")
  func modes() {
    let modes = lines.filter { $0.contains("MODE=") }
    #expect(modes.count == 3)
    #expect(modes.allSatisfy { $0.contains("MODE=\"0660\"") && $0.contains("GROUP=\"") })
    #expect(modes.allSatisfy { $0.contains("TAG+=\"uaccess\"") })
    #expect(!lines.contains { $0.contains("RUN") || $0.contains("PROGRAM") })
  }

  @Test("ModemManager is kept from the device and from each terminal")
  func modems() {
    #expect(lines.contains { $0.contains("ENV{ID_MM_DEVICE_IGNORE}=\"1\"") })
    #expect(lines.contains { $0.contains("ENV{ID_MM_PORT_IGNORE}=\"1\"") })
  }

  @Test("common bridge chips are matched with their product's name or not at all")
  func bridges() {
    for line in lines where line.contains("idVendor") {
      let isBridge = ["0403", "10c4", "1a86", "0483", "303a"].contains {
        line.contains("idVendor}==\"\($0)\"")
      }
      guard isBridge else { continue }
      #expect(line.contains("idProduct}==") && line.contains("{product}=="), "\(line)")
    }
    #expect(rules.leftOut.contains { $0.vendor == 0x0403 && $0.product == 0x6001 })
    #expect(rules.text.contains("# - 0403:6001 ("))
  }

  @Test("probes are known by their vendor, the chip's own port by both ids")
  func vendors() {
    let mark = rules.mark
    #expect(lines.contains("ATTR{idVendor}==\"1366\", ENV{UWBRIG_RULES}=\"\(mark)\""))
    #expect(
      lines.contains(
        "ATTRS{idVendor}==\"1915\", ATTRS{idProduct}==\"520f\", ENV{UWBRIG_RULES}=\"\(mark)\""))
  }

  @Test("other groups are other rules, and can be read back from the file")
  func groups() throws {
    let other = UdevRules(
      try ProfileLibrary.shipped(), deviceGroup: "uwbrig", terminalGroup: "uwbrig")
    #expect(other.mark != rules.mark)
    #expect(UdevRules.groups(of: other.text)?.device == "uwbrig")
    #expect(UdevRules.groups(of: rules.text)?.device == "plugdev")
    #expect(UdevRules.groups(of: rules.text)?.terminal == "dialout")
    #expect(UdevRules.groups(of: "SUBSYSTEM==\"usb\", GROUP=\"x\"") == nil)
    #expect(!UdevRules.isGroup("x\", RUN+=\"reboot"))
    #expect(!UdevRules.isGroup(""))
    #expect(UdevRules.isGroup("uwb-rig_1"))
  }

  @Test("a profile of one's own adds its serial number, and cannot break out of its rule")
  func own() throws {
    let mine = try BoardProfile.parse(
      #"""
      version: 1
      name: mine
      title: 'Mine", RUN+="reboot\'
      confidence: confirmed
      chip: {mcu: QN9090}
      parts:
        - name: bridge
          match: {vendor: 0x0403, products: [0x6001], generic: true, serials: ['A5"0285BI'],
            product-name: 'FT232", RUN+="reboot'}
      """#, file: "mine.yaml")
    let text = UdevRules(ProfileLibrary(try ProfileLibrary.shipped().profiles + [mine])).text
    #expect(text.contains("ATTR{serial}==\"A5?0285BI\""))
    #expect(!text.contains("RUN+=\"") && !text.contains("RUN+=?r\""))
    #expect(text.contains("ATTR{product}==\"FT232?, RUN+??reboot\""))
    #expect(!text.split(separator: "\n").contains { $0.hasSuffix("\\") })
  }
}
