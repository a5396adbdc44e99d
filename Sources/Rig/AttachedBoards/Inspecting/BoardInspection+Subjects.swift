package import Bench
package import Boards

/// A board that is inspected.
package enum InspectionSubject: Sendable {
  case rig(String)
  case attached(USBDevice, name: String)

  package var isOfRig: Bool {
    if case .rig = self { true } else { false }
  }
}

extension BoardInspection {
  /// The boards one after the other; those of a rig file are open on the bench.
  package func inspect(_ subjects: [InspectionSubject], on bench: Bench?) async -> [InspectedBoard]
  {
    var boards: [InspectedBoard] = []
    for subject in subjects {
      switch subject {
      case .rig(let name):
        guard let board = bench?.board(named: name) else { continue }
        boards.append(await inspect(board))
      case .attached(let device, let name):
        boards.append(await inspect(device, named: name))
      }
    }
    return boards
  }
}
