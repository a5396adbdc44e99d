import Boards
import BootProtocols
import Flashing
import Journal
import LabRuntime
import Links
import Notation
import Rig

/// One call of `flash`, from the rig file or the attached board to the last byte.
struct FlashSession {
  private let verb: FlashVerb
  private let file: RigFile
  private let jobs: [BoardFlash]
  private let profiles: ProfileLibrary
  /// The board, where it stands in no rig file.
  private let attached: AttachedFlash?

  init(_ verb: FlashVerb) throws {
    self.verb = verb
    let profiles = try verb.profiles.library()
    attached = try Self.attached(verb, profiles)
    let whole: RigFile
    let boards: [RigBoard]
    if let attached {
      (whole, boards) = (attached.file, [attached.board])
    } else {
      whole = try RigSource.reach(verb.rig)
      boards = try Self.boards(verb, whole, profiles)
    }
    let image = try FlashWork.read(verb.words.last ?? "", base: verb.base)
    let attached = attached
    let wish = attached.map { $0.wish(verb.wish) } ?? verb.wish
    jobs = try boards.map { board in
      do {
        return try FlashWork.plan(image, to: board, named: attached?.name, wish, profiles)
      } catch {
        guard boards.count > 1, let failure = error as? Failure else { throw error }
        throw Failure(
          failure.status,
          "no board was written, because one of the \(boards.count) cannot take the image (--match "
            + "'PATTERN' names those that can): \(failure.message)")
      }
    }
    self.profiles = profiles
    // The others may be unplugged, or somebody else's; whoever talks through the same probe must not
    // lose it in mid-sentence.
    file = whole.keeping(only: boards.map(\.name), probe: verb.probeOptions.probe)
  }

  /// The board of `serial=…` or `path=…` where no rig file is named; nil for boards of a rig.
  private static func attached(
    _ verb: FlashVerb, _ profiles: ProfileLibrary
  ) throws -> AttachedFlash? {
    let isSeveral = verb.all || verb.match != nil
    if verb.rig == nil, !isSeveral, let selector = DeviceSelector(verb.words[0]) {
      let wish = AttachedFlash.Wish(
        method: verb.methodName, entry: verb.entry, probe: verb.probeOptions.probe,
        profile: verb.profile)
      return try AttachedFlash(selector, wish, profiles, memory: FirmwareMemory.load())
    }
    guard verb.profile == nil else {
      throw Failure(
        .usage,
        "--profile says what an attached board is, named by serial=… or path=… and without --rig; "
          + "the board of a rig has its profile from the rig file (profile:)")
    }
    return nil
  }

  private static func boards(
    _ verb: FlashVerb, _ file: RigFile, _ profiles: ProfileLibrary
  ) throws -> [RigBoard] {
    guard verb.all || verb.match != nil else {
      return [try RigSource.board(verb.words[0], in: file, orAttached: verb.rig == nil)]
    }
    if verb.probeOptions.probe != nil || verb.volume != nil {
      throw Failure(
        .usage, "--probe and --volume are about one board: give its name, and no --all or --match")
    }
    let pattern = Glob(verb.match ?? "*")
    let boards = file.boards.filter {
      pattern.matches($0.name)
        && ($0.firmware.bootProtocol != nil || verb.methodName != nil
          || hasProbe($0, profiles))
    }
    guard !boards.isEmpty else {
      throw Failure(
        .bench,
        "no board of the rig \(PrintableText.escaped(file.name)) "
          + (verb.match.map { "whose name is like \(PrintableText.quoted($0, limit: 60)) " } ?? "")
          + "waits in a bootloader or is known to have a debug probe")
    }
    return boards
  }

  /// Whether a debug probe leads to a board, by the rig file or because its terminal is its link.
  private static func hasProbe(_ board: RigBoard, _ profiles: ProfileLibrary) -> Bool {
    guard board.probe != nil || BoardFlash.probeSerial(of: board) != nil,
      let profile = board.profile.flatMap({ profiles.profile(named: $0) })
    else { return false }
    return profile.flash.contains(where: \.method.isProbeTool)
  }

  func perform() throws -> ExitStatus {
    let printer = FlashPrinter(verb.common, boards: jobs.count, attached: attached)
    // Nobody is judged by stamps here: what a board answers is read by the thread that acts on it.
    let lab = needsRealTime ? Lab.serving(seed: 0) : Lab.simulated(seed: 0)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let (jobs, file, verb, profiles, attached) = (jobs, file, verb, profiles, attached)
    let again = Dictionary(
      jobs.map { job in
        (job.board.name, verb.command(for: attached == nil ? job.board.name : verb.words[0]))
      }, uniquingKeysWith: { $1 })
    let statuses = try lab.run {
      try await Self.watched(until: end) {
        let ready: [BoardFlash]
        switch await Self.readied(jobs, lab, printer) {
        case .failure(let status): return [status]
        case .success(let jobs): ready = jobs
        }
        for job in ready { printer.show(job.outline, job.findings, for: job.board.name) }
        if ready.contains(where: \.isRefused) {
          Output.diagnostic("Nothing was written.")
          return [.usage]
        }
        if verb.planOnly { return [.done] }
        let giveBack = try attached?.claimOthers()
        defer { giveBack?() }
        return try await Bench.withBench(
          file, lab: lab, journal: journal,
          holder: .ourselves(program: "uwbrig flash", run: nil), profiles: profiles,
          expectsAttached: false
        ) { bench in
          await withTaskGroup(of: ExitStatus.self) { group in
            for job in ready {
              let again = again[job.board.name]
              group.addTask {
                await FlashWork.perform(job, on: bench, printer, again: again, attached)
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

  private enum Readiness {
    case success([BoardFlash])
    case failure(ExitStatus)
  }

  private static func readied(
    _ jobs: [BoardFlash], _ lab: Lab, _ printer: FlashPrinter
  ) async -> Readiness {
    var ready: [BoardFlash] = []
    for job in jobs {
      do throws(FlashError) { ready.append(try await job.readied(lab)) } catch {
        printer.failed(job.board.name, error, again: nil)
        return .failure(FlashWork.status(of: error))
      }
    }
    return .success(ready)
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
