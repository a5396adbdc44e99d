import Boards
import Journal
import LabRuntime
import Links

/// `boards --probe`: asks the ports of known boards what speaks there, all boards at once.
struct FirmwareSurvey: Sendable {
  /// What came of asking one port.
  struct Answer: Sendable {
    var device: USBDevice
    var interface: Int
    var node: String
    /// Nil where the port could not be asked.
    var result: ProbeResult?
    /// Why not.
    var trouble: String?
  }

  let library: ProfileLibrary
  let tree: USBTree

  /// Asks every port that a profile allows to ask.
  func perform(_ inventory: USBInventory) throws -> (answers: [Answer], status: ExitStatus) {
    let lab = Lab.live(seed: 0)
    let end = EndOfService(lab)
    SignalDesk(lab).listen { signal in end.open(ExitStatus(signal.exitStatus)) }
    let check = AccessCheck(inventory, roots: tree.roots)
    let boards = library.match(inventory.devices).map { match in
      match.ports.compactMap { port -> (port: KnownPort, access: NodeAccess)? in
        guard let known = KnownPort(port, of: match, library), !known.questions.isEmpty else {
          return nil
        }
        return (known, check.terminal(known.node, of: known.device))
      }
    }
    let answers = try lab.run {
      await withTaskGroup(of: (Int, [Answer])?.self) { group in
        for (index, ports) in boards.enumerated() {
          group.addTask { (index, await self.ask(ports, lab)) }
        }
        group.addTask {
          await end.wait()
          return nil
        }
        var answers = boards.map { _ in [Answer]() }
        for _ in boards {
          guard let next = await group.next(), let (index, found) = next else { break }
          answers[index] = found
        }
        group.cancelAll()
        return answers.flatMap { $0 }
      }
    }
    return (answers, end.status)
  }

  /// The ports of one board one after the other: they may be one firmware's.
  private func ask(_ ports: [(port: KnownPort, access: NodeAccess)], _ lab: Lab) async -> [Answer] {
    var answers: [Answer] = []
    for (port, access) in ports { answers.append(await ask(port, access, lab)) }
    return answers
  }

  private func ask(_ port: KnownPort, _ access: NodeAccess, _ lab: Lab) async -> Answer {
    var result: ProbeResult?
    var trouble: String?
    if access.state == .free {
      do {
        let claim = try port.claim("uwbrig boards", in: tree)
        result = try await port.ask(lab, tree: tree)
        claim.release()
      } catch {
        trouble = error.reason
      }
    } else {
      trouble = "not asked: \(access.reason)"
    }
    return Answer(
      device: port.device, interface: port.interface, node: port.node.path, result: result,
      trouble: trouble)
  }
}

extension ProbeMemory {
  /// Remembers what was found; a port that was asked in vain is forgotten.
  mutating func remember(_ answers: [FirmwareSurvey.Answer]) {
    for answer in answers {
      guard let result = answer.result else { continue }
      remember(result, answer.device, interface: answer.interface)
    }
  }
}
