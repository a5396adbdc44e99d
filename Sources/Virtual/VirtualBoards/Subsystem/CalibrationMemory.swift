import Synchronization
import UCI

/// The calibration of a virtual board, across its power cuts.
final class CalibrationMemory: Sendable {
  private let calibration = Mutex<UWBSCalibration?>(nil)

  /// What the board has; nil for what it left the factory with.
  var current: UWBSCalibration? { calibration.withLock { $0 } }

  func keep(_ calibration: UWBSCalibration) { self.calibration.withLock { $0 = calibration } }

  /// What a board that was just powered has; nil for what it left the factory with.
  func afterPowerCut() -> UWBSCalibration? {
    calibration.withLock { calibration in
      calibration = calibration?.afterPowerCut()
      return calibration
    }
  }
}
