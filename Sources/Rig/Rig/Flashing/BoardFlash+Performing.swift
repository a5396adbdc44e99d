import Boards
import BootProtocols
import FirmwareImages
public import Flashing
import Foundation
import LabRuntime
import Links

extension BoardFlash {
  /// How a flash that did not fail ended.
  public struct Outcome: Sendable {
    /// Whether anything was written; else the board had the image.
    public var isWritten: Bool
    /// Whether it is proved that the board has the image.
    public var isProved: Bool
  }

  /// Carries the flash out on the board of an open bench.
  ///
  /// - Parameter report: told what happens, with the number of the stage.
  /// - Throws: ``FlashError``.
  public func perform(
    on opened: BenchBoard, report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> Outcome {
    let lab = opened.lab
    if lab.isSimulated, needsRealTime {
      throw FlashError(
        .refused, "\(methodName) works in real time only", advice: "Give the rig time: real.",
        imageTouched: false)
    }
    let flash = try await readied(lab)
    switch flash.way {
    case .serial(let plan): return try await perform(plan, on: opened, lab, report)
    case .found(let plan, let tool):
      opened.session.close(reason: "to be flashed")
      let isWritten = try await plan.perform(lab, with: tool) { report(0, $0) }
      return Outcome(isWritten: isWritten, isProved: plan.options.verifies || !isWritten)
    case .probe(let plans):
      throw FlashError(
        .tool, "\(plans[0].tool.title) was not looked for", advice: "Flash again.",
        imageTouched: false, by: .probe)
    case .dfu(let plan):
      let device = try await entered(opened, lab) { report(0, $0) }
      let connection = try LibUSBDFU(device)
      defer { connection.close() }
      let isProved = plan.isProved(on: connection)
      try await plan.perform(lab, on: connection) { report(0, $0) }
      return Outcome(isWritten: true, isProved: isProved)
    case .volume(let plan, let path):
      let volume = try await volume(path, of: opened, lab) { report(0, $0) }
      try await plan.perform(lab, to: volume) { report(0, $0) }
      return Outcome(isWritten: true, isProved: false)
    }
  }

  private func perform(
    _ plan: FlashPlan, on opened: BenchBoard, _ lab: Lab,
    _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> Outcome {
    let proves = wish.verifies || plan.method.alwaysVerifies
    var source: any LinkSource = BoardLine(opened)
    if isEntered { source = try await entrance(opened, lab).line { report(0, $0) } }
    do throws(FlashError) {
      return try await write(plan, source, lab, proves, report)
    } catch {
      // Nobody answers: perhaps the board runs its application.
      guard error.code == .noAnswer, !error.imageTouched, !isEntered, entry != .byHand,
        plan.method != .espROM
      else { throw error }
      report(0, .note("no bootloader answers: \(entry.words)"))
      let source = try await entrance(opened, lab).line { report(0, $0) }
      return try await write(plan, source, lab, proves, report)
    }
  }

  private func write(
    _ plan: FlashPlan, _ source: any LinkSource, _ lab: Lab, _ proves: Bool,
    _ report: (Int, LineSession.Report) -> Void
  ) async throws(FlashError) -> Outcome {
    let outcome = try await plan.perform(
      lab, open: { () throws(LinkError) in try await Self.patiently(source, lab) }, report: report)
    switch outcome {
    case .written(let isShown): return Outcome(isWritten: true, isProved: proves && isShown)
    case .alreadyThere: return Outcome(isWritten: false, isProved: true)
    }
  }

  /// A board that has just reset is not there for a moment.
  private static func patiently(
    _ source: any LinkSource, _ lab: Lab
  ) async throws(LinkError) -> any Link {
    let end = lab.now.advanced(by: .seconds(10))
    while true {
      do throws(LinkError) { return try await source.open() } catch {
        guard error.code == .notFound || error.code == .notPermitted, lab.now < end,
          source is USBPort
        else { throw error }
      }
      do throws(LabError) {
        try await lab.sleep(for: .milliseconds(200), label: "\(source.name) to come back")
      } catch { throw LinkError(.cancelled, link: source.name, reason: "the flash was broken off") }
    }
  }

  private func entrance(_ opened: BenchBoard, _ lab: Lab) -> BoardEntrance {
    let part = route?.part.flatMap { profile?.part(named: $0) }
    return BoardEntrance(lab, opened, entry: entry, part: part)
  }

  /// The device in its bootloader, for methods that are no terminal's.
  private func entered(
    _ opened: BenchBoard, _ lab: Lab, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> USBDevice {
    let entrance = entrance(opened, lab)
    return isEntered ? try await entrance.device(report) : try entrance.deviceNow()
  }

  /// The bootloader's drive: the one that was asked for, or that of the board's own USB device.
  private func volume(
    _ path: String?, of opened: BenchBoard, _ lab: Lab, _ report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> UF2Volume {
    let hasDevice = opened.usbPort != nil
    // Where the board has an identity, the drive has to be its own, whatever path was given.
    let device = hasDevice ? try await entered(opened, lab, report) : nil
    if !hasDevice, isEntered { _ = try await entrance(opened, lab).line(report) }
    let end = lab.now.advanced(by: .seconds(20))
    while true {
      do throws(FlashError) {
        return try VolumeSearch(device: device, asked: path).find(.now(), board: board.name)
      } catch {
        guard error.code == .line, lab.now < end, device != nil || isEntered else { throw error }
      }
      do throws(LabError) {
        try await lab.sleep(for: .milliseconds(200), label: "the drive of \(board.name)")
      } catch {
        throw FlashError(
          .interrupted, "the flash was broken off", advice: "Flash again.", imageTouched: false)
      }
    }
  }
}

extension BenchBoard {
  /// Brings the board to an image that a file asks for, unless it has it.
  ///
  /// - Parameter folder: where a relative path of the image begins.
  /// - Throws: ``FlashError``.
  public func flash(
    _ image: RigBoard.Image, from folder: String, report: (LineSession.Report) -> Void
  ) async throws(FlashError) -> BoardFlash.Outcome {
    var image = image
    if !image.file.hasPrefix("/"), !folder.isEmpty { image.file = "\(folder)/\(image.file)" }
    var wish = BoardFlash.Wish()
    wish.skipsIfThere = true
    wish.method = try BoardFlash.method(named: image.method)
    wish.searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
    if !folder.isEmpty { wish.backupFolder = folder }
    let profiles: ProfileLibrary
    do { profiles = try BoardFlash.profiles() } catch {
      throw FlashError(
        .refused, "\(error)", advice: "Correct the profile.", imageTouched: false)
    }
    let flash = try BoardFlash(
      try BoardFlash.image(image), to: description, wish, profiles: profiles)
    if let finding = flash.findings.first(where: { $0.severity == .error }) {
      throw FlashError(.image, finding.sentence, advice: finding.advice, imageTouched: false)
    }
    return try await flash.perform(on: self) { report($1) }
  }
}

/// A board's own link as a place to open again and again.
struct BoardLine: LinkSource {
  private let board: BenchBoard

  init(_ board: BenchBoard) { self.board = board }

  var name: String { board.name }

  func open() async throws(LinkError) -> any Link { try await board.session.openLine() }
}
