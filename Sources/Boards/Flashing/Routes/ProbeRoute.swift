import Boards
import BootProtocols
import FirmwareImages
import LabRuntime
import Notation

/// Through a debug probe, by the first program of several that is on the machine.
struct ProbeRoute: FlashRoute {
  static let methods = ProbeTool.allCases.map(FlashMethod.probe)

  private let best: ProbePlan
  /// A plan for each program that would do, the best first.
  private let plans: [ProbePlan]
  /// The program that is there, with its plan; nil until it was looked for.
  private var chosen: (plan: ProbePlan, tool: FoundTool)?

  init(
    _ image: FirmwareImage, to target: FlashTarget, by methods: [FlashMethod],
    _ request: FlashRequest
  ) throws(FlashError) {
    let chip = try Self.chip(of: target, request)
    let areas = target.profile.flatMap { FlashMap(profile: $0, method: nil)?.areas } ?? []
    var plans: [ProbePlan] = []
    var refusal: FlashError?
    for tool in methods.compactMap(\.probeTool) {
      do throws(FlashError) {
        plans.append(try ProbePlan(image, to: chip, by: tool, areas: areas, options: request))
      } catch {
        // Another program may be able to do what this one is not known to.
        guard error.code == .refused else { throw error }
        refusal = refusal ?? error
      }
    }
    guard let best = plans.first else { throw refusal ?? .noMethod }
    self.best = best
    self.plans = plans
  }

  private var plan: ProbePlan { chosen?.plan ?? best }
  var image: FirmwareImage { best.image }
  var method: FlashMethod { .probe(plan.tool) }
  var title: String { plan.tool.title }

  func takes(_ option: FlashRequest.Option) -> Bool {
    option == .recovers || option == .eraseAll || option == .probe
  }

  func findings(on map: FlashMap) -> [ImageFinding] {
    var job = FlashJob(
      map: map, method: method, erasesAll: plan.options.erase == .all || plan.options.recovers)
    job.keepsCopies = plan.tool.readsBack
    job.restoresCopies = plan.tool.readsBack && !plan.options.recovers
    return image.findings(for: job)
  }

  func outline(by link: String) -> FlashOutline { plan.outline(with: chosen?.tool) }

  func readied(_ lab: Lab) async throws(FlashError) -> ProbeRoute {
    var readied = self
    readied.chosen = try await choice(lab)
    return readied
  }

  private func choice(
    _ lab: Lab
  ) async throws(FlashError) -> (plan: ProbePlan, tool: FoundTool) {
    if let chosen { return chosen }
    var reasons: [FlashError] = []
    for plan in plans {
      do throws(FlashError) {
        return (
          plan, try await FoundTool.find(plan.tool, searchPath: plan.options.searchPath, lab: lab)
        )
      } catch {
        guard error.code == .tool else { throw error }
        reasons.append(error)
      }
    }
    if let reason = reasons.first, reasons.count == 1 { throw reason }
    throw FlashError(
      .tool, reasons.map(\.message).joined(separator: "; "),
      advice: "OpenOCD is the one that every distribution has: sudo apt-get install openocd.",
      by: .probe)
  }

  func perform(
    on board: OpenTarget, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    let (plan, tool) = try await choice(board.lab)
    board.board.release(reason: "to be flashed")
    let isWritten = try await plan.perform(board.lab, with: tool) { report(0, $0) }
    return FlashOutcome(isWritten: isWritten, isProved: plan.options.verifies || !isWritten)
  }

  private static func chip(
    of target: FlashTarget, _ request: FlashRequest
  ) throws(FlashError) -> ProbeTarget {
    func refused(_ why: String, _ advice: String) -> FlashError {
      FlashError(.refused, why, advice: advice, by: .probe)
    }
    guard let profile = target.profile else {
      throw refused(
        "what chip is behind the probe is not known",
        "Give the board a profile in the rig file: profile: dwm3001cdk")
    }
    guard let chip = target.chip, chip.configuration != nil else {
      throw refused(
        "flashing an \(profile.chip.mcu.value) through a probe is not available in this build",
        "Flash it with its maker's program.")
    }
    guard let serial = request.probe ?? target.probe ?? target.probeBehindLink else {
      throw refused(
        "which probe leads to it is not known",
        "Give its serial number: --probe 760123456 (uwbrig boards shows what is attached)")
    }
    let isPlain = serial.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isPlain, !serial.isEmpty, serial.utf8.count <= 64 else {
      throw refused(
        "--probe: expected letters and digits, got \(PrintableText.quoted(serial, limit: 60))",
        "See uwbrig boards.")
    }
    return ProbeTarget(
      serial: serial, chip: chip, device: profile.chip.target?.value ?? chip.name + "_xxAA")
  }
}
