import ArgumentParser
import Boards
import FirmwareImages
import Flashing
import Foundation
import Journal
import LabRuntime
import Links
import Notation
import Rig

/// What is asked for a flash through a debug probe.
struct ProbeFlashOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The serial number of the debug probe; by default that of the board's link.",
      valueName: "serial"))
  var probe: String?

  @Option(
    help: ArgumentHelp(
      "Through a debug probe: sectors erases what the image touches, all the whole chip with its "
        + "calibration and configuration, of which a copy is kept first.", valueName: "what"),
    transform: Self.erase)
  var erase = ProbeErase.sectors

  @Flag(
    help:
      "Through a debug probe: open a locked nRF, which erases everything on it and cannot be undone."
  )
  var recover = false

  @Option(
    help: ArgumentHelp("Where copies of preserved pages are kept.", valueName: "folder"))
  var backup = "."

  private static func erase(_ text: String) throws -> ProbeErase {
    guard let erase = ProbeErase(rawValue: text) else {
      throw ValidationError(
        "found \(PrintableText.quoted(text, limit: 60)), allowed sectors or all")
    }
    return erase
  }
}

/// A flash of one board through its debug probe.
struct ProbeFlash {
  private let verb: FlashVerb
  private let file: RigFile
  private let board: RigBoard
  private let profile: BoardProfile
  private let image: FirmwareImage
  private let tools: [ProbeTool]

  /// The flash, where one through a probe is asked for, or where the board's profile knows no other
  /// way; nil for the boot protocols.
  init?(_ verb: FlashVerb) throws {
    let asked = verb.probeMethod
    let options = verb.probeOptions
    let isMeant = asked != nil || options.probe != nil
    guard !verb.all, verb.match == nil, verb.words.count == 2, isMeant || verb.method == nil else {
      return nil
    }
    let file = try RigSource.open(verb.rig)
    let board = try RigSource.board(verb.words[0], in: file)
    if !isMeant, SerialMethod(rawValue: board.firmware.rawValue) != nil { return nil }
    let library = try verb.profiles.library()
    guard let profile = board.profile.flatMap({ library.profile(named: $0) }) else {
      guard isMeant else { return nil }
      throw Failure(
        .usage,
        "\(board.name): what chip is behind the probe is not known. Give the board a profile in the "
          + "rig file: profile: dwm3001cdk")
    }
    let routes = profile.flash.compactMap { ProbeTool(rawValue: $0.method.rawValue) }
    guard isMeant || !routes.isEmpty else { return nil }
    self.verb = verb
    self.file = file.keeping(only: [board.name])
    self.board = board
    self.profile = profile
    tools = asked.map { [$0] } ?? (routes.isEmpty ? ProbeTool.allCases : routes)
    image = try BoardFlash.read(verb.words[1], base: verb.base)
  }

  func perform() throws -> ExitStatus {
    let target = try target()
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let status = try lab.run {
      await withTaskGroup(of: ExitStatus?.self) { group in
        group.addTask { await flash(target, lab) }
        group.addTask {
          await end.wait()
          return nil
        }
        var statuses: [ExitStatus] = []
        if let first = await group.next(), let status = first { statuses.append(status) }
        group.cancelAll()
        while let status = await group.next() {
          if let status { statuses.append(status) }
        }
        return ExitStatus.strongest(statuses)
      }
    }
    return .strongest([status, end.status])
  }

  private func target() throws -> ProbeTarget {
    guard
      let chip = ChipMemory.known.first(where: { profile.chip.mcu.value.hasPrefix($0.name) }),
      chip.configuration != nil
    else {
      throw Failure(
        .usage,
        "\(board.name): flashing an \(profile.chip.mcu.value) through a probe is not available in "
          + "this build")
    }
    guard let serial = verb.probeOptions.probe ?? board.probe ?? serialOfLink else {
      throw Failure(
        .usage,
        "\(board.name): which probe leads to it is not known. Give its serial number: --probe "
          + "760123456 (uwbrig boards shows what is attached)")
    }
    let isPlain = serial.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isPlain, !serial.isEmpty, serial.utf8.count <= 64 else {
      throw Failure(
        .usage,
        "--probe: found \(PrintableText.quoted(serial, limit: 60)), allowed letters and digits")
    }
    return ProbeTarget(
      serial: serial, chip: chip,
      device: profile.chip.target?.value ?? chip.name + "_xxAA")
  }

  /// The number of a J-Link whose terminal is the board's link.
  private var serialOfLink: String? {
    guard case .usb(.serial(let serial), _, _) = board.link, serial.allSatisfy(\.isNumber) else {
      return nil
    }
    return serial
  }

  // MARK: At work

  private func flash(_ target: ProbeTarget, _ lab: Lab) async -> ExitStatus {
    let printer = ProbeFlashPrinter(verb.common, board: board.name)
    do throws(FlashError) {
      let found = try await choose(lab)
      var options = ProbeOptions()
      options.erase = verb.probeOptions.erase
      options.recovers = verb.probeOptions.recover
      options.verifies = !verb.noVerify
      options.backupFolder = verb.probeOptions.backup
      let plan = try ProbePlan(
        image, to: target, by: found.tool, areas: areas, options: options)
      printer.show(plan, found)
      if verb.planOnly { return .done }
      // Whoever talks to the board, or through its probe, must not lose it in mid-sentence.
      let claims: BoardClaims
      do throws(LinkError) {
        claims = try BoardClaims(
          file, probes: [target.serial], holder: .ourselves(program: "uwbrig flash", run: nil))
      } catch {
        throw FlashError(
          .line, error.reason, advice: "Nothing was written.", imageTouched: false, by: .probe)
      }
      defer { claims.release() }
      let start = lab.now
      try await plan.perform(lab, with: found) { printer.note($0, at: lab.now) }
      printer.done(plan, in: start.duration(to: lab.now))
      return .done
    } catch {
      printer.failed(error)
      switch error.code {
      case .verification: return .no
      case .image: return .usage
      default: return .bench
      }
    }
  }

  private var areas: [FlashMap.Area] {
    FlashMap(profile: profile, method: nil)?.areas ?? []
  }

  /// The first program of the profile's order that is there; why none is, where none is.
  private func choose(_ lab: Lab) async throws(FlashError) -> FoundTool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    var reasons: [FlashError] = []
    for tool in tools {
      do throws(FlashError) {
        return try await FoundTool.find(tool, searchPath: path, lab: lab)
      } catch {
        guard error.code == .tool else { throw error }
        reasons.append(error)
      }
    }
    guard reasons.count > 1 else {
      throw reasons.first
        ?? FlashError(
          .tool, "the profile names no program", advice: "Give one: --method openocd.",
          imageTouched: false, by: .probe)
    }
    throw FlashError(
      .tool, reasons.map(\.message).joined(separator: "; "),
      advice: "OpenOCD is the one that every distribution has: sudo apt-get install openocd.",
      imageTouched: false, by: .probe)
  }
}
