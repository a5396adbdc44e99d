import FirmwareImages
import Flashing
import Foundation
import Journal
import LabRuntime
import Links
import Notation
import Rig

/// One call of `flash`, from the file to the last board.
struct FlashSession {
  private static let largestFile = 64 << 20
  private let verb: FlashVerb
  private let file: RigFile
  private let boards: [RigBoard]
  private let image: FirmwareImage
  private let plans: [(board: RigBoard, plan: FlashPlan)]

  init(_ verb: FlashVerb) throws {
    self.verb = verb
    file = try RigSource.open(verb.rig)
    if verb.all {
      boards = file.boards.filter { SerialMethod(rawValue: $0.firmware.rawValue) != nil }
      guard !boards.isEmpty else {
        throw Failure(.bench, "no board of the rig \(file.name) waits in a bootloader")
      }
    } else {
      boards = [try RigSource.board(verb.words[0], in: file)]
    }
    let image = try Self.read(verb.words.last ?? "", base: verb.base)
    self.image = image
    plans = try boards.map { board in
      guard let method = verb.method ?? SerialMethod(rawValue: board.firmware.rawValue) else {
        throw Failure(
          .usage,
          "\(board.name) speaks \(board.firmware.rawValue), and how it gets into a bootloader is "
            + "not known. Put it there by hand and say how to flash it: --method "
            + SerialMethod.allCases.map(\.rawValue).joined(separator: "|"))
      }
      var options = FlashPlan.Options(rate: Self.rate(of: board, method))
      options.verifies = !verb.noVerify
      options.confirms = !verb.test
      do throws(FlashError) {
        return (board, try FlashPlan(image, by: method, options: options))
      } catch { throw Failure(.usage, "\(board.name): \(error.message). \(error.advice)") }
    }
  }

  func perform() throws -> ExitStatus {
    let printer = FlashPrinter(verb.common, boards: boards.count)
    for (board, plan) in plans { printer.show(plan, for: board) }
    if verb.planOnly { return .done }
    let lab = file.time == .virtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let plans = plans
    let statuses = try lab.run {
      try await Bench.withBench(file, lab: lab, journal: journal) { bench in
        try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
          for (board, plan) in plans {
            guard let opened = bench.board(named: board.name) else { continue }
            group.addTask { await Self.flash(opened, plan, lab, printer) }
          }
          group.addTask {
            await end.wait()
            return nil
          }
          var statuses: [ExitStatus] = []
          while statuses.count < plans.count, let status = try await group.next() {
            guard let status else { break }
            statuses.append(status)
          }
          group.cancelAll()
          // Those that were broken off say so as well.
          while let status = try await group.next() {
            if let status { statuses.append(status) }
          }
          return statuses
        }
      }
    }
    return .strongest(statuses + [end.status])
  }

  private static func flash(
    _ board: BenchBoard, _ plan: FlashPlan, _ lab: Lab, _ printer: FlashPrinter
  ) async -> ExitStatus {
    let start = lab.now
    FirmwareMemory.forget(board.description)
    do throws(FlashError) {
      try await plan.perform(lab) { () throws(LinkError) in
        try await board.openLine()
      } report: { stage, report in
        printer.note(report, stage: plan.stages[stage], of: board.name, at: lab.now)
      }
      printer.done(board.name, plan, in: start.duration(to: lab.now))
      return .done
    } catch {
      printer.failed(board.name, error)
      switch error.code {
      case .verification: return .no
      case .image: return .usage
      case .noAnswer, .refused, .line, .interrupted: return .bench
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

  private static func read(_ path: String, base: UInt32?) throws -> FirmwareImage {
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
