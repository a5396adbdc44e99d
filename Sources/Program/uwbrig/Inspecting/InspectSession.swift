import Bench
import Boards
import Inspection
import Journal
import LabRuntime
import Links
import Notation
import RigFile

/// One call of `inspect`: one board, or two that are compared.
struct InspectSession {
  /// What is inspected.
  fileprivate enum Subject: Sendable {
    /// A board of the rig file.
    case rig(String)
    /// A board that is attached by USB.
    case attached(USBDevice, name: String)
  }

  private let verb: InspectVerb
  private let subjects: [Subject]
  /// The boards of the rig file that are inspected; nil where none is.
  private let file: RigFile?
  private let library: ProfileLibrary
  private let tree = USBTree.system

  init(_ verb: InspectVerb) throws {
    self.verb = verb
    library = try verb.profiles.library()
    let usesRig = verb.rig != nil || verb.boards.contains { DeviceSelector($0) == nil }
    let file = usesRig ? try RigSource.reach(verb.rig) : nil
    let inventory = tree.snapshot()
    var names: [String] = []
    var subjects: [Subject] = []
    for word in verb.boards {
      if verb.rig == nil, let selector = DeviceSelector(word) {
        subjects.append(.attached(try inventory.device(selector), name: word))
      } else if let file {
        let board = try RigSource.board(word, in: file, orAttached: verb.rig == nil)
        if verb.isPassive {
          guard case .usb(let selector, _, _) = board.link else {
            throw Failure(
              .usage,
              "--passive opens no line, and the rig file leads to \(board.name) by "
                + "\(PrintableText.escaped("\(board.link)")) alone: leave --passive out, or name the "
                + "attached board with serial=… or path=…")
          }
          subjects.append(.attached(try inventory.device(selector), name: board.name))
          continue
        }
        names.append(board.name)
        subjects.append(.rig(board.name))
      }
    }
    self.subjects = subjects
    self.file = names.isEmpty ? nil : file?.keeping(only: names)
  }

  func perform() throws -> ExitStatus {
    let isVirtual = file?.time == .virtual && subjects.allSatisfy(\.isOfRig)
    let lab = isVirtual ? Lab.simulated(seed: 0) : Lab.live(seed: 0)
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let inspection = BoardInspection(
      lab: lab, library: library, tree: tree, isPassive: verb.isPassive,
      probe: verb.probe, common: verb.common)
    let (file, subjects) = (file, subjects)
    let boards = try lab.run {
      try await withThrowingTaskGroup(of: [InspectedBoard]?.self) { group in
        group.addTask {
          guard let file else { return await Self.inspect(subjects, nil, inspection) }
          let journal = Journal(now: { lab.now }, sink: NoRecord())
          return try await Bench.withBench(
            file, lab: lab, journal: journal,
            holder: .ourselves(program: "uwbrig inspect", run: nil),
            profiles: inspection.library
          ) { bench in
            await Self.inspect(subjects, bench, inspection)
          }
        }
        group.addTask {
          await end.wait()
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
    guard let boards else { return end.status }
    let comparison =
      verb.diff && boards.count == 2
      ? Comparison(boards[0].channels, boards[1].channels) : nil
    InspectPrinter(common: verb.common).show(boards, comparison)
    let isSilent = boards.contains(where: \.isSilent)
    let differs = comparison?.differences.isEmpty == false
    return .strongest([end.status, isSilent ? .bench : .done, differs ? .no : .done])
  }

  private static func inspect(
    _ subjects: [Subject], _ bench: Bench?, _ inspection: BoardInspection
  ) async -> [InspectedBoard] {
    var boards: [InspectedBoard] = []
    for subject in subjects {
      switch subject {
      case .rig(let name):
        guard let board = bench?.board(named: name) else { continue }
        boards.append(await inspection.inspect(board))
      case .attached(let device, let name):
        boards.append(await inspection.inspect(device, named: name))
      }
    }
    return boards
  }
}

extension InspectSession.Subject {
  var isOfRig: Bool {
    if case .rig = self { true } else { false }
  }
}
