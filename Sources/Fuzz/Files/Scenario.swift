import Notation
import RigFile
import Scenarios

extension FuzzTarget {
  /// The text of scenarios.
  static let scenario = FuzzTarget("Scenario") { bytes in
    checkRefusals {
      _ = try Scenario.parse(String(decoding: bytes, as: UTF8.self), file: "fuzz.yaml")
    }
  }
}

/// Text with places is taken, or refused with sentences that say where.
func checkRefusals(_ read: () throws -> Void) {
  do { try read() } catch let errors as RigFileErrors {
    expect(!errors.errors.isEmpty, "refused without a reason")
    for error in errors.errors {
      expectPrintable(error.description, "the refusal")
      expect(error.line >= 1 && error.column >= 1, "line \(error.line), column \(error.column)")
    }
  } catch { broken("an error of another kind: \(error)") }
}
