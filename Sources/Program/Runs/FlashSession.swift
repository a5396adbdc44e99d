import AttachedBoards
import Bench
import Boards
import BootProtocols
import Flashing
package import Journal
import LabRuntime
import Links
import Notation
import Printing
import RigFile
import Terminal

/// One call of `flash`, from the rig file or the attached board to the last byte.
package struct FlashSession {
  private let order: FlashOrder
  private let file: RigFile
  private let jobs: [BoardFlash]
  /// The board, where it stands in no rig file.
  private let attached: AttachedTarget?

  /// Reads the rig file and the image, and plans; nothing is opened.
  ///
  /// Throws ``RigFileErrors``, or ``Failure`` where a board or the image is not there, or a board cannot take
  /// the image.
  package init(_ order: FlashOrder) throws {
    self.order = order
    attached = try order.attachedTarget()
    let targets: [FlashTarget]
    if let attached {
      let board = RigBoard(attached.target)
      (file, targets) = (RigFile(boards: [board]), [attached.target])
    } else {
      let device =
        order.rig == nil ? try order.board.flatMap { try AttachedRig.bluetooth([$0]) } : nil
      let whole = try device ?? RigSource.reach(order.rig)
      targets = try order.targets(in: whole)
      // The others may be unplugged, or in other hands; who talks through the same probe must not
      // lose it in mid-sentence.
      file = whole.keeping(only: targets.map(\.name), probe: order.request.probe)
    }
    let image = try FlashWork.read(order.image, base: order.base)
    let request = attached?.request(order.request) ?? order.request
    jobs = try targets.map { target in
      do { return try FlashWork.plan(image, to: target, request) } catch {
        guard targets.count > 1, let failure = error as? Failure else { throw error }
        throw Failure(
          failure.status,
          "no board was written, because one of the \(targets.count) cannot take the image (--match "
            + "'PATTERN' names those that can): \(failure.message)")
      }
    }
  }

  /// Shows the plan, and carries it out on all boards at once.
  package func perform() throws -> ExitStatus {
    let printer = FlashPrinter(order.presentation, boards: jobs.count, attached: attached)
    // Time stamps judge nothing here: what a board answers is read by the thread that acts on it.
    let lab = needsRealTime ? Lab.serving(seed: 0) : Lab.simulated(seed: 0)
    let journal = Journal.none(lab)
    // What became of the way to a board: another service, a second attempt.
    journal.observe { [presentation = order.presentation] entry in
      if case .note(let remark) = entry.event { presentation.remark(remark.text) }
    }
    let end = EndOfService(lab)
    end.openAtSignal()
    let (jobs, file, order, attached) = (jobs, file, order, attached)
    let statuses = try lab.run {
      try await Self.watched(until: end) {
        var readied: [BoardFlash] = []
        for job in jobs {
          do throws(FlashError) { readied.append(try await job.readied(lab)) } catch {
            printer.failed(job.target.name, error, again: nil)
            return [FlashWork.status(of: error)]
          }
        }
        let ready = readied
        for job in ready { printer.show(job.outline, job.findings, for: job.target.name) }
        if ready.contains(where: \.isRefused) {
          Output.diagnostic("Nothing was written.")
          return [.usage]
        }
        if order.planOnly { return [.done] }
        let others = try attached?.claimOthers("uwbrig flash")
        defer { others?.release() }
        return try await Bench.withBench(
          file, lab: lab, journal: journal,
          holder: .ourselves(program: "uwbrig flash", run: nil), profiles: order.profiles,
          expectsAttached: false
        ) { bench in
          await withTaskGroup(of: ExitStatus.self) { group in
            for (job, board) in zip(ready, bench.boards) {
              let again = order.again(
                attached == nil ? job.target.name : order.board ?? job.target.name)
              group.addTask {
                await FlashWork.perform(job, on: board, printer, again: again, attached)
              }
            }
            return await group.reduce(into: []) { $0.append($1) }
          }
        }
      }
    }
    return .strongest(statuses + [end.status])
  }

  /// Programs of others, and real devices, know no virtual time.
  private var needsRealTime: Bool {
    file.time != .virtual || jobs.contains(where: \.needsRealTime)
  }

  /// Runs `body`, and breaks it off when the program is interrupted; it says so itself then.
  private static func watched(
    until end: EndOfService, _ body: @escaping @Sendable () async throws -> [ExitStatus]
  ) async throws -> [ExitStatus] {
    try await withThrowingTaskGroup(of: [ExitStatus]?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        await end.wait()
        return nil
      }
      var statuses: [ExitStatus] = []
      if let first = try await group.next(), let first { statuses += first }
      group.cancelAll()
      while let more = try await group.next() { statuses += more ?? [] }
      return statuses
    }
  }
}

extension RigBoard {
  fileprivate init(_ target: FlashTarget) {
    self.init(
      name: target.profile?.name ?? "board", firmware: target.firmware, link: target.link,
      profile: target.profile?.name, probe: target.probe)
  }
}
