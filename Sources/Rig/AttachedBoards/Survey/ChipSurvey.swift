package import Boards
import BootProtocols
import Errors
import FirmwareImages
import Flashing
import FoundationEssentials
import Journal
package import LabRuntime
import Links

/// `boards --chips`: reads through each debug probe which chip is behind it. The address of that
/// chip is the serial number of its own USB port, so two devices that are one board are known as
/// one.
package struct ChipSurvey: Sendable {
  package struct Answer: Sendable {
    package var device: USBDevice
    /// Nil where the chip could not be read.
    var chip: NRFChip?
    package var failure: String?
    var wasAsked = true
  }

  private let tree: USBTree

  package init(tree: USBTree) { self.tree = tree }

  /// Asks every J-Link that this user can open, one after the other; nothing is known where `end`
  /// returns before that.
  package func perform(
    _ inventory: USBInventory, _ lab: Lab, until end: @escaping @Sendable () async -> Void
  ) async -> [Answer] {
    let probes = inventory.devices.filter { $0.isProbe && $0.serial != nil }
    guard !probes.isEmpty else { return [] }
    let check = AccessCheck(USBInventory(probes), roots: tree.roots)
    let asked = probes.map { ($0, $0.node.map { check.device($0) }) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return await withTaskGroup(of: [Answer]?.self) { group in
      group.addTask {
        var answers: [Answer] = []
        for (device, access) in asked {
          answers.append(await ask(device, access, inventory, path, lab))
        }
        return answers
      }
      group.addTask {
        await end()
        return nil
      }
      defer { group.cancelAll() }
      return (await group.next() ?? nil) ?? []
    }
  }

  private func ask(
    _ device: USBDevice, _ access: NodeAccess?, _ inventory: USBInventory, _ path: String,
    _ lab: Lab
  ) async -> Answer {
    if let access, access.state != .free {
      return Answer(device: device, failure: "not asked: \(access.reason)", wasAsked: false)
    }
    let claim: BoardClaim
    do throws(RigError) {
      claim = try BoardClaim(
        [inventory.lockKey(of: device)], named: device.path, for: "uwbrig boards")
    } catch {
      return Answer(device: device, failure: "not asked: \(error.reason)", wasAsked: false)
    }
    defer { claim.release() }
    do throws(FlashError) {
      let openocd = try await FoundTool.find(.openocd, searchPath: path, lab: lab)
      let reading = try await ChipReading.read(
        serial: device.serial ?? "", with: openocd, lab)
      guard let chip = reading.chip else {
        return Answer(device: device, failure: "not read: the chip is locked (APPROTECT)")
      }
      return Answer(device: device, chip: chip)
    } catch {
      let advice = error.code == .tool ? ". \(error.advice)" : ""
      // Without OpenOCD no chip was asked, and what is known of it stays.
      return Answer(
        device: device, failure: "not read: \(error.message)\(advice)",
        wasAsked: error.code != .tool)
    }
  }
}

extension BoardSources {
  package mutating func take(_ answers: [ChipSurvey.Answer]) {
    for answer in answers {
      guard let chip = answer.chip else { continue }
      chips[answer.device.path] = answer.address
      if let serial = answer.device.serial { evidence.chips[serial] = chip.name }
    }
  }
}

extension ChipSurvey.Answer {
  var address: ChipAddress? {
    chip?.address.map { ChipAddress($0) }
  }
}

extension ProbeMemory {
  /// Remembers which probes and ports are one board. What a probe was asked in vain is forgotten:
  /// another chip may be behind it now.
  package mutating func remember(_ answers: [ChipSurvey.Answer], in inventory: USBInventory) {
    for answer in answers where answer.wasAsked {
      forgetChip(behind: answer.device)
      guard let chip = answer.chip, let address = answer.address else { continue }
      let pairs = inventory.devices.compactMap {
        ChipPair(probe: answer.device, port: $0, address: address, chip: chip.name)
      }
      // Devices with one serial number cannot be told apart by it.
      if pairs.count == 1, let pair = pairs.first { remember(pair) }
    }
  }
}
