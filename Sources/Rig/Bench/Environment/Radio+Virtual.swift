import LabRuntime
import RigFile
import Room

extension RigBoard.Radio {
  /// The errors of a board of this name: what the file leaves open is drawn from the lab's seed.
  func errors(of name: String, lab: Lab) -> RadioErrors {
    var random = lab.random("radio/\(name)")
    let drawn = RadioErrors.hidden(spread: spread, &random)
    var errors = errors
    errors.offsets = drawn.offsets.mapValues { error ?? $0 }
    errors.metresPerUnit = unit ?? drawn.metresPerUnit
    return errors
  }
}
