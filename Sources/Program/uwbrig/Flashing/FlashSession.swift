import Bench
import Boards
import BootProtocols
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import RigFile

/// One call of `flash`, from the rig file or the attached board to the last byte.
struct FlashSession {
  private let verb: FlashVerb
  private let file: RigFile
  /// What is flashed to each board of the bench, in its order.
  private let jobs: [BoardFlash]
  private let profiles: ProfileLibrary
  /// The board, where it stands in no rig file.
  private let attached: AttachedTarget?

  init(_ verb: FlashVerb) throws {
    self.verb = verb
    profiles = try verb.profiles.library()
    attached = try Self.attached(verb, profiles)
    let targets: [FlashTarget]
    if let attached {
      let board = RigBoard(attached.target)
      (file, targets) = (.attached([board]), [attached.target])
    } else {
      let whole = try RigSource.reach(verb.rig)
      targets = try Self.targets(verb, whole, profiles)
      // The others may be unplugged, or somebody else's; whoever talks through the same probe must not
      // lose it in mid-sentence.
      file = whole.keeping(only: targets.map(\.name), probe: verb.probeOptions.probe)
    }
    let image = try FlashWork.read(verb.words.last ?? "", base: verb.base)
    let request = attached?.request(verb.request) ?? verb.request
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
    _ verb: FlashVerb, _ profiles: ProfileLibrary
  ) throws -> AttachedTarget? {
    let isSeveral = verb.all || verb.match != nil
    if verb.rig == nil, !isSeveral, let selector = DeviceSelector(verb.words[0]) {
      return try AttachedTarget(
        selector, verb.request, profile: verb.profile, profiles, memory: FirmwareMemory.load())
    }
    guard verb.profile == nil else {
      throw Failure(
        .usage,
        "--profile says what an attached board is, named by serial=… or path=… and without --rig; "
          + "the board of a rig has its profile from the rig file (profile:)")
    }
    return nil
  }

  private static func targets(
    _ verb: FlashVerb, _ file: RigFile, _ profiles: ProfileLibrary
  ) throws -> [FlashTarget] {
    guard verb.all || verb.match != nil else {
      let board = try RigSource.board(verb.words[0], in: file, orAttached: verb.rig == nil)
      return [board.flashTarget(profiles)]
    }
    if verb.probeOptions.probe != nil || verb.volume != nil {
      throw Failure(
        .usage, "--probe and --volume are about one board: give its name, and no --all or --match")
    }
    let pattern = Glob(verb.match ?? "*")
    let targets = file.boards.filter { pattern.matches($0.name) }.map { $0.flashTarget(profiles) }
      .filter { $0.isReadyToFlash || verb.methodName != nil }
    guard !targets.isEmpty else {
      throw Failure(
        .bench,
        "no board of the rig \(PrintableText.escaped(file.name)) "
          + (verb.match.map { "whose name is like \(PrintableText.quoted($0, limit: 60)) " } ?? "")
          + "waits in a bootloader or is known to have a debug probe")
    }
    return targets
  }

  func perform() throws -> ExitStatus {
    let printer = FlashPrinter(verb.common, boards: jobs.count, attached: attached)
    // Nobody is judged by stamps here: what a board answers is read by the thread that acts on it.
    let lab = needsRealTime ? Lab.serving(seed: 0) : Lab.simulated(seed: 0)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let (jobs, file, verb, profiles, attached) = (jobs, file, verb, profiles, attached)
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
        if verb.planOnly { return [.done] }
        let others = try attached?.claimOthers("uwbrig flash")
        defer { others?.release() }
        return try await Bench.withBench(
          file, lab: lab, journal: journal,
          holder: .ourselves(program: "uwbrig flash", run: nil), profiles: profiles,
          expectsAttached: false
        ) { bench in
          await withTaskGroup(of: ExitStatus.self) { group in
            for (job, board) in zip(ready, bench.boards) {
              let again = verb.command(for: attached == nil ? job.target.name : verb.words[0])
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

  /// Runs `body`, and breaks it off when somebody ends the program; it says so itself then.
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
  /// An attached board as the only one of a bench.
  fileprivate init(_ target: FlashTarget) {
    self.init(
      name: target.profile?.name ?? "board", firmware: target.firmware, link: target.link,
      profile: target.profile?.name, probe: target.probe)
  }
}
