import FileGrammar
import Notation

/// One step as the file has it.
struct StepFields {
  let field: Field
  let name: String
  let value: Field?
  let entries: Entries?

  /// Where the value of a key stands.
  subscript(name: String) -> Field? { entries?[name] }

  subscript<Value>(key: Key<Value>) -> Value? { self[key.name].flatMap(key.form.read) }

  func required<Value>(_ key: Key<Value>) -> Value? {
    missing(key.name) ? nil : self[key]
  }

  /// The value of `is`, in the form that an assertion has it.
  func state<Value>(_ form: Form<Value>) -> Value? {
    missing("is") ? nil : self["is"].flatMap(form.read)
  }

  /// Whether a key that the step needs is not there, which is reported.
  func missing(_ key: String) -> Bool {
    guard self[key] == nil else { return false }
    field.fault(found: "no \(key)", allowed: "\(key): beside \(name)")
    return true
  }

  /// A step that takes no value of its own.
  func plain(_ action: Action) -> Action? {
    guard let value, !value.isNull else { return action }
    value.fault(allowed: "nothing behind \(name):, its keys stand beside it")
    return nil
  }
}
