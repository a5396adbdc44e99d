import Boards
import Doctor
import Errors
import Flashing
import Journal
import LabRuntime
import Links
import Runs
import VirtualBoards

extension Failure {
  /// What an error of a library means for the program.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as FlashError:
      self.init(
        FlashWork.status(of: error),
        error.advice.isEmpty ? error.sentence : "\(error.sentence). \(error.advice)")
    case let error as RigError:
      switch error.code {
      case .usage, .notAvailable: self.init(.usage, "\(error)")
      case .deadlock:
        self.init(
          .internalError,
          "nothing in the simulated lab can run any more. Awaited: \(error.context). This is a fault "
            + "of the program; please report it")
      default: self.init(.bench, "\(error)")
      }
    default: self.init(.internalError, "internal error: \(error)")
    }
  }
}
