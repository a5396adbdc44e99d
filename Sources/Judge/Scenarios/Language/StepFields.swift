import Notation
import RigFile

/// One step as the file has it.
struct StepFields {
  let field: Field
  let name: String
  let value: Field?
  let entries: Entries?

  subscript(_ key: String) -> Field? { entries?[key] }

  func required(_ key: String) -> Field? {
    if let field = self[key] { return field }
    field.fault(found: "no \(key)", allowed: "\(key): beside \(name)")
    return nil
  }

  /// A step that takes no value of its own.
  func plain(_ action: Action) -> Action? {
    guard let value, !value.isNull else { return action }
    value.fault(allowed: "nothing behind \(name):, its keys stand beside it")
    return nil
  }
}
