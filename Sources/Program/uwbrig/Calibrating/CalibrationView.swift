import Calibration
import Journal
import LabRuntime
import Printing
import Synchronization
import Terminal

/// Shows a calibration while it runs, and keeps the old values.
struct CalibrationView: CalibrationWatcher {
  let folder: CalibrationFolder
  let printer: CalibrationPrinter
  /// Whether a person moves the boards.
  let asks: Bool
  let lab: Lab

  func step(_ text: String) {
    folder.journal.emit(.note(.init(text)))
    printer.step(text)
  }

  func measured(_ one: String, _ other: String, _ sample: PairSample) {
    for (name, value, unit) in [
      ("ranges of \(one) and \(other)", Double(sample.distances.count), ""),
      ("error of \(one) and \(other)", sample.error ?? .nan, "m"),
    ] {
      folder.journal.emit(.measurement(.init(name: name, value: value, unit: unit)))
    }
    printer.measured(one, other, sample)
  }

  func willWrite(_ old: CalibrationUndoDocument) throws { try folder.keep(old) }

  /// Waits for a line of standard input; virtual boards need no hand.
  func moved(_ text: String) async throws {
    guard asks else { return }
    Output.diagnostic("\(text) Then press Return.")
    let gate = LabGate(lab, label: "a person to move the boards")
    WorkerThread.start("moved") { [lab] in
      var input = InputLines()
      _ = input.next()
      lab.post { gate.open() }
    }
    try await gate.wait()
  }
}
