import Boards
import FirmwareImages
import Flashing
import Foundation
import LabRuntime
import Links
import Rig

/// One board and what is going to be written to it.
struct BoardFlash: Sendable {
  /// What is asked for beside board and image.
  struct Wish: Sendable {
    /// How; nil leaves it to what speaks on the board's link.
    var method: SerialMethod?
    var verifies = true
    /// For good at once; else only until the next reset (SMP).
    var confirms = true
    /// Nothing is written where the board says that it runs the image.
    var skipsIfThere = false
  }

  private static let largestFile = 64 << 20

  let board: RigBoard
  let plan: FlashPlan
  let findings: [ImageFinding]
  private let isProved: Bool

  /// Plans it.
  ///
  /// Throws ``Failure`` where the board or its bootloader cannot take the image.
  init(
    _ image: FirmwareImage, to board: RigBoard, _ wish: Wish, profiles: ProfileLibrary
  ) throws {
    self.board = board
    guard let method = wish.method ?? SerialMethod(rawValue: board.firmware.rawValue) else {
      throw Failure(
        .usage,
        "\(board.name) speaks \(board.firmware.rawValue), and how it gets into a bootloader is "
          + "not known. Put it there by hand and say how to flash it: --method "
          + SerialMethod.allCases.map(\.rawValue).joined(separator: "|"))
    }
    var options = FlashPlan.Options(rate: Self.rate(of: board, method))
    options.verifies = wish.verifies
    options.confirms = wish.confirms
    options.skipsIfThere = wish.skipsIfThere
    do throws(FlashError) { plan = try FlashPlan(image, by: method, options: options) } catch {
      throw Failure(.usage, "\(board.name): \(error.message). \(error.advice)")
    }
    isProved = wish.verifies || method.alwaysVerifies
    if let name = board.profile, let profile = profiles.profile(named: name),
      let map = FlashMap(profile: profile, method: method)
    {
      findings = plan.findings(on: map)
    } else {
      findings = []
    }
  }

  /// Whether the image must not be written.
  var isRefused: Bool { findings.contains { $0.severity == .error } }

  /// Writes it, and says how that went.
  func perform(on bench: Bench, _ lab: Lab, _ printer: FlashPrinter) async -> ExitStatus {
    guard let opened = bench.board(named: board.name) else { return .bench }
    let start = lab.now
    FirmwareMemory.forget(board)
    do throws(FlashError) {
      let outcome = try await plan.perform(lab) { () throws(LinkError) in
        try await opened.openLine()
      } report: { stage, report in
        printer.note(report, stage: plan.stages[stage], of: board.name, at: lab.now)
      }
      switch outcome {
      case .written:
        printer.done(board.name, plan, in: start.duration(to: lab.now), isProved: isProved)
      case .alreadyThere: printer.alreadyThere(board.name, plan)
      }
      return .done
    } catch {
      printer.failed(board.name, error)
      switch error.code {
      case .verification: return .no
      case .image: return .usage
      case .noAnswer, .refused, .line, .interrupted, .tool, .locked: return .bench
      }
    }
  }

  private static func rate(of board: RigBoard, _ method: SerialMethod) -> Int {
    switch board.link {
    case .serial(_, let parameters), .usb(_, _, let parameters):
      parameters.baud ?? method.usualRate
    case .rfc2217(_, _, let baud): baud ?? method.usualRate
    default: board.rate ?? method.usualRate
    }
  }

  /// Reads the file of an image.
  ///
  /// Throws ``Failure`` where it cannot be read or is no image.
  static func read(_ path: String, base: UInt32? = nil) throws -> FirmwareImage {
    let shown = PrintableText.escaped(path)
    let bytes: [UInt8]
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      bytes = Array(try handle.read(upToCount: largestFile + 1) ?? Data())
    } catch {
      throw Failure(.usage, "\(shown): the image cannot be read: \(error.localizedDescription)")
    }
    guard bytes.count <= largestFile else {
      throw Failure(.usage, "\(shown) has more than 64 MiB: that is no image for a kit")
    }
    do throws(ImageError) {
      return try FirmwareImage(
        bytes: bytes, named: URL(filePath: path).lastPathComponent,
        options: FirmwareImage.Options(base: base))
    } catch { throw Failure(.usage, "\(shown): \(error)") }
  }
}
