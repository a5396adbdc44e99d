import Boards
import Flashing
import Journal
import LabRuntime
import Notation
import Rig

/// One call of `flash`, from the file to the last board.
struct FlashSession {
  private let verb: FlashVerb
  private let file: RigFile
  private let jobs: [BoardFlash]
  private let profiles: ProfileLibrary

  init(_ verb: FlashVerb) throws {
    self.verb = verb
    file = try RigSource.open(verb.rig)
    let boards: [RigBoard]
    if verb.all || verb.match != nil {
      let pattern = Glob(verb.match ?? "*")
      boards = file.boards.filter {
        SerialMethod(rawValue: $0.firmware.rawValue) != nil && pattern.matches($0.name)
      }
      guard !boards.isEmpty else {
        throw Failure(
          .bench,
          "no board of the rig \(PrintableText.escaped(file.name)) "
            + (verb.match.map { "whose name is like \(PrintableText.quoted($0, limit: 60)) " } ?? "")
            + "waits in a bootloader")
      }
    } else {
      boards = [try RigSource.board(verb.words[0], in: file)]
    }
    let image = try BoardFlash.read(verb.words.last ?? "", base: verb.base)
    profiles = try verb.profiles.library()
    let wish = BoardFlash.Wish(
      method: verb.method, verifies: !verb.noVerify, confirms: !verb.test)
    let profiles = profiles
    jobs = try boards.map { try BoardFlash(image, to: $0, wish, profiles: profiles) }
  }

  func perform() throws -> ExitStatus {
    let printer = FlashPrinter(verb.common, boards: jobs.count)
    for job in jobs { printer.show(job.plan, job.findings, for: job.board) }
    if jobs.contains(where: \.isRefused) {
      Output.diagnostic("Nothing was written.")
      return .usage
    }
    if verb.planOnly { return .done }
    let lab = file.time == .virtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let journal = Journal(now: { lab.now }, sink: NoRecord())
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let (jobs, profiles) = (jobs, profiles)
    let statuses = try lab.run {
      try await Bench.withBench(
        file, lab: lab, journal: journal,
        holder: .ourselves(program: "uwbrig flash", run: nil), profiles: profiles
      ) { bench in
        try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
          for job in jobs {
            group.addTask { await job.perform(on: bench, lab, printer) }
          }
          group.addTask {
            await end.wait()
            return nil
          }
          var statuses: [ExitStatus] = []
          while statuses.count < jobs.count, let status = try await group.next() {
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
}
