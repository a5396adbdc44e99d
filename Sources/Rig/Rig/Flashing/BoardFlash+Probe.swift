import Boards
import BootProtocols
import FirmwareImages
public import Flashing
public import LabRuntime
import Links
import Notation

/// Through a debug probe.
extension BoardFlash {
  /// The number of a J-Link whose terminal is the board's link.
  public static func probeSerial(of board: RigBoard) -> String? {
    guard case .usb(.serial(let serial), _, _) = board.link, serial.allSatisfy(\.isNumber) else {
      return nil
    }
    return serial
  }

  static func target(
    _ board: RigBoard, _ wish: Wish, _ profile: BoardProfile?, _ chip: ChipMemory?
  ) throws(FlashError) -> ProbeTarget {
    func refused(_ why: String, _ advice: String) -> FlashError {
      FlashError(.refused, "\(board.name): \(why)", advice: advice, imageTouched: false, by: .probe)
    }
    guard let profile else {
      throw refused(
        "what chip is behind the probe is not known",
        "Give the board a profile in the rig file: profile: dwm3001cdk")
    }
    guard let chip, chip.configuration != nil else {
      throw refused(
        "flashing an \(profile.chip.mcu.value) through a probe is not available in this build",
        "Flash it with its maker's program.")
    }
    guard let serial = wish.probe ?? board.probe ?? probeSerial(of: board) else {
      throw refused(
        "which probe leads to it is not known",
        "Give its serial number: --probe 760123456 (uwbrig boards shows what is attached)")
    }
    let isPlain = serial.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isPlain, !serial.isEmpty, serial.utf8.count <= 64 else {
      throw refused(
        "--probe: found \(PrintableText.quoted(serial, limit: 60)), allowed letters and digits",
        "See uwbrig boards.")
    }
    return ProbeTarget(
      serial: serial, chip: chip, device: profile.chip.target?.value ?? chip.name + "_xxAA")
  }

  /// A plan for each program that can do what is asked for.
  static func plans(
    _ image: FirmwareImage, _ target: ProbeTarget, _ tools: [ProbeTool], _ wish: Wish,
    _ profile: BoardProfile?
  ) throws(FlashError) -> [ProbePlan] {
    var options = ProbeOptions()
    options.erase = wish.erase
    options.recovers = wish.recovers
    options.verifies = wish.verifies
    options.backupFolder = wish.backupFolder
    options.skipsIfThere = wish.skipsIfThere
    let areas = profile.flatMap { FlashMap(profile: $0, method: nil)?.areas } ?? []
    var plans: [ProbePlan] = []
    var trouble: FlashError?
    for tool in tools {
      do throws(FlashError) {
        plans.append(try ProbePlan(image, to: target, by: tool, areas: areas, options: options))
      } catch {
        // Another program may be able to do what this one is not known to.
        guard error.code == .refused else { throw error }
        trouble = trouble ?? error
      }
    }
    if plans.isEmpty, let trouble { throw trouble }
    return plans
  }

  /// The same flash with the program that carries it out: the first of the profile's order that is on
  /// this machine. A flash that needs none is as it was.
  ///
  /// - Throws: ``FlashError`` `tool` with the reasons when none is there.
  public func readied(_ lab: Lab) async throws(FlashError) -> BoardFlash {
    guard case .probe(let plans) = way else { return self }
    var reasons: [FlashError] = []
    for plan in plans {
      do throws(FlashError) {
        let found = try await FoundTool.find(plan.tool, searchPath: wish.searchPath, lab: lab)
        var readied = self
        readied.way = .found(plan, found)
        return readied
      } catch {
        guard error.code == .tool else { throw error }
        reasons.append(error)
      }
    }
    if let reason = reasons.first, reasons.count == 1 { throw reason }
    throw FlashError(
      .tool, reasons.map(\.message).joined(separator: "; "),
      advice: "OpenOCD is the one that every distribution has: sudo apt-get install openocd.",
      imageTouched: false, by: .probe)
  }
}
