import Boards
import Doctor
import Flashing
import Journal
import LabRuntime
import Links
import VirtualBoards

extension Failure {
  /// What an error of a library means for the program.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as LinkError:
      self.init(error.code == .notAvailable ? .usage : .bench, "\(error)")
    case let error as BoardError: self.init(.bench, "\(error)")
    case let error as FlashError:
      self.init(
        FlashWork.status(of: error),
        error.advice.isEmpty ? error.sentence : "\(error.sentence). \(error.advice)")
    case let error as PowerError: self.init(.bench, "\(error)")
    case let error as DoctorError: self.init(.bench, "\(error)")
    case let error as VirtualBoardError: self.init(.usage, "\(error)")
    case let error as LabError where error.code == .deadlock:
      self.init(
        .internalError,
        "nothing in the simulated lab can run any more. Awaited: \(error.label). This is a fault "
          + "of the program; please report it")
    default: self.init(.internalError, "internal error: \(error)")
    }
  }
}
