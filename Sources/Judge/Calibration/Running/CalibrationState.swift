import Synchronization

/// What a calibration knows so far; it outlives an interrupt.
package final class CalibrationState: Sendable {
  /// The ranges of one pass over all pairs, and what they tell.
  package struct Pass: Sendable {
    package let samples: [PairSample]
    /// Whether a pair was heard well enough to count, in the order of the pairs.
    package let isUsable: [Bool]
    package let solution: DelaySolver.Solution
    /// Where angles are calibrated: what the first board sees its peer beside the truth, in degrees, and
    /// the standard error of that.
    package var angle: (degrees: Double, standardError: Double)?
  }

  private struct State {
    var boards: [CalibratedBoard] = []
    var passes: [Pass] = []
    var check: [PairSample] = []
    var remarks: [String] = []
    var isCalibrated = false
    var isKept: Bool?
  }

  private let state = Mutex(State())

  package init() {}

  var boards: [CalibratedBoard] { state.withLock { $0.boards } }
  package var passes: [Pass] { state.withLock { $0.passes } }
  /// The ranges at the second place.
  package var check: [PairSample] { state.withLock { $0.check } }
  /// What is worth a remark, in order.
  package var remarks: [String] { state.withLock { $0.remarks } }
  /// Whether the boards were found to be right in the end.
  package var isCalibrated: Bool { state.withLock { $0.isCalibrated } }
  /// Whether the values outlive a power cut; nil where that was not tried.
  package var isKept: Bool? { state.withLock { $0.isKept } }

  func keep(_ boards: [CalibratedBoard]) { state.withLock { $0.boards = boards } }
  func add(_ pass: Pass) { state.withLock { $0.passes.append(pass) } }
  func setCheck(_ samples: [PairSample]) { state.withLock { $0.check = samples } }
  func remark(_ text: String) { state.withLock { $0.remarks.append(text) } }
  func setCalibrated() { state.withLock { $0.isCalibrated = true } }
  func setKept(_ isKept: Bool) { state.withLock { $0.isKept = isKept } }
}

/// Who watches a calibration.
package protocol CalibrationWatcher: Sendable {
  /// A step of it begins.
  func step(_ text: String)
  /// The number of ranges taken of a pair.
  func measured(_ one: String, _ other: String, _ sample: PairSample)
  /// The old values, before the first is changed; they must be safe when it returns.
  func willWrite(_ old: CalibrationUndoDocument) throws
  /// Waits until a person has moved the boards.
  func moved(_ text: String) async throws
}
