package import Boards
import Errors
import Journal
package import LabRuntime
import Links

/// `boards --probe`: asks the ports of known boards what speaks there, all boards at once.
package struct FirmwareSurvey: Sendable {
  package struct Answer: Sendable {
    var device: USBDevice
    var interface: Int
    package var node: String
    /// Nil where the port could not be asked.
    package var result: ProbeResult?
    package var failure: String?
  }

  let library: ProfileLibrary
  let tree: USBTree

  package init(library: ProfileLibrary, tree: USBTree) {
    self.library = library
    self.tree = tree
  }

  /// Asks every port that a profile allows to ask, until `end` returns.
  package func perform(
    _ inventory: USBInventory, _ lab: Lab, until end: @escaping @Sendable () async -> Void
  ) async -> [Answer] {
    let check = AccessCheck(inventory, roots: tree.roots)
    let boards = library.match(inventory.devices).map { match in
      match.ports.compactMap { port -> (port: KnownPort, access: NodeAccess)? in
        guard let known = KnownPort(port, of: match, library), !known.questions.isEmpty else {
          return nil
        }
        return (known, check.terminal(known.node, of: known.device))
      }
    }
    return await withTaskGroup(of: (Int, [Answer])?.self) { group in
      for (index, ports) in boards.enumerated() {
        group.addTask { (index, await self.ask(ports, lab)) }
      }
      group.addTask {
        await end()
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

  /// The ports of one board one after the other: they may be one firmware's.
  private func ask(_ ports: [(port: KnownPort, access: NodeAccess)], _ lab: Lab) async -> [Answer] {
    var answers: [Answer] = []
    for (port, access) in ports { answers.append(await ask(port, access, lab)) }
    return answers
  }

  private func ask(_ port: KnownPort, _ access: NodeAccess, _ lab: Lab) async -> Answer {
    var result: ProbeResult?
    var failure: String?
    if access.state == .free {
      do {
        let claim = try port.claim("uwbrig boards", in: tree)
        result = try await port.ask(lab, tree: tree)
        claim.release()
      } catch {
        failure = error.reason
      }
    } else {
      failure = "not asked: \(access.reason)"
    }
    return Answer(
      device: port.device, interface: port.interface, node: port.node.path, result: result,
      failure: failure)
  }
}

extension ProbeMemory {
  /// Remembers what was found; a port that was asked in vain is forgotten.
  package mutating func remember(_ answers: [FirmwareSurvey.Answer]) {
    for answer in answers {
      guard let result = answer.result else { continue }
      remember(result, answer.device, interface: answer.interface)
    }
  }
}
