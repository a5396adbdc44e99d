import Boards
import BootProtocols
import Errors
import FirmwareImages
import LabRuntime
import Links

/// Through a bootloader on the board's serial line.
extension FlashPlan: FlashRoute {
  static let methods = BootProtocol.allCases.map(FlashMethod.serial)

  init(
    _ image: FirmwareImage, to target: FlashTarget, by methods: [FlashMethod],
    _ request: FlashRequest
  ) throws(FlashError) {
    guard let boot = methods.first?.bootProtocol else { throw .noMethod }
    guard !target.isBluetooth || boot.bluetoothService != nil else {
      throw FlashError(
        .refused, "no service of Bluetooth LE carries \(boot.bootloaderTitle)",
        advice:
          "Flash it by its own port, or over Bluetooth with --method mcuboot-smp or secure-dfu.")
    }
    let entry = request.entry(into: target, .serial(boot))
    var options = Options(rate: target.rate(for: boot))
    options.verifies = request.verifies
    options.confirms = request.confirms
    options.skipsIfThere = request.skipsIfThere
    options.entry = request.entry ?? (entry == .byHand ? nil : entry)
    options.isBluetooth = target.isBluetooth
    options.leaves = request.entry != nil || !target.speaks(.serial(boot))
    try self.init(image, by: boot, options: options)
  }

  var method: FlashMethod { .serial(boot) }
  var title: String {
    options.isBluetooth ? "\(boot.bootloaderTitle) over Bluetooth LE" : boot.title
  }
  var needsRealTime: Bool { false }
  /// An ESP chip's lines are moved by its programmer, again and again until the loader answers.
  var entersByItself: Bool { boot == .espROM }

  func takes(_ option: FlashRequest.Option) -> Bool {
    option == .entry || option == .trial && boot == .mcubootSMP
  }

  func perform(
    on board: OpenTarget, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    let source =
      board.isEntered
      ? try await board.entrance.line { report(0, $0) } : board.board.line(for: boot)
    do throws(FlashError) {
      return try await write(source, board.lab, report)
    } catch {
      // Without an answer it may be that the board runs its application.
      guard error.code == .noAnswer, !error.imageTouched, !board.isEntered, board.entry != .byHand,
        !entersByItself
      else { throw error }
      report(0, .note("no bootloader answers: \(board.entry.description)"))
      let source = try await board.entrance.line { report(0, $0) }
      return try await write(source, board.lab, report)
    }
  }

  private func write(
    _ source: any LinkSource, _ lab: Lab, _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> FlashOutcome {
    try await perform(
      lab, open: { () throws(RigError) in try await Self.patiently(source, lab) }, report: report)
  }

  /// A board that has just reset is not there for a moment.
  private static func patiently(
    _ source: any LinkSource, _ lab: Lab
  ) async throws(RigError) -> any Link {
    let end = lab.now.advanced(by: .seconds(10))
    while true {
      do throws(RigError) { return try await source.open() } catch {
        guard error.code == .notFound || error.code == .notPermitted, lab.now < end,
          source is any IdentifiedPort
        else { throw error }
      }
      do throws(RigError) {
        try await lab.sleep(for: .milliseconds(200), label: "\(source.name) to come back")
      } catch { throw RigError(.cancelled, source.name, reason: "the flash was broken off") }
    }
  }
}
