import AttachedBoards
import Bench
import Boards
import BootProtocols
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import Printing
import RigFile
import Runs
import Terminal

/// One call of `flash`, from the rig file or the attached board to the last byte.
struct FlashSession {
  private let command: FlashCommand
  private let file: RigFile
  private let jobs: [BoardFlash]
  private let profiles: ProfileLibrary
  /// The board, where it stands in no rig file.
  private let attached: AttachedTarget?

  init(_ command: FlashCommand) throws {
    self.command = command
    profiles = try command.profiles.library()
    attached = try Self.attached(command, profiles)
    let targets: [FlashTarget]
    if let attached {
      let board = RigBoard(attached.target)
      (file, targets) = (RigFile(boards: [board]), [attached.target])
    } else {
      let isNamed = command.rig == nil && !command.all && command.match == nil
      let device = isNamed ? try AttachedRig.bluetooth([command.words[0]]) : nil
      let whole = try device ?? RigSource.reach(command.rig)
      targets = try Self.targets(command, whole, profiles)
      // The others may be unplugged, or in other hands; who talks through the same probe must not
      // lose it in mid-sentence.
      file = whole.keeping(only: targets.map(\.name), probe: command.probeOptions.probe)
    }
    let image = try FlashWork.read(command.words.last ?? "", base: command.base)
    let request = attached?.request(command.request) ?? command.request
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

  /// The board of `serial=…` or `path=…` where no rig file is named; nil for boards of a rig.
  private static func attached(
    _ command: FlashCommand, _ profiles: ProfileLibrary
  ) throws -> AttachedTarget? {
    let isSeveral = command.all || command.match != nil
    if command.rig == nil, !isSeveral, let selector = DeviceSelector(command.words[0]) {
      return try AttachedTarget(
        selector, command.request, profile: command.profile, profiles, memory: FirmwareMemory.load()
      )
    }
    guard command.profile == nil else {
      throw Failure(
        .usage,
        "--profile says what an attached board is, named by serial=… or path=… and without --rig; "
          + "the board of a rig has its profile from the rig file (profile:)")
    }
    return nil
  }

  private static func targets(
    _ command: FlashCommand, _ file: RigFile, _ profiles: ProfileLibrary
  ) throws -> [FlashTarget] {
    guard command.all || command.match != nil else {
      let board = try RigSource.board(command.words[0], in: file, orAttached: command.rig == nil)
      return [board.flashTarget(profiles)]
    }
    if command.probeOptions.probe != nil || command.volume != nil {
      throw Failure(
        .usage, "--probe and --volume are about one board: give its name, and no --all or --match")
    }
    let pattern = Glob(command.match ?? "*")
    let targets = file.boards.filter { pattern.matches($0.name) }.map { $0.flashTarget(profiles) }
      .filter { $0.isReadyToFlash || command.methodName != nil }
    guard !targets.isEmpty else {
      throw Failure(
        .bench,
        "no board of the rig \(PrintableText.escaped(file.name)) "
          + (command.match.map { "whose name is like \(PrintableText.quoted($0, limit: 60)) " }
            ?? "")
          + "waits in a bootloader or is known to have a debug probe")
    }
    return targets
  }

  func perform() throws -> ExitStatus {
    let printer = FlashPrinter(command.common, boards: jobs.count, attached: attached)
    // Time stamps judge nothing here: what a board answers is read by the thread that acts on it.
    let lab = needsRealTime ? Lab.serving(seed: 0) : Lab.simulated(seed: 0)
    let journal = Journal.none(lab)
    // What became of the way to a board: another service, a second attempt.
    journal.observe { [common = command.common] entry in
      if case .note(let remark) = entry.event { common.remark(remark.text) }
    }
    let end = EndOfService(lab)
    SignalHandler(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let (jobs, file, command, profiles, attached) = (jobs, file, command, profiles, attached)
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
        if command.planOnly { return [.done] }
        let others = try attached?.claimOthers("uwbrig flash")
        defer { others?.release() }
        return try await Bench.withBench(
          file, lab: lab, journal: journal,
          holder: .ourselves(program: "uwbrig flash", run: nil), profiles: profiles,
          expectsAttached: false
        ) { bench in
          await withTaskGroup(of: ExitStatus.self) { group in
            for (job, board) in zip(ready, bench.boards) {
              let again = command.command(for: attached == nil ? job.target.name : command.words[0])
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
